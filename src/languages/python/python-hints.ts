import { attributeHint, type ForeignNames, keywordHint } from '../foreign-names.ts';
import { nameHint } from '../undefined-names.ts';
import { pythonBuiltins, pythonImport } from './python-names.ts';

/** Words of other languages, and what Python has for them. */
export const foreignWords: ForeignNames = {
  null: 'None',
  nil: 'None',
  undefined: 'None',
  true: 'True',
  false: 'False',
  this: 'self, as the first parameter of the method',
  console: 'print(…)',
  Math: 'the module math',
  JSON: 'the module json',
  parseInt: 'int(text)',
  parseFloat: 'float(text)',
  String: 'str(value)',
  Number: 'float(text) or int(text)',
  NaN: "float('nan')",
  Infinity: "float('inf')",
};

const hints: Readonly<Record<string, string>> = {
  NameError: 'Define or import the name before it is used.',
  UnboundLocalError: 'Give the variable a value on every path before it is read.',
  TypeError: 'Check the types of the values in this line and the number of arguments.',
  IndexError: 'Check the length before indexing; the last index is len(x) - 1.',
  KeyError: 'Use .get() or test for the key first.',
  AttributeError: 'The object has no such attribute: check what the expression returns.',
  ValueError: 'Check the values that are passed in this line.',
  ZeroDivisionError: 'Handle a divisor of zero.',
  RecursionError: 'The recursion needs a base case that is reached.',
  ImportError: 'Only the standard library is there: write it without this import.',
  StopIteration: 'Give next() a default value.',
  SystemExit: 'Return a value instead of leaving the program.',
  EOFError: 'Do not read input: the arguments hold all that is needed.',
};

/** Habits of other languages. */
const foreign: ForeignNames = {
  push: 'append(value)',
  add_all: 'extend(values)',
  addAll: 'extend(values)',
  length: 'len(x)',
  size: 'len(x)',
  len: 'len(x)',
  toString: 'str(x)',
  to_string: 'str(x)',
  toUpperCase: 'upper()',
  toLowerCase: 'lower()',
  trim: 'strip()',
  includes: 'value in x',
  contains: 'value in x',
  has: 'key in x',
  has_key: 'key in x',
  indexOf: 'index(value), or find(text) for strings',
  substring: 'a slice, as in s[first:end]',
  slice: 'a slice, as in x[first:end]',
  charAt: 's[i]',
  map: 'a list comprehension',
  filter: 'a list comprehension with if',
  reduce: 'functools.reduce',
  forEach: 'a for loop',
  join: "', '.join(texts)",
  shift: 'pop(0)',
  unshift: 'insert(0, value)',
  concat: 'x + y',
  startsWith: 'startswith(text)',
  endsWith: 'endswith(text)',
  replaceAll: 'replace(old, new)',
  iteritems: 'items()',
  itervalues: 'values()',
  iterkeys: 'keys()',
};

const attributes: Readonly<Record<string, string>> = {
  str: 'capitalize casefold center count encode endswith expandtabs find format index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  list: 'append clear copy count extend index insert pop remove reverse sort',
  dict: 'clear copy fromkeys get items keys pop popitem setdefault update values',
  set: 'add clear copy difference discard intersection isdisjoint issubset issuperset pop remove symmetric_difference union update',
  tuple: 'count index',
  int: 'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes',
  float: 'as_integer_ratio fromhex hex is_integer',
};

