import type { Words } from '../i18n/words.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as disks and downloads are sold: decimal units, gigabytes with a tenth. */
export function bytesIn(words: Words, bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3;
  return words.number(bytes / 1000 ** step, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step === 3 ? 1 : 0,
  });
}
