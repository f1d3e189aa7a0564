import type { Schemas } from '../../api/client.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { Glyph } from '../../parts/glyph.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { Said } from '../../parts/said.tsx';
import { modelsText } from './models.text.ts';

type Measurement = Schemas['Doctor']['measurements'][number];

/** What models were measured to be good at here, the newest first and open. */
export function MeasuredPanel({ measurements }: { readonly measurements: readonly Measurement[] }) {
  const text = useTexts(modelsText);
  const [newest, ...earlier] = measurements;
  if (newest === undefined) {
    return (
      <section className="plate" aria-labelledby="measured">
        <div className="head">
          <h2 id="measured">{text.measured}</h2>
        </div>
        <p className="body text-ink-2">{text.notMeasured}</p>
      </section>
    );
  }
  return (
    <section className="plate" aria-labelledby="measured">
      <div className="head">
        <h2 id="measured">
          <ProgramText text={newest.model} mono={false} />
        </h2>
        <When measurement={newest} />
      </div>
      <Findings measurement={newest} />
      {earlier.length > 0 && (
        <div className="foot grid gap-2">
          <span>{text.earlier}</span>
          {earlier.map((measurement) => (
            <details key={`${measurement.model} ${measurement.at}`}>
              <summary>
                <ProgramText text={measurement.model} mono={false} /> <When measurement={measurement} />
              </summary>
              <Findings measurement={measurement} />
            </details>
          ))}
        </div>
      )}
    </section>
  );
}

function When({ measurement: { at, seconds, language } }: { readonly measurement: Measurement }) {
  const text = useTexts(modelsText);
  const words = useWords();
  return (
    <span className="ml-auto text-label text-ink-3">
      {language} · {text.measuredAt(words.date(at), words.number(Math.round(seconds)))}
    </span>
  );
}

function Findings({ measurement: { findings } }: { readonly measurement: Measurement }) {
  const text = useTexts(modelsText);
  return (
    <div className="overflow-x-auto mt-1">
      <table className="table fold">
        <thead>
          <tr>
            <th>{text.what}</th>
            <th>{text.seen}</th>
            <th>{text.does}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ what, whatSaid, seen, seenSaid, does, doesSaid, good }) => (
            <tr key={what}>
              <td>
                <span className="inline-flex items-baseline gap-2">
                  <Glyph name={good ? 'a' : 'half'} className={good ? 'text-cool' : 'text-warm'} />
                  <span className="sr-only">{good ? text.good : text.poor}: </span>
                  <Said text={what} said={whatSaid} />
                </span>
              </td>
              <td>
                <Said text={seen} said={seenSaid} />
              </td>
              <td className="text-ink-2">
                <Said text={does} said={doesSaid} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
