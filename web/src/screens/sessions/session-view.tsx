import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { hrefTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Composer } from './composer.tsx';
import { ProgramPanel } from './program-panel.tsx';
import { SessionActions } from './session-actions.tsx';
import { sessionsText } from './sessions.text.ts';
import { TurnView } from './turn-view.tsx';
import { isAtWork, type Session, useResults, useSession, versionsOf } from './use-session.ts';

const noSession: Pick<Session, 'turns' | 'program'> = { turns: [], program: null };

/** A session as a conversation, with its program at the side. */
export function SessionView({ id }: { readonly id: string }) {
  const text = useTexts(sessionsText);
  const api = useApi();
  const queries = useQueryClient();
  const session = useSession(id);
  const { turns, program } = session.data ?? noSession;
  const results = useResults(turns);
  const versions = versionsOf(turns, results);
  const say = useMutation({
    mutationFn: (message: string) => dataOf(api.POST('/api/sessions/{id}/messages', { params: { path: { id } }, body: { message } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['session', id] }),
  });
  const last = turns.at(-1);
  const isBusy = last !== undefined && isAtWork(last);
  const end = useRef<HTMLOListElement>(null);
  const count = turns.length;
  useEffect(() => {
    // What was said last is what one looks for.
    if (count > 1) end.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  // A session that is on the screen stays there, with what is being written.
  if (session.isError && session.data === undefined) return <ProblemNotice error={session.error} onAgain={() => void session.refetch()} />;
  const tests = program?.tests ?? [];
  return (
    <div className="grid gap-4 items-start wide:grid-cols-[minmax(0,15fr)_minmax(0,16fr)]">
      <section className="plate" aria-labelledby="conversation" aria-busy={session.isPending}>
        <div className="head items-center pb-3 border-b border-line">
          <h1 className="text-base! leading-normal! truncate min-w-0" id="conversation">
            {program === null || program.signature === '' ? text.conversation : program.signature}
          </h1>
          <span className="ml-auto flex flex-wrap gap-2">
            <SessionActions id={id} last={last ?? null} isBusy={isBusy} />
            <a className="btn small" href={hrefTo({ at: 'sessions' })}>
              {text.newSession}
            </a>
          </span>
        </div>
        {session.isError && <ProblemNotice error={session.error} onAgain={() => void session.refetch()} />}
        {session.isPending && <p className="body text-ink-3 min-h-60">{text.loading}</p>}
        {session.isSuccess && turns.length === 0 && <p className="body text-ink-3 min-h-24">{text.empty}</p>}
        <ol className="turns" ref={end}>
          {turns.map((turn, index) => {
            const version = versions.findIndex(({ runId }) => runId === turn.runId);
            return (
              <TurnView
                key={turn.runId}
                turn={turn}
                result={results.get(turn.runId) ?? null}
                version={version < 0 ? null : version + 1}
                isLast={index === turns.length - 1}
              />
            );
          })}
        </ol>
        {say.data !== undefined && (say.data.dropped > 0 || say.data.superseded.length > 0) && (
          <div className="notice m-4" role="status">
            {say.data.dropped > 0 && <p>{text.dropped(say.data.dropped)}</p>}
            {say.data.superseded.map(({ old, by }) => (
              <p key={old}>
                {text.superseded} <code>{old}</code> → <code>{by}</code>
              </p>
            ))}
          </div>
        )}
        <Composer
          label={text.next}
          hint={last?.state === 'waiting' ? text.answerHint : turns.length === 0 ? text.firstHint : text.nextHint}
          isBusy={isBusy}
          isSending={say.isPending}
          error={say.error}
          onSend={(message) => say.mutateAsync(message)}
        >
          {tests.length > 0 && (
            <>
              <Icon name="lock" /> {text.lockedCount(tests.length)}
            </>
          )}
        </Composer>
      </section>
      <ProgramPanel versions={versions} tests={tests} />
    </div>
  );
}
