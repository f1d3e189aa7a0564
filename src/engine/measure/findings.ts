import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import { exampleForms } from '../sample/arms.ts';
import { leastValidity } from '../tests/least-validity.ts';
import { wilson } from './wilson.ts';

/** One thing found out, and what Anneal does about it. */
export type Finding = { readonly what: string; readonly seen: string; readonly does: string; readonly good: boolean };

const formNames = {
  chat: 'chat',
  'chat-prefill-examples': 'chat with solved examples and a begun answer',
  'completion-examples': 'plain text with solved examples',
} as const;

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const rate = (tokens: number): string => (tokens >= 10 ? tokens.toFixed(0) : tokens.toFixed(1));

function counted(right: number, trials: number): string {
  const { low, high } = wilson(right, trials);
  return `${right} of ${trials} (${percent(right / Math.max(1, trials))}; 95 % interval ${percent(low)} to ${percent(high)})`;
}

/** Everything that was measured, in the order of its weight for a run. `profile` is what the engine goes by from then on. */
export function findingsOf(measurement: ModelMeasurement, profile: ModelProfile): readonly Finding[] {
  return [
    ...formFindings(measurement, profile),
    ...testFinding(measurement),
    ...decisionFinding(measurement, profile),
    ...contextFinding(measurement),
    ...samplingFindings(measurement),
    ...speedFinding(measurement),
    ...silenceFinding(measurement),
  ];
}

function formFindings({ forms }: ModelMeasurement, { recipes }: ModelProfile): readonly Finding[] {
  const shown = exampleForms(recipes);
  const used: readonly ModelProfile['recipes'][number][] = shown.length > 0 ? shown : recipes.slice(0, 1);
  const works = forms.some(({ right }) => right > 0);
  return forms.map(({ form, right, trials, note }) => ({
    what: formNames[form],
    seen: trials === 0 ? (note ?? 'not measured') : `right programs: ${counted(right, trials)}${note === null ? '' : `; ${note}`}`,
    does: !used.includes(form)
      ? 'not used'
      : works
        ? `candidates are asked for in this form${used.length > 1 ? ', and in the others that work with examples' : ''}`
        : 'used, although no form gave a right program: take another model, or give many examples and candidates (-n 64)',
    good: used.includes(form) && works,
  }));
}

function testFinding({ tests }: ModelMeasurement): readonly Finding[] {
  if (tests === null || tests.replies === 0) return [];
  const { right, trials, replies } = tests;
  const used = trials > 0 && right / trials >= leastValidity;
  return [
    {
      what: 'generated tests',
      seen: trials === 0 ? `none could be read from ${replies} replies` : `right in ${counted(right, trials)}`,
      does: used
        ? `they vote, each as one that is right in ${percent(right / trials)} of cases`
        : 'generated tests are not used: your examples and the agreement of programs decide',
      good: used,
    },
  ];
}

function decisionFinding({ decisions }: ModelMeasurement, profile: ModelProfile): readonly Finding[] {
  if (decisions === null) return [];
  const { right, trials, chance, labelMass, calibrated, commonest } = decisions;
  const good = profile.decides;
  const labels = labelMass === null ? 'no probabilities shown' : `label mass ${percent(labelMass)}`;
  const bias = commonest > 0.75 ? `; ${percent(commonest)} of the answers are the same letter` : '';
  return [
    {
      what: 'decisions',
      seen: `right in ${counted(right, trials)}, chance ${percent(chance)}; ${labels}${bias}`,
      does: good
        ? `good enough to be asked${calibrated ? '' : ', as one vote, because it shows no probabilities'}; rules decide where there are any`
        : 'not clearly better than chance: plain rules decide',
      good,
    },
  ];
}

function contextFinding({ context }: ModelMeasurement): readonly Finding[] {
  if (context === null) return [];
  const { declared, read, found, stopped } = context;
  const memory = found === null ? 'it never repeated a word from the beginning' : `it repeated a word from the beginning at ${found}`;
  return [
    {
      what: 'context',
      seen: `declared ${declared} tokens, read whole up to ${read}; ${memory}; ended because ${stopped}`,
      does: 'a prompt that is refused or cut is an error, never a worse answer; keep --context within this',
      good: found !== null,
    },
  ];
}

function samplingFindings({ schema, thinks, samples, seeds }: ModelMeasurement): readonly Finding[] {
  const findings: Finding[] = [];
  if (schema !== null) {
    const held = schema.right === schema.trials;
    findings.push({
      what: 'schema',
      seen: `held in ${counted(schema.right, schema.trials)}`,
      does: 'structured answers are checked in any case, whatever a model promises',
      good: held,
    });
  }
  if (thinks !== null) {
    findings.push({
      what: 'thinking',
      seen: thinks ? 'it thinks aloud in its answers' : 'answers hold no thinking',
      does: thinks ? 'thinking is cut out before anything is read' : 'nothing to do',
      good: !thinks,
    });
  }
  if (samples !== null) {
    const good = samples.given === samples.asked && samples.distinct > 1;
    findings.push({
      what: 'n',
      seen: `${samples.given} of ${samples.asked} samples came, ${samples.distinct} of them different`,
      does: samples.distinct > 1 ? 'several candidates are asked for at once' : 'samples do not differ: more candidates bring nothing',
      good,
    });
  }
  if (seeds !== null) {
    findings.push({
      what: 'seeds',
      seen: seeds.repeats ? 'the same seed gives the same text' : 'the same seed gives another text',
      does: seeds.repeats ? '--seed repeats a run on this machine' : 'runs are recorded, because --seed does not repeat them',
      good: seeds.repeats,
    });
  }
  return findings;
}

function speedFinding({ speed }: ModelMeasurement): readonly Finding[] {
  if (speed === null) return [];
  const gain = speed.together / speed.single;
  const reading = speed.promptTokens === null ? '' : `reads ${rate(speed.promptTokens)} tokens/s, `;
  return [
    {
      what: 'speed',
      seen: `${reading}writes ${rate(speed.single)} tokens/s alone, ${rate(speed.together)} with ${speed.samples} samples at once (${gain.toFixed(1)} times)`,
      does: gain >= 1.2 ? 'samples are asked for together' : 'together is hardly faster than one by one here',
      good: gain >= 1.2,
    },
  ];
}

function silenceFinding({ questions, timedOut }: ModelMeasurement): readonly Finding[] {
  if (timedOut === 0) return [];
  return [
    {
      what: 'time',
      seen: `${timedOut} of ${questions} questions had no answer in time`,
      does: 'they count as not measured; raise --budget-seconds of runs, or take a smaller model',
      good: false,
    },
  ];
}