/** One sentence for what was raised; `code` tells which names are near. */
export function pythonFailureHint(error: string, message: string, code: string): string {
  const module = /No module named '([\w.]+)'/.exec(message)?.[1];
  if (module !== undefined)
    return `${module.split('.')[0] ?? module} is not installed here: use the standard library, or an interpreter that has it (--python PATH).`;
  const [, absent, from] = /cannot import name '(\w+)' from '([\w.]+)'/.exec(message) ?? [];
  if (absent !== undefined)
    return `${from} has no ${absent}: ${pythonImport(absent) === null ? 'write it without it' : `use ${pythonImport(absent)}`}.`;
  const name = error === 'NameError' ? /name '(\w+)' is not defined/.exec(message)?.[1] : undefined;
  if (name !== undefined) return nameHint(name, ownNames(code), pythonBuiltins, pythonImport, foreignWords);
  if (/'coroutine'|coroutine '\w+' was never awaited/.test(message)) return 'Write await before the call, inside an async function.';
  const called = /^(?:[\w.<>]+\.)?(\w+)\(\) (?:takes|missing|got)/.exec(message)?.[1];
  if (called !== undefined) return countHint(called, code);
  const [, type, attribute] =
    /^(?:type object )?'([\w.]+)'(?: object)? has no attribute '(\w+)'|^module '([\w.]+)' has no attribute '(\w+)'/.exec(message) ?? [];
  if (attribute !== undefined && type !== 'NoneType')
    return attributeHint(attribute, foreign, (attributes[type ?? ''] ?? ownNames(code).join(' ')).split(' '), hints.AttributeError ?? '');
  if (error !== 'UnboundLocalError' && message.includes('NoneType'))
    return 'A value is None here: check what returns it, and return on every path.';
  if (/not subscriptable/.test(message)) return 'The value is no list, text or dictionary: check what it is before indexing it.';
  if (/can only concatenate str|must be str, not/.test(message)) return 'Turn the value into text first: str(x), or an f-string.';
  if (/unhashable type/.test(message)) return 'Use a tuple or frozenset as the key, not a list, set or dictionary.';
  return hints[error] ?? 'Mend the line that raised.';
}

const ownNames = (code: string): readonly string[] => [...new Set(code.match(/(?<!['"\w.])[A-Za-z_]\w*/g) ?? [])];

function countHint(name: string, code: string): string {
  const signature = new RegExp(`def\\s+${name}\\s*(\\([^)]*\\))`).exec(code)?.[1];
  return signature === undefined
    ? 'Check the number and names of the arguments.'
    : `It is defined as ${name}${signature.replace(/\s+/g, ' ')}.`;
}

const keywords =
  'return for while if elif else import from def class lambda yield raise try except finally with assert global nonlocal'.split(' ');

/** Begins a block and lacks its colon. */
const opensBlock = /^\s*(?:if|elif|else|for|while|def|class|try|except|finally|with)\b[^:]*$/;

/** One sentence for what the parser refused. */
export function pythonSyntaxHint(message: string, line: string, before: string): string {
  if (/print needs/.test(message)) return 'Write print(…) with parentheses.';
  if (/indent/.test(message)) return 'Indent the body by four spaces more than the line that opens it.';
  if (/'return' outside/.test(message)) return 'Indent the return so that it is inside the function.';
  if (/outside loop/.test(message)) return 'Use it inside a for or while only.';
  if (opensBlock.test(line)) return 'End the line with a colon.';
  if (/\+\+|--\s*$/.test(line)) return 'Write x += 1.';
  if (/&&|\|\|/.test(line)) return 'Write and, or.';
  if (/(?<![=!])!(?!=)/.test(line)) return 'Write not.';
  if (/\b(?:let|const|var|function)\b/.test(line)) return 'This is JavaScript: assign without a keyword, and define with def.';
  if (/[{};]\s*$/.test(line)) return 'Blocks are made by a colon and indentation, not by braces.';
  if (/expected '.'|expected '\)'/.test(message)) return `Add what is missing: ${/expected '([^']+)'/.exec(message)?.[1] ?? ''}.`;
  if (opensBlock.test(before)) return 'End the line before with a colon.';
  if (/(?:\+\+|--)\s*;?\s*$/.test(before)) return 'Write x += 1 in the line before.';
  return keywordHint(line, keywords) ?? 'Mend this line.';
}
