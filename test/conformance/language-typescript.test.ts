import { javascriptLiterals, javascriptUnwritable } from '../languages/javascript-values.ts';
import { describeLanguage } from './language-suite.ts';

describeLanguage({
  id: 'typescript',
  signature: {
    text: 'function solve(xs: number[], n?: number, ...rest: string[]): Map<string, number>',
    entry: {
      kind: 'function',
      name: 'solve',
      parameters: [
        { name: 'xs', annotation: 'number[]' },
        { name: 'n', annotation: 'number', defaultValue: '' },
        { name: '...rest', annotation: 'string[]', variadic: true },
      ],
      returns: 'Map<string, number>',
    },
    formatted: 'function solve(xs: number[], n?: number, ...rest: string[]): Map<string, number>',
    prefill: '```typescript\nfunction double(x) {',
  },
  double: [
    'type Num = number;\nfunction double(x: Num): Num {\n  // twice\n  const y = x * 2;\n  return y;\n}\n',
    'type Num = number\n/* another\nlayout */\nfunction double( x : Num ) : Num\n{\n    const y = x*2\n    return y\n}\n',
  ],
  tripled: 'function double(x: number): number {\n  return x * 3;\n}\n',
  broken: 'function double(x: number): number {\n  const y: = x * 2;\n  return y;\n}\n',
  foreign: 'def double(x):\n    return x * 2\n\nprint(double(2))\n',
  body: '\n  return x * 2;\n}',
  literals: javascriptLiterals,
  unwritable: javascriptUnwritable,
  list: (items) => `[${items}]`,
  negation: '!',
});
