import type { Parameter } from '../../domain/contract.ts';
import type { Value } from '../../domain/value.ts';

const int = (value: number): Value => ({ type: 'int', value: String(value) });
const text = (value: string): Value => ({ type: 'string', value });
const list = (...items: Value[]): Value => ({ type: 'list', items });

const samples = {
  int: [int(3), int(10)],
  string: [text('Hello world'), text('level')],
  ints: [list(int(3), int(1), int(2), int(3)), list(int(5))],
  strings: [list(text('b'), text('a'), text('b'))],
  lists: [list(list(int(1)), list(int(2), int(3)))],
  float: [{ type: 'float', value: '2.5' } satisfies Value],
  bool: [{ type: 'bool', value: true } satisfies Value],
  map: [{ type: 'map', entries: [[text('a'), int(1)]] } satisfies Value],
} as const satisfies Record<string, readonly Value[]>;

type Kind = keyof typeof samples;

/** What a type annotation or, without one, a usual parameter name stands for; the first that fits. */
const byAnnotation: readonly (readonly [RegExp, Kind])[] = [
  [/(list|sequence|iterable|array|tuple)\W*(list|array|tuple)|\[\]\[\]/i, 'lists'],
  [/(list|sequence|iterable|array|tuple|set)\W*str|string\[\]/i, 'strings'],
  [/list|sequence|iterable|array|tuple|set|\[\]/i, 'ints'],
  [/dict|map|record|object/i, 'map'],
  [/str|char|text/i, 'string'],
  [/float|double/i, 'float'],
  [/bool/i, 'bool'],
  [/int|number|num/i, 'int'],
];
const byName: readonly (readonly [RegExp, Kind])[] = [
  [/^(words|strings|names|lines|strs)$/i, 'strings'],
  [/^(matrix|grid|rows|lists|xss|nested)$/i, 'lists'],
  [/^(xs|ys|nums|numbers|values|items|list|lst|arr|array|t|tbl|table|data|elements|a_list|seq)$/i, 'ints'],
  [/^(s|str|string|text|word|name|sentence|title|phrase|line|path|url|email)$/i, 'string'],
  [/^(d|dict|map|counts|obj|record)$/i, 'map'],
  [/^(n|m|k|i|j|x|y|z|a|b|c|num|number|year|count|index|size|limit|lo|hi|start|stop|end|step)$/i, 'int'],
];

function kindsOf({ name, annotation }: Parameter): readonly Kind[] {
  const found =
    annotation === undefined ? byName.find(([pattern]) => pattern.test(name)) : byAnnotation.find(([pattern]) => pattern.test(annotation));
  return found === undefined ? ['int', 'string', 'ints'] : [found[1]];
}

/**
 * Argument lists to begin with when nobody gave an example, by annotation or usual name. What does not fit a parameter is
 * found out by running: inputs that most programs reject do not count.
 */
export function guessArguments(parameters: readonly Parameter[]): readonly (readonly Value[])[] {
  const required = parameters.filter((parameter) => parameter.defaultValue === undefined && parameter.variadic !== true);
  const kinds = required.map(kindsOf);
  const most = Math.max(1, ...kinds.map((options) => options.length));
  return Array.from({ length: most * 2 }, (_unused, index) =>
    kinds.map((options) => {
      const values: readonly Value[] = samples[options[Math.floor(index / 2) % options.length] ?? 'int'];
      return values[index % values.length] ?? int(1);
    }),
  );
}
