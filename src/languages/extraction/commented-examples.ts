import type { ExpressionSyntax } from '../expression-syntax.ts';

const words =
  '=>|->|→|⇒|➞|==|returns?:?|outputs?:?|prints?:?|logs?:?|expected:?|result:?|should (?:be|return|print):?|вернёт|вернет|выведет|ожидается:?|результат:?';

/** `f(2)  # 4`, `print(f(2)) --> 4` and `console.log(f(2)) // 4` become `f(2) == 4`: that is how examples are written beside code. */
export function commentedExamples(syntax: ExpressionSyntax, text: string): string {
  const commented = new RegExp(
    `^(\\s*(?:[-*]\\s)?)(?:(?:console\\.log|print)\\((.*)\\)|(\\S.*?))\\s*;?\\s*(?:${syntax.commentPrefix})+>?\\s*(?:(?:${words})\\s*)?(.+?)\\s*$`,
    'iu',
  );
  return text
    .split('\n')
    .map((line) => {
      const match = line.length < 500 && line.includes(syntax.commentPrefix) ? commented.exec(line) : null;
      if (match === null) return line;
      const [, indent = '', shown, plain, value = ''] = match;
      const call = syntax.parse(shown ?? plain ?? '');
      const expected = syntax.parse(value);
      if (call === null || expected === null || syntax.literal(expected) === null || syntax.calls(call).length === 0) return line;
      if (syntax.calls(call)[0]?.node !== syntax.bare(call) || /^(?:assert|expect)/.test(call.text)) return line;
      return `${indent}${call.text} == ${expected.text}`;
    })
    .join('\n');
}
