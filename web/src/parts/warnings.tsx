import type { Warning } from '../../../src/domain/run-event.ts';
import { warningsInRussian } from '../../../src/domain/said-in-russian.ts';
import { useLanguage } from '../i18n/language.tsx';
import { Glyph } from './glyph.tsx';
import { ProgramText } from './program-text.tsx';
import { Said } from './said.tsx';

/** What degraded in a run: what it was, and how. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const { language } = useLanguage();
  return warnings.map(({ feature, detail, detailSaid }) => (
    <div key={`${feature} ${detail}`} className="notice warn">
      <Glyph name="warn" />
      <b>
        <ProgramText text={(language === 'ru' ? warningsInRussian[feature] : undefined) ?? feature} mono={false} />
      </b>
      <p>
        <Said text={detail} said={detailSaid} />
      </p>
    </div>
  ));
}
