import type { Warning } from '../../../src/domain/run-event.ts';
import { Glyph } from './glyph.tsx';
import { ProgramText } from './program-text.tsx';

/** What degraded in a run: what it was, and how. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  return warnings.map(({ feature, detail }) => (
    <div key={`${feature} ${detail}`} className="notice warn">
      <Glyph name="warn" />
      <b>
        <ProgramText text={feature} mono={false} />
      </b>
      <p>
        <ProgramText text={detail} mono={false} />
      </p>
    </div>
  ));
}
