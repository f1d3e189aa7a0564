export const api = { load: (id) => `real ${id}` };
export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);
export const title = (id) => api.load(id).toUpperCase();
export const fails = async (why) => {
  throw new RangeError(why);
};
export const isEven = (n) => n % 2 === 0;
