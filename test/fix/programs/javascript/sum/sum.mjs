// The sum of a list of numbers.
export function sum(numbers) {
  let total = 0;
  for (const number in numbers) total += number;
  return total;
}
