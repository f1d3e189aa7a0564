import type { Dialogue } from '../ports/sandbox.ts';

/** A dialogue with one job: pieces are heard in order, and answers are said while the job runs. */
export type Conversation = {
  readonly push: (piece: Uint8Array) => void;
  /** The job is over: nothing more is heard or said. Resolves when nobody listens any more; throws what hearing threw. */
  readonly end: () => Promise<void>;
};

/** `fail` is called once, when hearing threw: it ends the job. */
export function openConversation(dialogue: Dialogue, say: (answer: Uint8Array) => void, fail: () => void): Conversation {
  const over = new AbortController();
  let failure: { readonly reason: unknown } | null = null;
  let heard = Promise.resolve();
  const hear = async (piece: Uint8Array): Promise<void> => {
    if (failure !== null || over.signal.aborted) return;
    try {
      const answer = await dialogue.hear(piece, over.signal);
      if (answer.byteLength > 0 && !over.signal.aborted) say(answer);
    } catch (reason) {
      // A listener that is told to stop may say so by throwing.
      if (over.signal.aborted) return;
      failure = { reason };
      fail();
    }
  };
  return {
    push: (piece) => {
      heard = heard.then(() => hear(piece));
    },
    end: async () => {
      over.abort();
      await heard;
      if (failure !== null) throw failure.reason;
    },
  };
}
