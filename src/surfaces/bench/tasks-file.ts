import { z } from 'zod';
import { AppError } from '../../domain/app-error.ts';
import { languageIds } from '../../domain/contract.ts';

const taskSchema = z.object({
  id: z.string(),
  language: z.enum(languageIds),
  request: z.string(),
  signature: z.string().optional(),
  /** Given to the run. */
  examples: z.array(z.string()).default([]),
  /** Boolean expressions that judge the answer; a run never sees them. */
  checks: z.array(z.string()).min(1),
});

export type BenchTask = z.output<typeof taskSchema>;

/** Reads tasks from JSON lines. Throws `bad-input` with the line's number. */
export function parseTasks(text: string, file: string): readonly BenchTask[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      try {
        return taskSchema.parse(JSON.parse(line));
      } catch (error) {
        const why = error instanceof z.ZodError ? (error.issues[0]?.message ?? 'wrong shape') : String(error);
        throw new AppError(
          'bad-input',
          `${file}, line ${number}: ${why}`,
          'each line is {"id", "language", "request", "signature", "examples", "checks"}',
        );
      }
    });
}
