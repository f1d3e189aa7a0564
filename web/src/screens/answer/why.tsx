import type { ReactNode } from 'react';
import { printable } from '../../../../src/domain/printable.ts';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { AnswerShape, Glyph, letterOf } from '../../parts/glyph.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { answerText } from './answer.text.ts';
import { type Rival, reasonsFor } from './reasons.ts';

/** Why the chosen program was chosen, from what was observed. */
export function Why({ state }: { readonly state: RunState }) {
  const text = useTexts(answerText);
  const words = useWords();
  const reasons = reasonsFor(state);
  const selected = state.selection?.selected ?? '';
  const { apart, repairs, parent } = reasons;
  const list = (ids: readonly string[]): string => ids.slice(0, 8).join(', ') + (ids.length > 8 ? ` +${ids.length - 8}` : '');
  const together =
    apart.length + repairs.length <= 1
      ? text.alone(selected)
      : repairs.length === 0
        ? text.apart(list(apart))
        : apart.length === 0
          ? text.apart(list(repairs))
          : text.apartWithRepairs(list(apart), list(repairs));
  const items: readonly { readonly mark: ReactNode; readonly words: ReactNode }[] = [
    ...reasons.said.map(({ call, value, ruledOut }) => ({
      mark: <Icon name="lock" />,
      words: (
        <>
          <ProgramText text={text.said(call, value)} mono={false} /> {ruledOut > 0 && text.ruledOut(ruledOut)}
        </>
      ),
    })),
    { mark: <AnswerShape rank={0} />, words: together },
    ...(parent !== null ? [{ mark: <Glyph name="half" />, words: text.repairOnly(selected, parent) }] : []),
    ...(reasons.broken.length > 0 ? [{ mark: <Glyph name="broken" />, words: text.outBroken(list(reasons.broken)) }] : []),
    ...(reasons.limited.length > 0 ? [{ mark: <Glyph name="limit" />, words: text.outLimit(list(reasons.limited)) }] : []),
    ...(reasons.rejected.length > 0 ? [{ mark: <Glyph name="stop" />, words: text.outRejected(list(reasons.rejected)) }] : []),
    ...(reasons.rivalShare !== null && reasons.rivalShare >= 0.005
      ? [{ mark: <AnswerShape rank={1} />, words: text.rivals('B', words.percent(reasons.rivalShare)) }]
      : []),
    ...(reasons.isLikeliest ? [{ mark: <Glyph name="dot" />, words: text.likeliest(selected) }] : []),
  ];
  return (
    <section className="plate" aria-labelledby="why">
      <div className="head">
        <h2 id="why">{text.why}</h2>
      </div>
      <div className="body">
        <ul className="lines">
          {items.map(({ mark, words: said }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
            <li key={index}>
              {mark}
              <span>{said}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The example that another behaviour would win by, to be given with one press. */
export function WhatWouldChange({
  rival,
  onGive,
}: {
  readonly rival: Rival | null;
  readonly onGive: (call: string, value: string) => void;
}) {
  const text = useTexts(answerText);
  return (
    <section className="plate" aria-labelledby="change">
      <div className="head">
        <h2 id="change">{text.changes}</h2>
      </div>
      <div className="body">
        {rival === null ? (
          <p>{text.noRival}</p>
        ) : (
          <>
            <p>
              {text.ifCall} <ProgramText text={rival.call.slice(0, 200)} /> {text.shouldGive}{' '}
              <ProgramText text={rival.other.slice(0, 200)} />
              {text.instead} <ProgramText text={rival.own.slice(0, 200)} />:{' '}
              {text.group(letterOf(rival.rank), rival.ids.slice(0, 4).join(', '))}
            </p>
            <button type="button" className="btn small mt-3" onClick={() => onGive(rival.call, rival.other)}>
              <bdi className="truncate max-w-60">{text.itShould(printable(rival.other))}</bdi>
            </button>
          </>
        )}
      </div>
    </section>
  );
}
