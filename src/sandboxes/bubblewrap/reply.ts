import { z } from 'zod';
import type { Execution } from '../../domain/execution.ts';
import type { JobEnd } from '../classify.ts';
import type { Frame } from './frames.ts';

const replySchema = z.object({
  id: z.number(),
  status: z.number().nullable(),
  killed: z.enum(['wall', 'cpu', 'memory', 'output', 'cancel']).nullable(),
  problem: z.string().nullable(),
  cpuMs: z.number(),
  wallMs: z.number(),
  maxRssBytes: z.number(),
  peakBytes: z.number(),
  refused: z.boolean(),
  busy: z.boolean(),
  truncated: z.boolean(),
  sizes: z.array(z.number().int().nonnegative()).min(2).max(3),
});

export type Reply = { readonly end: JobEnd; readonly output: Omit<Execution, 'termination'> };

/** Null when the frame is not the answer to job `id`. */
export function readReply(frame: Frame, id: number, wantsResult: boolean): Reply | null {
  const parsed = replySchema.safeParse(frame.header);
  if (!parsed.success || parsed.data.id !== id) return null;
  const reply = parsed.data;
  const [outSize = 0, errorSize = 0, resultSize = 0] = reply.sizes;
  if (outSize + errorSize + resultSize !== frame.payload.byteLength) return null;
  const result = frame.payload.subarray(outSize + errorSize);
  return {
    end: reply,
    output: {
      stdout: frame.payload.subarray(0, outSize),
      stderr: frame.payload.subarray(outSize, outSize + errorSize),
      ...(wantsResult ? { result } : {}),
      truncated: reply.truncated,
      usage: { wallMs: reply.wallMs, cpuMs: reply.cpuMs, maxRssBytes: reply.maxRssBytes },
    },
  };
}
