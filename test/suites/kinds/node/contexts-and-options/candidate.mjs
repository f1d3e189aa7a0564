export const add = (a, b) => a + b;
export const never = () => new Promise(() => setTimeout(() => {}, 5000));
