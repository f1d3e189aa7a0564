import { useTexts, useWords } from '../i18n/language.tsx';
import { AnswerShape, letterOf } from '../parts/glyph.tsx';
import { PosteriorBar } from '../parts/posterior.tsx';
import { gridText } from './grid.text.ts';
import type { GridGroup } from './grid-model.ts';

/** What stands beside, or on a phone above, the rows of a group. */
export function GroupBand({ group }: { readonly group: GridGroup }) {
  const text = useTexts(gridText);
  const words = useWords();
  if (group.kind !== 'cluster') return <span className="text-label text-ink-2">{group.kind === 'out' ? text.out : text.fresh}</span>;
  const letter = letterOf(group.rank);
  return (
    <div className="cluster">
      <span className="inline-flex gap-1.5 items-center font-[640]">
        {group.rank < 4 ? <AnswerShape rank={group.rank} /> : <i className="w-2.5" />} {letter}
      </span>
      <PosteriorBar share={group.posterior} />
      <span className="share">{words.percent(group.posterior)}</span>
      <span className="note">{text.programs(group.programs)}</span>
    </div>
  );
}
