import type { Question, RunCommand } from '../domain/run-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunStore } from '../ports/run-store.ts';
import { slept } from './own.ts';
import type { Answer } from './run-service-types.ts';

/** What others left for a run, as far as it still matters. */
export type Pending = {
  readonly cancelled: boolean;
  readonly answer: Answer | null;
  /** The newest command: what came before is dealt with. */
  readonly newest: number;
};

/** The first answer that was meant for the open question and fits it counts; later ones came too late. */
export async function readPending(store: RunStore, runId: string, question: Question | null): Promise<Pending> {
  const stored = await store.commands(runId, 0);
  const newest = stored.at(-1)?.id ?? 0;
  const commands = stored.map(({ command }) => command);
  const cancelled = commands.some((command) => command.type === 'cancel');
  const answer = question === null ? undefined : commands.find((command) => answers(command, question));
  if (answer?.type !== 'answer') return { cancelled, answer: null, newest };
  const { optionId, value } = answer;
  return { cancelled, newest, answer: { ...(optionId === undefined ? {} : { optionId }), ...(value === undefined ? {} : { value }) } };
}

function answers(command: RunCommand, question: Question): boolean {
  if (command.type !== 'answer' || (command.question !== undefined && command.question !== question.id)) return false;
  return command.optionId === undefined ? command.value !== undefined : question.options.some((option) => option.id === command.optionId);
}

type Inbox = { readonly store: RunStore; readonly clock: Clock; readonly inboxMs: number; readonly after: number };

/** Resolves when somebody cancels the run with a command newer than `after`, or when `signal` aborts. Reading is tried again when it fails. */
export async function waitForCancel(
  runId: string,
  { store, clock, inboxMs, after }: Inbox,
  onCancel: () => void,
  signal: AbortSignal,
): Promise<void> {
  let seen = after;
  while (await slept(clock, inboxMs, signal)) {
    try {
      const commands = await store.commands(runId, seen);
      seen = commands.at(-1)?.id ?? seen;
      if (commands.some(({ command }) => command.type === 'cancel')) {
        onCancel();
        return;
      }
    } catch {
      // The owner's own appends will say so if the store stays away.
    }
  }
}
