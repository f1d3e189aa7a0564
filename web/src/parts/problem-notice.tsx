import { texts } from '../../../src/domain/texts.ts';
import { ApiError } from '../api/client.ts';
import { hrefTo } from '../app/route.ts';
import { useTexts } from '../i18n/language.tsx';
import { Failure } from './failure.tsx';
import { Glyph } from './glyph.tsx';

const problemText = texts(
  {
    away: 'The service does not answer.',
    awayNext: 'Is “anneal serve” still running? What you wrote is kept here.',
    unauthorized: 'The service does not know this browser.',
    unauthorizedNext: 'Open the link that “anneal serve” prints in its terminal.',
    again: 'Try again',
    runs: 'All runs',
  },
  {
    away: 'Сервис не отвечает.',
    awayNext: 'Запущен ли ещё «anneal serve»? Написанное здесь сохранено.',
    unauthorized: 'Сервис не знает этот браузер.',
    unauthorizedNext: 'Откройте ссылку, которую «anneal serve» печатает в терминале.',
    again: 'Повторить',
    runs: 'Все прогоны',
  },
);

/** What failed, and the next step; the service's own words where it gave some. */
export function ProblemNotice({ error, onAgain }: { readonly error: unknown; readonly onAgain?: () => void }) {
  const text = useTexts(problemText);
  const again = onAgain !== undefined && (
    <div>
      <button type="button" className="btn small" onClick={onAgain}>
        {text.again}
      </button>
    </div>
  );
  const problem = error instanceof ApiError && error.status !== 401 ? error.problem : null;
  if (problem !== null) {
    return (
      <Failure code={problem.code} message={problem.detail ?? problem.title} hint={problem.hint ?? ''}>
        {problem.code === 'not-found' ? (
          <div>
            <a className="btn small" href={hrefTo({ at: 'runs' })}>
              {text.runs}
            </a>
          </div>
        ) : (
          again
        )}
      </Failure>
    );
  }
  const { head, next } = wordsFor(error, text);
  return (
    <div className="notice fault" role="alert">
      <Glyph name="warn" />
      <b>{head}</b>
      {next !== '' && <p>{next}</p>}
      {again}
    </div>
  );
}

type Words = Readonly<Record<'away' | 'awayNext' | 'unauthorized' | 'unauthorizedNext', string>>;

function wordsFor(error: unknown, text: Words): { readonly head: string; readonly next: string } {
  if (error instanceof ApiError && error.status === 0) return { head: text.away, next: text.awayNext };
  if (error instanceof ApiError && error.status === 401) return { head: text.unauthorized, next: text.unauthorizedNext };
  return { head: error instanceof Error ? error.message : String(error), next: '' };
}
