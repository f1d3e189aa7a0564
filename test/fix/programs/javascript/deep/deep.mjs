// The sum of all numbers in nested lists.
export function deep(items) {
  let total = 0;
  for (const item of items) total += Array.isArray(item) ? item.length : item;
  return total;
}
