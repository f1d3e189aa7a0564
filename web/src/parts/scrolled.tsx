import type { ReactNode } from 'react';

/** What may be wider than the screen: it scrolls by itself, with the keyboard too. */
export function Scrolled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="overflow-x-auto" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
