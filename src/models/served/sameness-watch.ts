import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { CompletionRequest } from '../../ports/model.ts';

export const sameSamplesWarning: Warning = warned('seed', say('same-samples'));

/** Enough identical answers in a row to suspect the server and not the task. */
const suspiciousCount = 3;
const suspiciousLength = 80;

export type SamenessWatch = {
  /** True once the samples are suspiciously alike. */
  add(text: string): boolean;
  /** Asked when the request is sent: what earlier samples showed may have changed it. Null: no seed. */
  seedFor(sample: number): number | null;
};

/** Some servers turn a seed into temperature 0: when the first samples are all alike, the rest goes without seeds. */
export function createSamenessWatch(request: CompletionRequest): SamenessWatch {
  let firstText: string | null = null;
  let same = 0;
  let suspect = false;
  return {
    add(text) {
      firstText ??= text;
      if (text === firstText) same += 1;
      else same = Number.NEGATIVE_INFINITY;
      suspect ||= same >= suspiciousCount && request.temperature >= 0.3 && text.length >= suspiciousLength;
      return suspect;
    },
    seedFor: (sample) => (suspect ? null : (request.seeds[sample] ?? null)),
  };
}
