import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { Icon, type IconName, Mark, ThemeIcon } from '../parts/icons.tsx';
import { BarFacts } from './bar-facts.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { hrefTo, type Route, useRoute } from './route.ts';
import { shellText } from './shell.text.ts';
import { useTemper } from './temper.tsx';
import { useTheme } from './theme.ts';

type Section = 'ask' | 'runs' | 'sessions' | 'models' | 'bench';
const sections: readonly { readonly at: Section; readonly icon: IconName }[] = [
  { at: 'ask', icon: 'ask' },
  { at: 'runs', icon: 'runs' },
  { at: 'sessions', icon: 'sessions' },
  { at: 'models', icon: 'models' },
  { at: 'bench', icon: 'bench' },
];

const sectionOf = ({ at }: Route): Section => (at === 'run' ? 'ask' : at);

/** The bar with the sections, and below it the screen. The bar's edge takes the temperature of what is shown. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const route = useRoute();
  const text = useTexts(shellText);
  const { language, choose } = useLanguage();
  const { theme, toggle } = useTheme();
  const temper = useTemper();
  const main = useRef<HTMLElement>(null);
  const section = sectionOf(route);
  const place = hrefTo(route);
  const before = useRef(place);
  useEffect(() => {
    // A screen reader is told of the new screen by the focus, which goes where its content begins.
    if (before.current === place) return;
    before.current = place;
    main.current?.focus();
  }, [place]);
  return (
    <>
      <a
        className="skip"
        href={place}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {text.skip}
      </a>
      <header className="bar" data-temper={temper ?? undefined}>
        <a
          className="flex items-center gap-2.25 text-ink no-underline text-[1.0625rem] font-[640] tracking-[-.02em]"
          href={hrefTo({ at: 'ask' })}
        >
          <Mark />
          anneal
        </a>
        <nav className="nav" aria-label={text.sections}>
          {sections.map(({ at, icon }) => (
            <a key={at} href={hrefTo({ at })} aria-current={section === at ? 'page' : undefined}>
              <Icon name={icon} />
              <span data-text={text[at]} className="max-phone:hidden">
                {text[at]}
              </span>
              <span className="phone:hidden">{at === 'bench' ? text.benchShort : text[at]}</span>
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-4 min-w-0 text-label text-ink-2">
          <BarFacts />
          <button
            type="button"
            className="btn plain small"
            lang={language === 'en' ? 'ru' : 'en'}
            onClick={() => choose(language === 'en' ? 'ru' : 'en')}
          >
            {text.other}
          </button>
          <KeysDialog />
          <button type="button" className="btn plain square" aria-label={theme === 'dark' ? text.toLight : text.toDark} onClick={toggle}>
            <ThemeIcon />
          </button>
        </div>
      </header>
      <main ref={main} tabIndex={-1} className="mx-auto max-w-[1320px] p-6 max-phone:p-3 max-phone:pt-4">
        {children}
      </main>
    </>
  );
}
