import { entryInWords } from '../../domain/entry-in-words.ts';
import type { Observation } from '../../domain/observation.ts';
import { printableLine } from '../../domain/printable.ts';
import type { LiveDelta, RunEvent } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { asDecimal } from '../../domain/shown-share.ts';
import { trustedOrigins } from '../../domain/test.ts';
import type { Tongue } from '../../domain/texts.ts';
import type { Terminal } from './terminal.ts';
import { runWords } from './words/run-words.ts';
import { said, tongueOf, tongueOfRun, warningLine } from './words/tongue.ts';

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
  tongue: Tongue;
  doing: string | null;
  candidates: number;
  expected: number;
  observed: number;
  readonly rejected: Set<string>;
  trusted: number;
  generated: number;
  inputs: number;
};

type Label = 'run' | 'resume' | 'contract' | 'tests' | 'round' | 'selection';

const column = (name: string): string => name.padEnd(11);

/** The names of lines, in the order of the table. */
const labels: readonly Label[] = ['run', 'resume', 'contract', 'tests', 'round', 'selection'];
const label = (name: Label, { tongue }: Pick<Now, 'tongue'>, more = ''): string =>
  column(`${runWords[tongue].labels.split(' ')[labels.indexOf(name)] ?? name}${more}`);
/** Above this many samples a line for each would only scroll by. */
const mostCandidateLines = 8;
/** Milliseconds after which a line that says nothing new is said again. */
const sameAgainMs = 5000;

/** One line a fact that matters. While nothing new comes, a line every five seconds says what is waited for; one that differs comes sooner. */
export function startProgress(terminal: Terminal): Progress {
  const startedAt = performance.now();
  let lastLineAt = performance.now();
  const now: Now = {
    tongue: 'en',
    doing: null,
    candidates: 0,
    expected: 0,
    observed: 0,
    rejected: new Set(),
    trusted: 0,
    generated: 0,
    inputs: 0,
  };
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
    const seconds = runWords[now.tongue].seconds(String(Math.round((performance.now() - startedAt) / 1000)));
    terminal.note(`${column('')}${doing}, ${seconds}`, 'dim');
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
    from: (state) => {
      now.tongue = tongueOfRun(state);
    },
    settle: () => undefined,
    end: () => clearInterval(heartbeat),
  };
}

function counts({ tongue, candidates, expected, observed }: Now): string {
  return expected === 0 ? '' : `: ${runWords[tongue].written(candidates, expected, observed)}`;
}

function lineOf(event: RunEvent | LiveDelta, now: Now, terminal: Terminal): string | null {
  if (event.type === 'run-start') now.tongue = tongueOf(event.request.message ?? event.request.task);
  const words = runWords[now.tongue];
  switch (event.type) {
    case 'run-start': {
      now.doing = words.planning;
      const without = event.sandbox.missing.length > 0 ? ` (${words.without(event.sandbox.missing.join(', '))})` : '';
      const demo = event.model.demo ? `   ${words.demo}` : '';
      return `${label('run', now)}${event.language} · ${event.model.id} · ${words.sandbox(event.sandbox.level)}${without}${demo}`;
    }
    case 'run-resume':
      now.doing = words.goingOn;
      return `${label('resume', now)}${words.goingOn}`;
    case 'contract-end': {
      now.doing = words.writingTests;
      const entry = printableLine(event.signature || said(entryInWords(event.contract.entry), now.tongue));
      return `${label('contract', now)}${entry}   ${words.contractFrom(event.source)}`;
    }
    case 'tests-add':
      for (const { origin, expected } of event.tests) {
        if (trustedOrigins.has(origin)) now.trusted += 1;
        else if (expected.type === 'unknown') now.inputs += 1;
        else now.generated += 1;
      }
      return null;
    case 'tests-end':
      now.doing = words.writingCandidates;
      return `${label('tests', now)}${words.tests(now.trusted, now.generated, now.inputs)}`;
    case 'round-start':
      now.doing = event.kind === 'repair' ? words.repairing : words.sampling;
      // Counted by the round: what was there before it, such as the program to be mended, is none of its samples.
      now.candidates = 0;
      now.observed = 0;
      now.expected = event.samples;
      return `${label('round', now, ` ${event.round}`)}${event.kind === 'repair' ? words.repairs(event.samples, event.parent) : words.candidates(event.samples)}`;
    case 'candidate-add': {
      now.candidates += 1;
      if (event.duplicateOf !== undefined) return candidateLine(now, terminal, `${event.id.padEnd(5)} ${words.sameAs(event.duplicateOf)}`);
      if (event.rejected === null) return null;
      now.rejected.add(event.id);
      return candidateLine(
        now,
        terminal,
        `${event.id.padEnd(5)} ${words.rejected(words.reason(event.rejected.reason))}: ${said(firstLine(event.rejected.detail), now.tongue)}`,
      );
    }
    case 'candidate-check': {
      const wrong = event.diagnostics.find(({ severity }) => severity === 'error');
      // A rejection says why already.
      if (wrong === undefined || now.rejected.has(event.candidate)) return null;
      return candidateLine(now, terminal, `${event.candidate.padEnd(5)} ${words.notRun}: ${firstLine(wrong.message)}`);
    }
    case 'candidate-observe': {
      if (event.repeat) return null;
      now.observed += 1;
      return candidateLine(now, terminal, `${event.candidate.padEnd(5)} ${outcomes(event, now.tongue)}`);
    }
    case 'selection-end': {
      const selected = `${words.selected(event.selected, event.clusters.length)}, ${words.confidence(asDecimal(event.confidence))}`;
      return `${label('selection', now)}${selected}: ${printableLine(said(event.reason, now.tongue))}`;
    }
    case 'question-ask':
      // Whoever ends the run shows it, with its options.
      now.doing = null;
      return null;
    case 'run-end':
      now.doing = words.closing;
      now.expected = 0;
      return null;
    case 'warning':
      terminal.alert(warningLine(event.warning, now.tongue), 'yellow');
      return null;
    case 'progress':
      // Within a round the count of candidates says more.
      if (now.expected === 0) now.doing = progressOf(event, now.tongue);
      return null;
    default:
      return null;
  }
}

const firstLine = (text: string): string => printableLine(text.split('\n')[0] ?? '', 100);

function candidateLine(now: Now, terminal: Terminal, text: string): string | null {
  if (now.expected <= mostCandidateLines) return `${column('')}${text}`;
  terminal.detail(`${column('')}${text}`);
  return null;
}

/** What the model is asked for, and how far that is. */
function progressOf({ what, done, total }: Extract<LiveDelta, { type: 'progress' }>, tongue: Tongue): string {
  const words = runWords[tongue];
  const doing = { contract: words.proposing, tests: words.writingTests, sample: words.sampling, repair: words.repairing }[what] ?? what;
  return total === null ? doing : `${doing}, ${words.step(done, total)}`;
}

function outcomes({ observations, termination }: Extract<RunEvent, { type: 'candidate-observe' }>, tongue: Tongue): string {
  const words = runWords[tongue];
  const tally = new Map<Observation['outcome']['type'], number>();
  for (const { outcome } of observations) tally.set(outcome.type, (tally.get(outcome.type) ?? 0) + 1);
  const parts = [...tally].map(([kind, count]) => words.outcome(kind, count));
  if (termination.type === 'signal') parts.push(words.endedBy(termination.signal));
  return words.ran(parts.join(', '));
}
