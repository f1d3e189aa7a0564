import type { Schemas } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.tsx';
import { CommandLine } from '../../parts/command-line.tsx';
import { Glyph, type GlyphName } from '../../parts/glyph.tsx';
import { Said } from '../../parts/said.tsx';
import { checkText, groupText, modelsText } from './models.text.ts';

type Check = Schemas['Doctor']['checks'][number];
type CheckName = keyof typeof checkText.en;

const groups: readonly (readonly [keyof typeof groupText.en, readonly CheckName[]])[] = [
  ['sandbox', ['sandbox']],
  ['languages', ['python', 'lua', 'node']],
  ['model', ['model', 'weights', 'ollama']],
  ['storage', ['store', 'skills', 'disk', 'memory']],
];

export const nameOf = (name: string, names: Readonly<Record<string, string>>): string => names[name] ?? name;

/** What was tried on this machine, and what mends it. */
export function DoctorPanel({ checks }: { readonly checks: readonly Check[] | null }) {
  const text = useTexts(modelsText);
  const headings = useTexts(groupText);
  return (
    <section className="plate" aria-labelledby="machine" aria-busy={checks === null}>
      <div className="head">
        <h2 id="machine">{text.machine}</h2>
      </div>
      <dl className="checks">
        {groups.map(([group, names]) => (
          <div key={group} className="contents">
            <dt className="group">{headings[group]}</dt>
            <dd className="group" aria-hidden="true" />
            {names.map((name) => (
              <CheckRow key={name} name={name} check={checks?.find((check) => check.name === name) ?? null} />
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

const markOf = ({ ok, needed, fix }: Check): readonly [GlyphName, string, 'works' | 'better' | 'missing' | 'absent'] => {
  if (ok) return fix === null ? ['a', 'text-cool', 'works'] : ['half', 'text-warm', 'better'];
  return needed ? ['broken', 'text-ink', 'missing'] : ['dot', 'text-ink-3', 'absent'];
};

function CheckRow({ name, check }: { readonly name: CheckName; readonly check: Check | null }) {
  const text = useTexts(modelsText);
  const names = useTexts(checkText);
  if (check === null) {
    return (
      <>
        <dt className="text-ink-3">{names[name]}</dt>
        <dd>
          <i className="bone my-1.25 w-3/4" aria-hidden="true" />
        </dd>
      </>
    );
  }
  const [glyph, colour, word] = markOf(check);
  return (
    <>
      <dt className="flex items-baseline gap-2">
        <Glyph name={glyph} className={colour} />
        <span>{names[name]}</span>
        <span className="sr-only">: {text[word]}</span>
      </dt>
      <dd className="grid gap-1.5">
        <span className="text-ink-2 break-words">
          <Said text={check.detail} said={check.detailSaid} />
        </span>
        {check.fix !== null && <CommandLine command={check.fix} said={check.fixSaid} />}
      </dd>
    </>
  );
}
