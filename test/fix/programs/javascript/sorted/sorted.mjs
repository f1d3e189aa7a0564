// The numbers in rising order, as a new list.
export function sorted(numbers) {
  return [...numbers].sort();
}
