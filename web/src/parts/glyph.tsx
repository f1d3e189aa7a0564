export type GlyphName = 'a' | 'b' | 'c' | 'd' | 'dot' | 'met' | 'broken' | 'limit' | 'ask' | 'half' | 'stop' | 'warn';

/** A small mark beside words; it says nothing by itself. */
export function Glyph({
  name,
  hollow = false,
  className = '',
}: {
  readonly name: GlyphName;
  readonly hollow?: boolean;
  readonly className?: string;
}) {
  return <i className={`g g-${name}${hollow ? ' hollow' : ''} ${className}`} aria-hidden="true" />;
}

const shapes = ['a', 'b', 'c', 'd'] as const;
/** The name of the answer with this rank: A, B, C … */
export const letterOf = (rank: number): string => String.fromCharCode(65 + (rank % 26));

/** The shape of the answer with this rank (0 is the likeliest); from the fifth on a letter. */
export function AnswerShape({ rank, hollow = false }: { readonly rank: number; readonly hollow?: boolean }) {
  const shape = shapes[rank];
  if (shape !== undefined) return <Glyph name={shape} hollow={hollow} />;
  return (
    <i className="g g-letter" aria-hidden="true">
      {hollow ? letterOf(rank).toLowerCase() : letterOf(rank)}
    </i>
  );
}
