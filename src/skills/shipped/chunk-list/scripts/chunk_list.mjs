export function chunkList(items, size) {
  if (!Number.isInteger(size) || size < 1) throw new RangeError('size must be a positive integer');
  const pieces = [];
  for (let from = 0; from < items.length; from += size) pieces.push(items.slice(from, from + size));
  return pieces;
}
