import { texts } from '../../../src/domain/texts.ts';
import type { Schemas } from '../api/client.ts';
import { useTexts } from '../i18n/language.tsx';
import { Glyph, type GlyphName } from './glyph.tsx';

type Summary = Pick<Schemas['RunSummary'], 'phase' | 'status'>;

const markText = texts(
  {
    success: 'Settled',
    unsure: 'Not settled',
    failed: 'Not solved',
    cancelled: 'Stopped',
    waiting: 'Question',
    queued: 'In line',
    running: 'Running',
    interrupted: 'Interrupted',
  },
  {
    success: 'Сошлось',
    unsure: 'Не сошлось',
    failed: 'Не решено',
    cancelled: 'Остановлен',
    waiting: 'Вопрос',
    queued: 'В очереди',
    running: 'Идёт',
    interrupted: 'Прерван',
  },
);

type State = keyof typeof markText.en;

const marks: Readonly<Record<State, readonly [GlyphName, string]>> = {
  success: ['a', 'text-cool'],
  unsure: ['half', 'text-warm'],
  failed: ['broken', 'text-ink'],
  cancelled: ['stop', 'text-ink-2'],
  waiting: ['ask', 'text-warm'],
  queued: ['dot', 'text-ink-3'],
  running: ['dot', 'text-hot'],
  interrupted: ['half', 'text-ink-3'],
};

const stateOf = ({ phase, status }: Summary): State => {
  if (phase !== 'done') return phase;
  return status === null || status === 'clarify' ? 'failed' : status;
};

/** How a run stands: a mark, and its word (for screen readers only unless `withWord`). */
export function RunMark({ phase, status, withWord = false }: Summary & { readonly withWord?: boolean }) {
  const text = useTexts(markText);
  const state = stateOf({ phase, status });
  const [glyph, colour] = marks[state];
  return (
    <span className="inline-flex items-center gap-1.75 whitespace-nowrap">
      <Glyph name={glyph} className={colour} />
      <span className={withWord ? '' : 'sr-only'}>{text[state]}</span>
    </span>
  );
}
