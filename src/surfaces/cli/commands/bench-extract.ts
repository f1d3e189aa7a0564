import { benchExtract } from '../../bench/extract.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';

type Options = { readonly repeats: string };

const clock = {
  now: () => performance.now(),
  tick: (every: number, run: () => void) => {
    const timer = setInterval(run, every);
    return () => clearInterval(timer);
  },
};

/** `anneal bench extract`: how long replies take to read, in place and in a thread, and how long the program waits meanwhile. */
export const benchExtractCommand: CliCommand<Options> = async ({ deps, terminal }, options) => {
  const repeats = numberOption('--repeats', options.repeats, { min: 1, max: 1000, whole: true });
  const reader = await deps.replyReader();
  const figures = await benchExtract(await deps.language('python'), reader, repeats, clock);
  if (options.json) {
    terminal.json(figures, 2);
    return 0;
  }
  terminal.data(`${'reply'.padEnd(38)} ms in place   ms beside   held up   outcome\n`);
  for (const { shape, ms, besideMs, heldUpMs, outcome } of figures) {
    const figure = (value: number, width: number) => value.toFixed(1).padStart(width);
    terminal.data(`${shape.padEnd(38)} ${figure(ms, 11)} ${figure(besideMs, 11)} ${figure(heldUpMs, 9)}   ${outcome}\n`);
  }
  return 0;
};
