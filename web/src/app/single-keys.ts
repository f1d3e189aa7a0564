import { useEffect, useRef, useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './settings.ts';

const changed = 'anneal-keys';

const follow = (onChange: () => void): (() => void) => {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
};

/** Whether single keys do something here; a person may switch them off, e.g. because they speak to the machine. */
export const useKeysOn = (): boolean => useSyncExternalStore(follow, () => readSetting('keys') !== 'off');

export function switchKeys(on: boolean): void {
  writeSetting('keys', on ? 'on' : 'off');
  dispatchEvent(new Event(changed));
}

/** Where letters are text. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || isTextInput(target));

const isTextInput = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'range', 'submit'].includes(target.type);

/** Keys by what stands on them (`?`), else by where they lie (`KeyC`), so that a Russian layout works. Return false to let it pass. */
export type KeyHandlers = readonly (readonly [key: string, handle: (event: KeyboardEvent) => unknown])[];

/** Handles single keys while the caller is on screen, outside of text fields and where a person did not switch them off. */
export function useSingleKeys(handlers: KeyHandlers): void {
  const isOn = useKeysOn();
  const newest = useRef(handlers);
  newest.current = handlers;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
      // A dialog has the keys to itself.
      if (document.querySelector('dialog[open]') !== null) return;
      const [, handle] = newest.current.find(([key]) => key === event.key || key === event.code) ?? [];
      if (handle === undefined || handle(event) === false) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
