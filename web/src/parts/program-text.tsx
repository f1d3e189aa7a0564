import { printable } from '../../../src/domain/printable.ts';

/**
 * Text of a program, a model or a request inside our own: kept apart from its surroundings' direction, with the characters
 * that reorder or hide text written out.
 */
export function ProgramText({ text, mono = true }: { readonly text: string; readonly mono?: boolean }) {
  return mono ? (
    <code>
      <bdi>{printable(text)}</bdi>
    </code>
  ) : (
    <bdi>{printable(text)}</bdi>
  );
}
