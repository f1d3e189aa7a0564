/** What this browser remembers of its reader. */
type Setting = 'language' | 'theme' | 'draft' | 'keys';

const keyOf = (name: Setting): string => `anneal-${name}`;

/** Null when nothing was stored, or the browser keeps nothing (a private window may refuse). */
export function readSetting(name: Setting): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

export function writeSetting(name: Setting, value: string): void {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // Nothing depends on it: the page then begins with its usual settings.
  }
}
