import { useId, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { keysText } from './keys.text.ts';
import { switchKeys, useKeysOn, useSingleKeys } from './single-keys.ts';

type Text = keyof typeof keysText.en;
type Line = { readonly keys: readonly string[]; readonly does: Text };
const line = (does: Text, ...keys: readonly string[]): Line => ({ does, keys });

const groups: readonly { readonly name: Text; readonly lines: readonly Line[] }[] = [
  { name: 'everywhere', lines: [line('help', '?'), line('search', '/')] },
  { name: 'ask', lines: [line('send', 'Ctrl ↵')] },
  {
    name: 'run',
    lines: [
      line('move', '↑', '↓', '←', '→'),
      line('ends', 'Home', 'End'),
      line('inspect', '↵'),
      line('compare', 'D'),
      line('fold', 'F'),
      line('stop', 'Esc'),
    ],
  },
  { name: 'question', lines: [line('choose', 'A', 'B', 'C', 'D'), line('other', 'O'), line('answer', '↵')] },
  { name: 'done', lines: [line('copy', 'C'), line('keep', 'K')] },
  { name: 'replay', lines: [line('play', 'Space'), line('event', '←', '→'), line('round', 'Shift ←', 'Shift →')] },
];

/** The keys of the page, behind `?` and a button; single keys can be switched off there. */
export function KeysDialog() {
  const text = useTexts(keysText);
  const dialog = useRef<HTMLDialogElement>(null);
  const isOn = useKeysOn();
  const id = useId();
  const open = (): void => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useSingleKeys([['?', open]]);
  return (
    <>
      <button type="button" className="btn plain square max-phone:hidden" aria-label={text.open} aria-haspopup="dialog" onClick={open}>
        ?
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself */}
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby={`${id}-title`}
        onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      >
        <div className="flex items-center justify-between gap-4 px-5 pt-4">
          <h2 id={`${id}-title`}>{text.title}</h2>
          <button type="button" className="btn plain square" aria-label={text.close} onClick={() => dialog.current?.close()}>
            <Icon name="cross" />
          </button>
        </div>
        <div className="key-groups">
          {groups.map(({ name, lines }) => (
            <section key={name}>
              <h3>{text[name]}</h3>
              <dl>
                {lines.map(({ keys, does }) => (
                  <div key={does}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dt>
                    <dd>{text[does]}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="flex gap-2.5 items-baseline px-5 py-3 border-t border-line text-ink-2">
          <input id={`${id}-on`} type="checkbox" checked={isOn} onChange={({ target }) => switchKeys(target.checked)} />
          <label htmlFor={`${id}-on`}>
            {text.on}. {text.onMore}
          </label>
        </p>
      </dialog>
    </>
  );
}
