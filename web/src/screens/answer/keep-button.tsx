import { useMutation } from '@tanstack/react-query';
import type { RunResult } from '../../../../src/domain/run-result.ts';
import { texts } from '../../../../src/domain/texts.ts';
import { useApi } from '../../api/api-context.tsx';
import { dataOf } from '../../api/client.ts';
import { useSingleKeys } from '../../app/single-keys.ts';
import { useTexts } from '../../i18n/language.tsx';

const keepText = texts(
  {
    keep: 'Keep as a skill',
    keeping: 'Keeping',
    kept: (name: string) => `Kept as ${name}: it answers such requests from now on, without a model.`,
    untested: (name: string) => `Kept as ${name}, but it did not pass its tests again.`,
  },
  {
    keep: 'Сохранить как навык',
    keeping: 'Сохраняется',
    kept: (name: string) => `Сохранено как ${name}: теперь навык отвечает на такие запросы без модели.`,
    untested: (name: string) => `Сохранено как ${name}, но тесты повторно не прошли.`,
  },
);

/** Whether a program is worth keeping: new, settled, and with a test that it can be verified by. */
const isKeepable = ({ status, skill, model, evidence }: RunResult): boolean =>
  status === 'success' && (skill ?? null) === null && !model.demo && evidence.tests.some(({ passed }) => passed === true);

/** Keeps the program of a run as a skill, with a click or one key. */
export function useKeep(result: RunResult) {
  const text = useTexts(keepText);
  const api = useApi();
  const keep = useMutation({ mutationFn: () => dataOf(api.POST('/api/skills', { body: { runId: result.runId } })) });
  const { data, isPending, isSuccess, error } = keep;
  const isOffered = isKeepable(result) && !isSuccess;
  const go = (): boolean => {
    if (!isOffered || isPending) return false;
    keep.mutate();
    return true;
  };
  useSingleKeys([['KeyK', go]]);
  const said = data === undefined ? null : data.skill.status === 'verified' ? text.kept(data.skill.name) : text.untested(data.skill.name);
  const button = isOffered && (
    <button type="button" className="btn" aria-disabled={isPending} onClick={go}>
      {isPending ? text.keeping : text.keep} <kbd>K</kbd>
    </button>
  );
  return { button, said, error };
}
