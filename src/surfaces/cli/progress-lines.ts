import { counted } from '../../domain/counted.ts';
import { entryInWords } from '../../domain/entry-in-words.ts';
import { printableLine } from '../../domain/printable.ts';
import type { LiveDelta, RunEvent } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { asDecimal } from '../../domain/shown-share.ts';
import { trustedOrigins } from '../../domain/test.ts';
import type { Terminal } from './terminal.ts';

export type Progress = {
  readonly show: (event: RunEvent | LiveDelta) => void;
  /** A line of the surface's own before the first event, and what the heartbeat says from then on. */
  readonly say: (line: string, doing?: string) => void;
  /** A stored run goes on from here. */
  readonly from: (state: RunState) => void;
  /** The run pauses, for a question: what is shown stays, and other text follows it. */
  readonly settle: () => void;
  /** Stops the heartbeat. */
  readonly end: () => void;
};

type Now = {
  doing: string | null;
  candidates: number;
  expected: number;
  observed: number;
  readonly rejected: Set<string>;
  trusted: number;
  generated: number;
  inputs: number;
};

const label = (name: string): string => name.padEnd(11);
/** Above this many samples a line for each would only scroll by. */
const mostCandidateLines = 8;
/** Milliseconds after which a line that says nothing new is said again. */
const sameAgainMs = 5000;

/** One line a fact that matters. While nothing new comes, a line every five seconds says what is waited for; one that differs comes sooner. */
export function startProgress(terminal: Terminal): Progress {
  const startedAt = performance.now();
  let lastLineAt = performance.now();
  const now: Now = { doing: null, candidates: 0, expected: 0, observed: 0, rejected: new Set(), trusted: 0, generated: 0, inputs: 0 };
  let lastDoing = '';
  const say = (line: string) => {
    lastLineAt = performance.now();
    terminal.note(line);
  };
  const heartbeat = setInterval(() => {
    if (now.doing === null) return;
    const doing = `${now.doing}${counts(now)}`;
    if (performance.now() - lastLineAt < (doing === lastDoing ? sameAgainMs : 900)) return;
    lastDoing = doing;
    lastLineAt = performance.now();
    terminal.note(`${label('')}${doing}, ${Math.round((performance.now() - startedAt) / 1000)} s`, 'dim');
  }, 100);
  heartbeat.unref();
  const show = (event: RunEvent | LiveDelta) => {
    if (event.type === 'round-start') lastDoing = '';
    const line = lineOf(event, now, terminal);
    if (line !== null) say(line);
  };
  return {
    show,
    say: (line, doing) => {
      now.doing = doing ?? now.doing;
      say(line);
    },
    from: () => undefined,
    settle: () => undefined,
    end: () => clearInterval(heartbeat),
  };
}

function counts({ candidates, expected, observed }: Now): string {
  return expected === 0 ? '' : `: ${candidates} of ${expected} written, ${observed} run`;
}

function lineOf(event: RunEvent | LiveDelta, now: Now, terminal: Terminal): string | null {
  switch (event.type) {
    case 'run-start': {
      now.doing = 'planning';
      const without = event.sandbox.missing.length > 0 ? ` (without ${event.sandbox.missing.join(', ')})` : '';
      const demo = event.model.demo ? '   DEMO: a scripted model, not a real one' : '';
      return `${label('run')}${event.language} · ${event.model.id} · sandbox ${event.sandbox.level}${without}${demo}`;
    }
    case 'run-resume':
      now.doing = 'going on';
      return `${label('resume')}going on from what is stored`;
    case 'contract-end':
      now.doing = 'writing tests';
      return `${label('contract')}${printableLine(event.signature || entryInWords(event.contract.entry))}   (from the ${event.source})`;
    case 'tests-add':
      for (const { origin, expected } of event.tests) {
        if (trustedOrigins.has(origin)) now.trusted += 1;
        else if (expected.type === 'unknown') now.inputs += 1;
        else now.generated += 1;
      }
      return null;
    case 'tests-end':
      now.doing = 'writing candidates';
      return `${label('tests')}${now.trusted} trusted, ${now.generated} generated, ${now.inputs} inputs to tell candidates apart`;
    case 'round-start':
      now.doing = event.kind === 'repair' ? 'repairing' : 'sampling';
      // Counted by the round: what was there before it, such as the program to be mended, is none of its samples.
      now.candidates = 0;
      now.observed = 0;
      now.expected = event.samples;
      return `${label(`round ${event.round}`)}${event.samples} ${event.kind === 'repair' ? `repairs of ${event.parent ?? 'the best candidate'}` : 'candidates'}`;
    case 'candidate-add': {
      now.candidates += 1;
      if (event.duplicateOf !== undefined)
        return candidateLine(now, terminal, `${event.id.padEnd(5)} the same program as ${event.duplicateOf}`);
      if (event.rejected === null) return null;
      now.rejected.add(event.id);
      return candidateLine(now, terminal, `${event.id.padEnd(5)} rejected, ${event.rejected.reason}: ${firstLine(event.rejected.detail)}`);
    }
    case 'candidate-check': {
      const wrong = event.diagnostics.find(({ severity }) => severity === 'error');
      // A rejection says why already.
      if (wrong === undefined || now.rejected.has(event.candidate)) return null;
      return candidateLine(now, terminal, `${event.candidate.padEnd(5)} not run: ${firstLine(wrong.message)}`);
    }
    case 'candidate-observe': {
      if (event.repeat) return null;
      now.observed += 1;
      return candidateLine(now, terminal, `${event.candidate.padEnd(5)} ${outcomes(event)}`);
    }
    case 'selection-end': {
      const groups = event.clusters.length === 0 ? '' : ` of ${counted(event.clusters.length, 'group')} by behaviour`;
      return `${label('selection')}${event.selected ?? 'nothing'}${groups}, confidence ${asDecimal(event.confidence)}: ${printableLine(event.reason)}`;
    }
    case 'question-ask':
      // Whoever ends the run shows it, with its options.
      now.doing = null;
      return null;
    case 'run-end':
      now.doing = 'closing';
      now.expected = 0;
      return null;
    case 'warning':
      terminal.alert(`warning: ${event.warning.feature}: ${printableLine(event.warning.detail)}`, 'yellow');
      return null;
    case 'progress':
      // Within a round the count of candidates says more.
      if (now.expected === 0) now.doing = event.total === null ? event.what : `${event.what} ${event.done} of ${event.total}`;
      return null;
    default:
      return null;
  }
}

const firstLine = (text: string): string => printableLine(text.split('\n')[0] ?? '', 100);

function candidateLine(now: Now, terminal: Terminal, text: string): string | null {
  if (now.expected <= mostCandidateLines) return `${label('')}${text}`;
  terminal.detail(`${label('')}${text}`);
  return null;
}

function outcomes({ observations, termination }: Extract<RunEvent, { type: 'candidate-observe' }>): string {
  const tally = new Map<string, number>();
  for (const { outcome } of observations) {
    const name = { value: 'value', raised: 'raised', limit: 'stopped at a limit', missing: 'no result' }[outcome.type];
    tally.set(name, (tally.get(name) ?? 0) + 1);
  }
  const parts = [...tally].map(([name, count]) => `${count} ${name}${name === 'value' && count !== 1 ? 's' : ''}`);
  if (termination.type === 'signal') parts.push(`ended by ${termination.signal}`);
  return `ran: ${parts.join(', ') || 'no calls'}`;
}
