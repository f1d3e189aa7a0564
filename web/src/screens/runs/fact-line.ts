import type { ModelPurpose, RunEvent } from '../../../../src/domain/run-event.ts';
import type { Said } from '../../../../src/domain/said.ts';
import type { Words } from '../../i18n/words.ts';
import { type GlyphName, letterOf } from '../../parts/glyph.tsx';
import type { factText } from './runs.text.ts';

/** A fact in a line: a mark, our words, and what was said by a program, a model or a person. */
export type FactLine = {
  readonly glyph: GlyphName;
  readonly words: string;
  readonly quote: string;
  /** `quote` by codes, where it is a sentence of ours. */
  readonly said: readonly Said[] | null;
};

const purposes: readonly ModelPurpose[] = ['contract', 'tests', 'sample', 'repair', 'decide', 'explain'];
const mostShown = 3;

export function factLine(event: RunEvent, text: (typeof factText)['en'], words: Words): FactLine {
  const line = (glyph: GlyphName, about: string, quote = '', said: FactLine['said'] = null): FactLine => ({
    glyph,
    words: about,
    quote,
    said,
  });
  switch (event.type) {
    case 'run-queue':
      return line('dot', text.queued);
    case 'run-start':
      return line('dot', text.begins(event.language, event.model.id));
    case 'run-resume':
      return line('dot', text.resumes);
    case 'plan-end':
      return line('dot', text.plan(event.action), event.reason, event.reasonSaid ?? []);
    case 'contract-end':
      return line('dot', text.contract, event.signature);
    case 'tests-add':
      return line('dot', text.tests(event.tests.length));
    case 'tests-retract':
      return line('dot', text.retracted(event.tests.length), event.reason, event.reasonSaid ?? []);
    case 'tests-evaluate':
      return line('dot', text.evaluated);
    case 'tests-end':
      return line('met', text.fixed);
    case 'round-start':
      return event.kind === 'repair' ? line('c', text.repair(event.parent ?? '')) : line('c', text.round(event.round + 1, event.samples));
    case 'candidate-add':
      if (event.duplicateOf !== undefined) return line('dot', text.twin(event.id, event.duplicateOf));
      if (event.rejected !== null) return line('broken', text.rejected(event.id), event.rejected.detail);
      return line('dot', text.written(event.id));
    case 'candidate-check':
      return line('dot', text.checked(event.candidate, event.diagnostics.length), event.diagnostics[0]?.message ?? '');
    case 'candidate-observe': {
      const isCut = event.termination.type === 'limit';
      return line(isCut ? 'limit' : 'b', isCut ? text.stopped(event.candidate) : text.observed(event.candidate));
    }
    case 'original-observe':
      return line('dot', text.before);
    case 'round-end':
      return line('dot', text.roundEnds(event.round + 1));
    case 'selection-end': {
      const shares = event.clusters.slice(0, mostShown).map(({ posterior }, rank) => `${letterOf(rank)} ${words.percent(posterior)}`);
      return line('a', `${text.selected} ${shares.join(', ')}`);
    }
    case 'model-call': {
      const purpose = text.purposes.split(',')[purposes.indexOf(event.purpose)] ?? event.purpose;
      return line('dot', text.asked(purpose, words.number(event.completionTokens)));
    }
    case 'model-reply':
      return line('dot', text.reply);
    case 'question-ask':
      return line('ask', text.question, event.question.call ?? event.question.text);
    case 'question-answer':
      return line('ask', text.answered, event.value ?? event.optionId ?? '');
    case 'warning':
      return line('warn', text.warning(event.warning.feature), event.warning.detail, event.warning.detailSaid ?? []);
    case 'run-end':
      return line(event.outcome === 'success' ? 'a' : 'stop', text.ends(text[event.outcome]));
  }
}
