import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../domain/app-error.ts';

const recordedTaskSchema = z.object({
  task_id: z.string(),
  candidates: z.array(z.object({ count: z.number(), correct: z.boolean() })),
  tests: z.array(z.object({ count: z.number(), callIndex: z.number() })),
  /** Candidate × call → outcome index. */
  observed: z.array(z.array(z.number())),
  outcomes: z.array(z.string()),
  /** Test → outcome index; −1 when its source does not evaluate. */
  expectedOutcome: z.array(z.number()),
});

/** What the distinct programs of one task did on every call, and which of them are right. */
export type RecordedTask = z.output<typeof recordedTaskSchema>;

/** Reads recorded behaviour (JSON lines, also gzipped), one task at a time. Throws `bad-input` with the line's number. */
export async function* readRecordedTasks(file: string): AsyncGenerator<RecordedTask> {
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  bytes.once('error', (error) => input.destroy(error));
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line.trim() !== '') yield recordedTaskSchema.parse(JSON.parse(line));
    }
  } catch (error) {
    const why =
      error instanceof z.ZodError ? (error.issues[0]?.message ?? 'wrong shape') : error instanceof Error ? error.message : String(error);
    throw new AppError('bad-input', `${file}, after line ${number}: ${why}`, 'give a file of recorded behaviour in JSON lines', {
      cause: error,
    });
  }
}
