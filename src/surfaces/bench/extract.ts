import type { Contract } from '../../domain/contract.ts';
import type { Language } from '../../ports/language.ts';
import type { ReplyReader } from '../../ports/reply-reader.ts';

/** `ms`: the middle of the times that it took in place; `besideMs` and `heldUpMs`: in a thread, and the longest that a timer of the program waited meanwhile. */
export type ExtractFigures = {
  readonly shape: string;
  readonly characters: number;
  readonly ms: number;
  readonly besideMs: number;
  readonly heldUpMs: number;
  readonly outcome: string;
};

const program = `def total_price(items, discount=0.0):
    """Sum the prices of items and take off a discount."""
    if not 0 <= discount <= 1:
        raise ValueError("discount must lie between 0 and 1")
    total = 0
    for name, price, count in items:
        if count < 0:
            raise ValueError(f"negative count of {name}")
        total += price * count
    return round(total * (1 - discount), 2)
`;
const prose = 'The function goes through the items one by one, adds up what they cost, and takes the discount off at the end.\n\n';
const fenced = `Here is the function:\n\n\`\`\`python\n${program}\`\`\`\n\n`;
const fill = (part: string, characters: number): string => part.repeat(Math.ceil(characters / part.length)).slice(0, characters);

/** Replies as they come, and replies that would hold up a careless reader. */
const shapes: readonly (readonly [string, string])[] = [
  ['4 kB: a fence among prose', fenced + fill(prose, 3400)],
  ['4 kB: code without a fence', program + fill(prose, 3500)],
  ['4 kB: JSON', JSON.stringify({ explanation: fill(prose, 3400), code: program })],
  ['200 kB: a fence behind much prose', fill(prose, 199_000) + fenced],
  ['200 kB: reasoning before the fence', `<think>\n${fill(prose + fenced, 199_000)}\n</think>\n${fenced}`],
  ['200 kB: one line again and again', fill('total = total + 1\n', 200_000)],
  ['200 kB of backticks', fill('`', 200_000)],
  ['200 kB of {', fill('{', 200_000)],
  ['200 kB of {"a":', fill('{"a":', 200_000)],
  ['200 kB of quotes in quotes', fill(`"'`, 200_000)],
  ['200 kB of <think>', fill('<think>', 200_000)],
  ['200 kB of blocks that do not parse', fill('```python\nx = (\n```\n', 200_000)],
];

/** Measures how long replies of many shapes take to read, in place and beside. */
export async function benchExtract(
  language: Language,
  reader: ReplyReader,
  repeats: number,
  clock: { readonly now: () => number; readonly tick: (every: number, run: () => void) => () => void },
): Promise<readonly ExtractFigures[]> {
  const contract: Contract = { language: language.id, entry: { kind: 'function', name: 'total_price', parameters: [] } };
  const figures: ExtractFigures[] = [];
  // The thread reads its parsers with the first reply.
  await reader.extract(language, { text: fill(prose, 5000), finish: 'stop' }, contract);
  const round = (value: number): number => Math.round(value * 10) / 10;
  // In place comes last: its garbage would hold up the program in the other measurement.
  const beside: Pick<ExtractFigures, 'besideMs' | 'heldUpMs'>[] = [];
  for (const [, text] of shapes) {
    let last = clock.now();
    let heldUpMs = 0;
    const stop = clock.tick(1, () => {
      heldUpMs = Math.max(heldUpMs, clock.now() - last);
      last = clock.now();
    });
    const started = clock.now();
    await reader.extract(language, { text: `${text}\n`, finish: 'stop' }, contract);
    beside.push({ besideMs: round(clock.now() - started), heldUpMs: round(Math.max(heldUpMs, clock.now() - last)) });
    stop();
  }
  for (const [index, [shape, text]] of shapes.entries()) {
    const times: number[] = [];
    let outcome = '';
    for (let count = 0; count < repeats; count += 1) {
      // Each reading is of a new text: what was parsed before is remembered.
      const reply = { text: `${text}\n${count}`, finish: 'stop' as const };
      const started = clock.now();
      const found = language.extract(reply, contract);
      times.push(clock.now() - started);
      outcome = found.type === 'code' ? 'code' : found.reason;
    }
    const ms = round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
    figures.push({ shape, characters: text.length, ms, besideMs: 0, heldUpMs: 0, ...beside[index], outcome });
  }
  return figures;
}
