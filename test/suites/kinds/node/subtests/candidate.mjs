export const add = (a, b) => a + b;
export const soon = async (n) => n;
