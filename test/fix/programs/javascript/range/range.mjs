// The whole numbers from start up to and without end.
export function range(start, end) {
  const numbers = [];
  for (let n = start; n <= end; n += 1) numbers.push(n);
  return numbers;
}
