import type { Value } from '../domain/value.ts';

/** How a language writes what is no literal of it, and what is. */
export type ValueStyle = {
  /** Null: it has no literal, so the parts below are used. */
  readonly literal: (value: Value) => string | null;
  readonly text: (text: string) => string;
  readonly list: readonly [string, string];
  readonly tuple: readonly [string, string];
  readonly set: readonly [string, string];
  readonly pair: (key: string, value: string) => string;
};

/** A value on one line, without control characters, cut at `maxCharacters` with `…`. */
export function formatWith(style: ValueStyle, value: Value, maxCharacters = 200): string {
  const text = write(style, value, maxCharacters);
  const characters = [...text];
  return characters.length > maxCharacters ? `${characters.slice(0, Math.max(0, maxCharacters - 1)).join('')}…` : text;
}

function write(style: ValueStyle, value: Value, room: number): string {
  switch (value.type) {
    case 'list':
    case 'tuple':
    case 'set': {
      const [open, close] = style[value.type];
      const literal = value.items.length === 0 || (value.type === 'tuple' && value.items.length === 1) ? style.literal(value) : null;
      return literal ?? `${open}${parts(value.items, (item, left) => write(style, item, left), room)}${close}`;
    }
    case 'map': {
      const pair = ([key, item]: readonly [Value, Value], left: number): string =>
        style.pair(write(style, key, left), write(style, item, left));
      return `{${parts(value.entries, pair, room)}}`;
    }
    case 'object':
      return (
        style.literal(value) ??
        `${plain(value.className)}(${parts(value.fields, ([name, item], left) => `${plain(name)}=${write(style, item, left)}`, room)})`
      );
    case 'opaque':
      return style.literal(value) ?? `<${plain(value.kind)}>`;
    case 'cycle':
      return '<cycle>';
    case 'too-large':
      return `<too large: ${plain(style.text(value.prefix))}>`;
    default:
      return style.literal(value) ?? '<?>';
  }
}

/** Stops writing once the text is longer than will be shown. */
function parts<T>(items: readonly T[], one: (item: T, left: number) => string, room: number): string {
  let text = '';
  for (const [index, item] of items.entries()) {
    if (text.length > room) return `${text}, …`;
    text += (index === 0 ? '' : ', ') + one(item, room - text.length);
  }
  return text;
}

const plain = (text: string): string => text.replace(/[^\P{C}]|[\u2028\u2029]/gu, '?');
