import { useEffect, useState } from 'react';
import { readSetting, writeSetting } from './settings.ts';

export type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
const storedTheme = (): Theme | null => {
  const stored = readSetting('theme');
  return stored === 'light' || stored === 'dark' ? stored : null;
};

/** What is shown now, and the way to the other; the choice lasts, and without one the system's is followed. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const [chosen, setChosen] = useState(storedTheme);
  const [system, setSystem] = useState(systemTheme);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setSystem(systemTheme());
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  const theme = chosen ?? system;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return {
    theme,
    toggle: () => {
      const next = theme === 'dark' ? 'light' : 'dark';
      writeSetting('theme', next);
      setChosen(next);
    },
  };
}
