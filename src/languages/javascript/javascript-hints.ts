import { attributeHint, type ForeignNames, keywordHint } from '../foreign-names.ts';
import { nameHint } from '../undefined-names.ts';
import { javascriptGlobals } from './javascript-names.ts';

const hints: Readonly<Record<string, string>> = {
  ReferenceError: 'Define or import the name before it is used.',
  TypeError: 'Check what the value in this line is before calling it or reading from it.',
  RangeError: 'Check the length, the number or the depth of recursion in this line.',
  SyntaxError: 'Mend the syntax, or the text that is parsed here.',
  exit: 'Return a value instead of leaving the program.',
};

/** Words of other languages, and what JavaScript has for them. */
export const foreignWords: ForeignNames = {
  None: 'null',
  nil: 'null',
  True: 'true',
  False: 'false',
  self: 'this',
  len: 'value.length',
  print: 'console.log(…)',
  str: 'String(value)',
  int: 'Math.trunc(value) or Number(text)',
  float: 'Number(text)',
  range: 'a for loop that counts',
  list: '[...items]',
  dict: 'an object or a Map',
  sorted: '[...items].sort()',
};

/** Habits of other languages. */
const foreign: ForeignNames = {
  append: 'push(value)',
  add: 'push(value), or a Set',
  extend: 'push(...values)',
  insert: 'splice(index, 0, value)',
  remove: 'filter, or splice(index, 1)',
  contains: 'includes(value)',
  has_key: 'key in object',
  strip: 'trim()',
  lstrip: 'trimStart()',
  rstrip: 'trimEnd()',
  upper: 'toUpperCase()',
  lower: 'toLowerCase()',
  startswith: 'startsWith(text)',
  endswith: 'endsWith(text)',
  index: 'indexOf(value)',
  count: 'filter(…).length',
  items: 'Object.entries(object)',
  size: 'length',
  len: 'length',
  length: 'length without parentheses: it is no function',
  isdigit: '/^\\d+$/.test(text)',
  isalpha: '/^[a-z]+$/i.test(text)',
  capitalize: 'text[0].toUpperCase() + text.slice(1)',
  sorted: '[...items].sort()',
  unique: '[...new Set(items)]',
  sum: 'reduce((a, b) => a + b, 0)',
  first: 'items[0]',
  last: 'items.at(-1)',
};

const methods: readonly string[] = [
  ...new Set([Array, String, Map, Set, Object, Promise, Date, RegExp].flatMap((type) => Object.getOwnPropertyNames(type.prototype))),
].filter((name) => /^[a-z]/i.test(name) && name !== 'constructor');

/** One sentence for what was thrown; `code` tells which names are near. */
export function javascriptFailureHint(error: string, message: string, code: string): string {
  const absent = /Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1];
  if (absent !== undefined) return `Only Node's own modules are there: write it without ${absent}.`;
  if (/require is not defined/.test(message)) return 'A module with import or export has no require: use import.';
  const name = /^([\w$]+) is not defined/.exec(message)?.[1];
  if (name !== undefined) return nameHint(name, ownNames(code), javascriptGlobals, () => null, foreignWords);
  if (/before initialization/.test(message)) return 'Move the declaration above its first use.';
  if (/Assignment to constant/.test(message)) return 'Declare it with let where it changes.';
  if (/Maximum call stack/.test(message)) return 'The recursion needs a base case that is reached.';
  if (/Promise(?:\.\.\.)?.* is not (?:iterable|a function)|\[object Promise\]/.test(message))
    return 'Write await before the call, inside an async function.';
  const iterated = /^([\w$]+) is not a function or its return value is not iterable/.exec(message)?.[1];
  if (iterated !== undefined && new RegExp(`async\\s+function\\s+${iterated}\\b|\\b${iterated}\\s*=\\s*async\\b`).test(code))
    return 'Write await before the call, inside an async function.';
  const [, called] = /^(?:[^\s]*\.)?([\w$]+)(?:\(\.\.\.\))? is not a function/.exec(message) ?? [];
  if (called !== undefined)
    return attributeHint(
      called,
      foreign,
      [...ownNames(code).filter((own) => own !== called), ...methods],
      `There is no function ${called}: define it, or check what the value before it is.`,
    );
  const read = /Cannot read properties of (?:undefined|null) \(reading '([^']+)'\)/.exec(message)?.[1];
  if (read !== undefined)
    return `What stands before .${read} is undefined or null here: check the index or the key, and return on every path.`;
  if (/of undefined|of null|undefined \(reading|null \(reading/.test(message)) {
    return 'A value is undefined or null here: check the index or the key, and return on every path.';
  }
  if (/is not iterable/.test(message)) return 'The value is no list: check what it is, or use Object.entries or Object.values.';
  if (/is not a constructor/.test(message)) return 'Leave new out, or check the name of the class.';
  if (/mix BigInt/.test(message)) return 'Convert both sides to BigInt or both to Number.';
  return hints[error] ?? 'Mend the line that threw.';
}

const ownNames = (code: string): readonly string[] => [...new Set(code.match(/(?<!['"\w.$])[A-Za-z_$][\w$]*/g) ?? [])];

/** One sentence for what the parser refused. */
export function javascriptSyntaxHint(message: string, line: string): string {
  if (/await is only valid|cannot use keyword 'await'|'await'/i.test(message) || /\bawait\b/.test(line))
    return 'Mark the function around it async.';
  const twice = /identifier '([^']+)' has already been declared/i.exec(message)?.[1];
  if (twice !== undefined) return `Declare ${twice} once, and assign to it afterwards.`;
  if (/return' outside/i.test(message)) return 'Put the return into a function.';
  if (/unterminated (?:string|template|regular)/i.test(message)) return 'Close the text on its line.';
  if (/^\s*(?:elif|def|except|None|print)\b/.test(line)) return 'This is Python: use else if, function, catch, null and console.log.';
  if (/\b(?:and|or|not)\b/.test(line) && !/['"`]/.test(line)) return 'Write &&, || and !.';
  if (/unexpected token/i.test(message) && line.trim() === '') return 'Close every brace and parenthesis that is open.';
  if (/assigning to rvalue/i.test(message)) return 'Compare with ===, or assign to a variable.';
  const type = /expected '\{', got '([^']+)'/.exec(message)?.[1];
  if (type !== undefined && /^\s*(?:export\s+|default\s+|async\s+)*function\b/.test(line))
    return `Write a colon before the type of the result, as in ): ${type} {.`;
  return keywordHint(line, keywords) ?? 'Mend this line.';
}

const keywords =
  'return const let function class export import if else for while switch case throw try catch finally await async new typeof'.split(' ');
