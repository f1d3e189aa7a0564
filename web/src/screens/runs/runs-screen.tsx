import { useTexts } from '../../i18n/language.tsx';
import { ReplayView } from './replay-view.tsx';
import { runsText } from './runs.text.ts';
import { RunsList } from './runs-list.tsx';

/** Stored runs, and the one that is played again beside them; on a narrow screen one of the two. */
export function RunsScreen({ replay }: { readonly replay?: string }) {
  const text = useTexts(runsText);
  if (replay === undefined) {
    return (
      <div className="grid gap-4">
        <h1>
          {text.title}. <span>{text.pick}</span>
        </h1>
        <RunsList selected={null} />
        <p className="text-ink-3 max-w-[62ch]">{text.pickMore}</p>
      </div>
    );
  }
  return (
    <div className="grid gap-4 items-start wide:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
      <div className="max-wide:hidden">
        <RunsList selected={replay} />
      </div>
      <ReplayView key={replay} runId={replay} />
    </div>
  );
}
