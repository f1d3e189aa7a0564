import { javascriptLiterals, javascriptUnwritable } from '../languages/javascript-values.ts';
import { describeLanguage } from './language-suite.ts';

describeLanguage({
  id: 'javascript',
  signature: {
    text: 'function solve(xs, n = 2, ...rest)',
    entry: {
      kind: 'function',
      name: 'solve',
      parameters: [{ name: 'xs' }, { name: 'n', defaultValue: '2' }, { name: '...rest', variadic: true }],
    },
    formatted: 'function solve(xs, n = 2, ...rest)',
    prefill: '```javascript\nfunction double(x) {',
  },
  double: [
    'function double(x) {\n  // twice\n  const y = x * 2;\n  return y;\n}\n',
    '/* another\nlayout */\nfunction double( x )\n{\n    const y = x*2\n    return y\n}\n',
  ],
  tripled: 'function double(x) {\n  return x * 3;\n}\n',
  broken: 'function double(x) {\n  const y = x * ;\n  return y;\n}\n',
  foreign: 'def double(x):\n    return x * 2\n\nprint(double(2))\n',
  body: '\n  return x * 2;\n}',
  literals: javascriptLiterals,
  unwritable: javascriptUnwritable,
  list: (items) => `[${items}]`,
  negation: '!',
});
