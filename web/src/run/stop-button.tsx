import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { texts } from '../../../src/domain/texts.ts';
import { useApi } from '../api/api-context.tsx';
import { dataOf } from '../api/client.ts';
import { useSingleKeys } from '../app/single-keys.ts';
import { useTexts } from '../i18n/language.tsx';

const stopText = texts(
  { stop: 'Stop', sure: 'Stop for good?', stopping: 'Stopping', question: 'Press again to stop. What was found is kept.' },
  { stop: 'Остановить', sure: 'Точно остановить?', stopping: 'Останавливается', question: 'Нажмите ещё раз. Найденное сохранится.' },
);

/** Milliseconds in which the second press counts. */
const secondPressMs = 4000;

/** Ends the run. Asks once: the second press, or the second Esc, does it. */
export function StopButton({ runId }: { readonly runId: string }) {
  const text = useTexts(stopText);
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST('/api/runs/{id}/cancel', { params: { path: { id: runId } } })),
  });
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => setAsking(false), secondPressMs);
    return () => clearTimeout(timer);
  }, [isAsking]);
  useSingleKeys([['Escape', () => (isAsking ? mutate() : setAsking(true))]]);
  return (
    <button
      type="button"
      className={`btn min-w-32${isAsking ? ' primary' : ''}`}
      aria-disabled={isPending}
      onClick={() => (isAsking ? mutate() : setAsking(true))}
    >
      {isPending ? text.stopping : isAsking ? text.sure : text.stop} <kbd>Esc</kbd>
      {isAsking && (
        <span className="sr-only" role="status">
          {text.question}
        </span>
      )}
    </button>
  );
}
