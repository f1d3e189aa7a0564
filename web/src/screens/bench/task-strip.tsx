import { shownShare } from '../../../../src/domain/shown-share.ts';
import { temperOf } from '../../../../src/domain/temper.ts';
import type { Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { benchText } from './bench.text.ts';

type Task = Schemas['BenchReport']['tasks'][number];

/** Every task as a column, the hardest left: above how many of its programs are right, below what came back. */
export function TaskStrip({ tasks }: { readonly tasks: readonly Task[] }) {
  const text = useTexts(benchText);
  const words = useWords();
  const sorted = tasks.toSorted((one, other) => one.share - other.share || Number(one.right === true) - Number(other.right === true));
  const won = tasks.filter(({ share, right }) => share < 0.5 && right === true).length;
  const lost = tasks.filter(({ share, right }) => share >= 0.5 && right !== true).length;
  return (
    <section className="plate" aria-labelledby="every">
      <div className="head">
        <h2 id="every">{text.everyTask}</h2>
        <span className="text-label text-ink-3">{text.oneColumn}</span>
        <span className="ml-auto text-label text-ink-2">{text.wonLost(won, lost)}</span>
      </div>
      <div className="body grid gap-3">
        <div className="strip" role="img" aria-label={`${text.everyTask}: ${text.wonLost(won, lost)}`}>
          {sorted.map(({ id, share, right }) => (
            <i key={id} data-temper={temperOf(share)}>
              <b />
              <u data-right={right === null ? 'none' : right} />
            </i>
          ))}
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-3">
          <span>
            {text.above}{' '}
            <span className="ramp" aria-hidden="true">
              {[0, 1, 2, 3, 4].map((temper) => (
                <i key={temper} data-temper={temper} />
              ))}
            </span>
          </span>
          <span>{text.below}</span>
        </p>
        <details>
          <summary>{text.asTable}</summary>
          <Scrolled label={text.everyTask}>
            <table className="table mt-2">
              <thead>
                <tr>
                  <th>{text.task}</th>
                  <th className="num">{text.programsRight}</th>
                  <th>{text.handedBack}</th>
                  <th className="num">{text.confidence}</th>
                  <th className="num">{text.tokens}</th>
                  <th className="num">{text.seconds}</th>
                </tr>
              </thead>
              <tbody>
                {sorted.map(({ id, share, right, confidence, tokens, seconds }) => (
                  <tr key={id}>
                    <td>
                      <ProgramText text={id} />
                    </td>
                    <td className="num">{words.percent(share)}</td>
                    <td>{right === null ? text.isNone : right ? text.isRight : text.isWrong}</td>
                    <td className="num">{words.number(shownShare(confidence), { minimumFractionDigits: 2, maximumFractionDigits: 2 })}</td>
                    <td className="num">{words.number(tokens)}</td>
                    <td className="num">{words.seconds(seconds * 1000)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        </details>
      </div>
    </section>
  );
}
