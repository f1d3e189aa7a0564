import { z } from 'zod';
import type { Execution } from '../domain/execution.ts';
import type { ReportedVersion, SuiteReport } from '../ports/test-suite.ts';

const calls = { calls: z.array(z.string()), pending: z.boolean(), unsupported: z.string().nullable() };
const label = z.string();
const assumed = z.array(z.string());
const problem = z.object({
  kind: z.enum(['syntax', 'import', 'load', 'lacking']),
  message: z.string(),
  line: z.number().nullable(),
  name: z.string().nullable(),
});
const collected = z.object({ module: label, collected: z.array(z.string()), assumed, ...calls });
const failed = z.object({ module: label, problem, assumed, ...calls });
const tested = z.object({
  module: label,
  id: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped']),
  message: z.string().nullable(),
  line: z.number().nullable(),
  ...calls,
});
const ended = z.object({ end: z.literal(true) });
const frame = z.union([collected, failed, tested, ended]);

/**
 * Reads what a test run wrote: lines of `NONCE JSON` up to its end. Anything else on the channel, a second word on one test,
 * and whatever follows the end makes the whole run worthless.
 */
export function readSuiteReport(execution: Execution, nonce: string): SuiteReport {
  const nothing: SuiteReport = { versions: [], ended: false, tampered: true };
  const lines = new TextDecoder().decode(execution.result ?? new Uint8Array()).split('\n');
  const cut = lines.pop() ?? '';
  if (!cut.startsWith(nonce.slice(0, cut.length))) return nothing;
  const versions = new Map<string, { -readonly [K in keyof ReportedVersion]: ReportedVersion[K] }>();
  let over = false;
  for (const line of lines) {
    if (over || !line.startsWith(`${nonce} `)) return nothing;
    const read = frame.safeParse(parsed(line.slice(nonce.length + 1)));
    if (!read.success) return nothing;
    const { data } = read;
    if ('end' in data) {
      over = true;
      continue;
    }
    const known = versions.get(data.module);
    const { pending, unsupported } = data;
    const reported = { calls: data.calls, pending, unsupported };
    if ('id' in data) {
      if (known?.collected == null || !known.collected.includes(data.id) || known.tests.some(({ id }) => id === data.id)) return nothing;
      known.tests = [...known.tests, { id: data.id, outcome: data.outcome, message: data.message, line: data.line, ...reported }];
      continue;
    }
    if (known !== undefined) return nothing;
    versions.set(data.module, {
      label: data.module,
      collected: 'collected' in data ? data.collected : null,
      problem: 'problem' in data ? data.problem : null,
      loading: reported,
      assumed: data.assumed[0] ?? null,
      tests: [],
    });
  }
  return { versions: [...versions.values()], ended: over, tampered: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
