import type { Warning } from '../../domain/run-event.ts';
import type { PullProgress } from '../../ports/model-provider.ts';
import { formatBytes } from './format-bytes.ts';

/** One line for each new status, and one a second while bytes arrive; warnings at once. */
export async function showPull(
  say: (line: string) => void,
  name: string,
  parts: AsyncIterable<PullProgress>,
  warn: (warning: Warning) => void = ({ feature, detail }) => say(`warning: ${feature}: ${detail}`),
): Promise<void> {
  let lastStatus = '';
  let lastAt = 0;
  for await (const { status, completedBytes, totalBytes, warning } of parts) {
    if (warning !== undefined) warn(warning);
    const now = performance.now();
    if (status === lastStatus && now - lastAt < 1000) continue;
    const size = totalBytes === null ? '' : ` of ${formatBytes(totalBytes)}`;
    const share = totalBytes === null || completedBytes === null ? '' : ` (${Math.floor((100 * completedBytes) / totalBytes)} %)`;
    say(`${name}: ${status}${completedBytes === null ? size : ` ${formatBytes(completedBytes)}${size}${share}`}`);
    lastStatus = status;
    lastAt = now;
  }
}
