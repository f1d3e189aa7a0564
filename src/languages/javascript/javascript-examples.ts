import type { ExpressionSyntax } from '../expression-syntax.ts';

const commented =
  /^(\s*(?:\*|\/\/|[-*]\s)?\s*)(?:console\.log\((.*)\)|(\S.*?))\s*;?\s*\/\/\s*(?:(?:=>|->|→|⇒|returns?:?|outputs?:?|prints?:?|logs?:?|expected:?|result:?|вернёт|вернет|выведет)\s*)?(.+?)\s*$/iu;

/** `f(2); // 4` and `console.log(f(2)) // → 4` become `f(2) == 4`: in JavaScript that is how examples are written. */
export function examplesInComments(syntax: ExpressionSyntax, text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const match = line.includes('//') && line.length < 500 ? commented.exec(line) : null;
      if (match === null) return line;
      const [, indent = '', logged, plain, value = ''] = match;
      const call = syntax.parse(logged ?? plain ?? '');
      const expected = syntax.parse(value);
      if (call === null || expected === null || syntax.literal(expected) === null || syntax.calls(call).length === 0) return line;
      return `${indent}${call.text} == ${expected.text}`;
    })
    .join('\n');
}
