export const later = async (n) => {
  if (n < 0) throw new RangeError('negative');
  return n;
};
export const add = (a, b) => a + b;
