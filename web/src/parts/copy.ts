/** Puts text on the clipboard; false where the browser does not allow it (a page that is neither local nor over TLS). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hands a text out as a file. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

const endings = { python: 'py', lua: 'lua', javascript: 'js', typescript: 'ts' } as const;

/** The name of a program's file, from its entry. */
export const fileName = (entry: string | null, language: keyof typeof endings): string =>
  `${(entry ?? 'program').replace(/[^\w.-]/g, '_').slice(0, 60)}.${endings[language]}`;
