/** A question of the kind that a run would ask, with its right answer. */
export type KnownDecision = { readonly prompt: string; readonly right: string; readonly wrong: readonly string[] };

const request = (text: string): string => `A person asks for a program:\n"${text}"`;
const kind = (text: string, right: string, wrong: readonly string[]): KnownDecision => ({
  prompt: `${request(text)}\nWhat does the function return?`,
  right,
  wrong,
});
const category = (text: string, right: string, wrong: readonly string[]): KnownDecision => ({
  prompt: `${request(text)}\nWhich category fits best?`,
  right,
  wrong,
});
const same = (one: string, other: string, equal: boolean): KnownDecision => ({
  prompt: `Two requests:\n1. "${one}"\n2. "${other}"\nDo they ask for the same function?`,
  right: equal ? 'Yes, the same function' : 'No, different functions',
  wrong: [equal ? 'No, different functions' : 'Yes, the same function'],
});

/** Twelve questions with four answers, twelve with two; the right answer's position goes round. */
export const knownDecisions: readonly KnownDecision[] = [
  kind('Count the words in a sentence', 'A number', ['A list of words', 'True or false', 'A date']),
  kind('Is this string a palindrome?', 'True or false', ['A number', 'A list of numbers', 'A date']),
  kind('Sort a list of names alphabetically', 'A list of strings', ['A single number', 'True or false', 'A dictionary of counts']),
  kind('Count how often each letter occurs', 'A dictionary of counts', ['A single letter', 'True or false', 'A sorted list of numbers']),
  kind('Replace all spaces in a text by dashes', 'A string', ['A number', 'True or false', 'A list of numbers']),
  kind('Return the first ten prime numbers', 'A list of numbers', ['A string', 'True or false', 'A dictionary of words']),
  category('Convert a temperature from Celsius to Fahrenheit', 'Unit conversion', ['Sorting', 'Text search', 'File access']),
  category('Put the orders into ascending order by price', 'Sorting', ['Unit conversion', 'Encryption', 'Text search']),
  category('Find every e-mail address in a text', 'Text search', ['Sorting', 'Unit conversion', 'Geometry']),
  category('Compute the area of a circle', 'Geometry', ['Text search', 'Sorting', 'Dates']),
  category('How many days lie between two dates', 'Dates', ['Geometry', 'Encryption', 'Sorting']),
  category('Hide a message with a Caesar cipher', 'Encryption', ['Dates', 'Geometry', 'Sorting']),
  same('Reverse a string', 'Return the characters of a text in the opposite order', true),
  same('Reverse a string', 'Count the characters of a string', false),
  same('Return the largest number of a list', 'Find the maximum of some numbers', true),
  same('Return the largest number of a list', 'Return the smallest number of a list', false),
  same('Add two numbers', 'Compute the sum of a and b', true),
  same('Add two numbers', 'Multiply two numbers', false),
  same('Remove duplicates from a list', 'Keep only the distinct items of a list', true),
  same('Remove duplicates from a list', 'Return the items that occur more than once', false),
  same('Is n an even number?', 'Check whether n is divisible by two', true),
  same('Is n an even number?', 'Is n a prime number?', false),
  same('Turn a text into upper case', 'Capitalise every letter of a string', true),
  same('Turn a text into upper case', 'Turn a text into lower case', false),
];
