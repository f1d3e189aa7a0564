export const add = (a, b) => a + b;
export const later = async (n) => n;
