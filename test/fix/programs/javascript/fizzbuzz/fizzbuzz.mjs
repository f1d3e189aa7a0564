// 'Fizz' for multiples of three, 'Buzz' for five, 'FizzBuzz' for both, else the number as text.
export function fizzbuzz(n) {
  if (n % 30 === 0) return 'FizzBuzz';
  if (n % 3 === 0) return 'Fizz';
  if (n % 5 === 0) return 'Buzz';
  return String(n);
}
