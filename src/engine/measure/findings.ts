import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import { inEnglish, type Said, say } from '../../domain/said.ts';
import { exampleForms } from '../sample/arms.ts';
import { leastValidity } from '../tests/least-validity.ts';
import { endings } from './measure-context.ts';
import { notOffered } from './measure-forms.ts';
import { wilson } from './wilson.ts';

/** One thing found out, and what Anneal does about it; each in English and by codes. */
export type Finding = {
  readonly what: string;
  readonly whatSaid: readonly Said[];
  readonly seen: string;
  readonly seenSaid: readonly Said[];
  readonly does: string;
  readonly doesSaid: readonly Said[];
  readonly good: boolean;
};

const found = (what: Said, seenSaid: readonly Said[], does: Said, good: boolean): Finding => ({
  what: inEnglish([what]),
  whatSaid: [what],
  seen: inEnglish(seenSaid),
  seenSaid,
  does: inEnglish([does]),
  doesSaid: [does],
  good,
});

const endedBy: Readonly<Record<string, Said>> = {
  [endings.declared]: say('seen-ended-declared'),
  [endings.time]: say('seen-ended-time'),
  [endings.silence]: say('seen-ended-silence'),
};

const share = (right: number, trials: number) => {
  const { low, high } = wilson(right, trials);
  return { right, trials, low, high };
};

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
  const usedAs = !works ? say('form-used-in-vain') : used.length > 1 ? say('form-used-with-others') : say('form-used');
  return forms.map(({ form, right, trials, note }) => {
    const noted = note === null ? [] : [note === notOffered ? say('seen-not-offered') : say('seen-note', { note })];
    const seen = trials > 0 ? [say('seen-programs', share(right, trials)), ...noted] : note === null ? [say('seen-nothing')] : noted;
    return found(say(`what-${form}`), seen, used.includes(form) ? usedAs : say('form-unused'), used.includes(form) && works);
  });
}

function testFinding({ tests }: ModelMeasurement): readonly Finding[] {
  if (tests === null || tests.replies === 0) return [];
  const { right, trials, replies } = tests;
  const used = trials > 0 && right / trials >= leastValidity;
  const seen = trials === 0 ? say('seen-no-tests', { replies }) : say('seen-right', share(right, trials));
  return [found(say('what-tests'), [seen], used ? say('tests-vote', { share: right / trials }) : say('tests-unused'), used)];
}

function decisionFinding({ decisions }: ModelMeasurement, profile: ModelProfile): readonly Finding[] {
  if (decisions === null) return [];
  const { right, trials, chance, labelMass, calibrated, commonest } = decisions;
  const seen = [
    say('seen-decisions', { ...share(right, trials), chance }),
    labelMass === null ? say('seen-no-probabilities') : say('seen-label-mass', { share: labelMass }),
    ...(commonest > 0.75 ? [say('seen-same-letter', { share: commonest })] : []),
  ];
  const well = calibrated ? say('decides-well') : say('decides-uncalibrated');
  return [found(say('what-decisions'), seen, profile.decides ? well : say('decides-badly'), profile.decides)];
}

function contextFinding({ context }: ModelMeasurement): readonly Finding[] {
  if (context === null) return [];
  const { declared, read, found: at, stopped } = context;
  const seen = [
    say('seen-context', { declared, read }),
    at === null ? say('seen-never-repeated') : say('seen-repeated', { at }),
    endedBy[stopped] ?? say('seen-ended', { why: stopped }),
  ];
  return [found(say('what-context'), seen, say('context-cut'), at !== null)];
}

function samplingFindings({ schema, thinks, samples, seeds }: ModelMeasurement): readonly Finding[] {
  const findings: Finding[] = [];
  if (schema !== null) {
    const held = [say('seen-held', share(schema.right, schema.trials))];
    findings.push(found(say('what-schema'), held, say('schema-checked'), schema.right === schema.trials));
  }
  if (thinks !== null) {
    const seen = [say(thinks ? 'seen-thinks' : 'seen-no-thoughts')];
    findings.push(found(say('what-thinking'), seen, say(thinks ? 'thinking-cut' : 'nothing-to-do'), !thinks));
  }
  if (samples !== null) {
    const { given, asked, distinct } = samples;
    const does = say(distinct > 1 ? 'samples-many' : 'samples-alike');
    findings.push(found(say('what-n'), [say('seen-samples', { given, asked, distinct })], does, given === asked && distinct > 1));
  }
  if (seeds !== null) {
    const { repeats } = seeds;
    const seen = [say(repeats ? 'seen-same-text' : 'seen-other-text')];
    findings.push(found(say('what-seeds'), seen, say(repeats ? 'seeds-repeat' : 'seeds-recorded'), repeats));
  }
  return findings;
}

function speedFinding({ speed }: ModelMeasurement): readonly Finding[] {
  if (speed === null) return [];
  const { promptTokens: reading, single, together, samples } = speed;
  const gain = together / single;
  const does = say(gain >= 1.2 ? 'speed-together' : 'speed-alone');
  return [found(say('what-speed'), [say('seen-speed', { reading, single, together, samples, gain })], does, gain >= 1.2)];
}

function silenceFinding({ questions, timedOut: silent }: ModelMeasurement): readonly Finding[] {
  if (silent === 0) return [];
  return [found(say('what-time'), [say('seen-silence', { silent, questions })], say('silence-unmeasured'), false)];
}
