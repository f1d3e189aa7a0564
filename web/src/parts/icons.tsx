const paths = {
  lock: 'M3 7h10v7H3zM5 7V5a3 3 0 0 1 6 0v2',
  copy: 'M5.5 5.5h8v8.5h-8zM10.5 3v-1h-8v9h1',
  down: 'M8 2v8M4.5 7L8 10.5L11.5 7M2.5 14h11',
  chevron: 'M3.5 6L8 10.5L12.5 6',
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4.5 3v10M11.5 3v10',
  step: 'M3 3v10l7-5zM12.5 3v10',
  back: 'M13 3v10l-7-5zM3.5 3v10',
  ask: 'M2 3h12v8.5H8L4.5 14v-2.5H2z',
  runs: 'M1.5 3.5c3 0 3 9 7 9h6',
  sessions: 'M2 4h12M2 8h8M2 12h10',
  models: 'M3.5 3.5h9v9h-9zM6 1.5v2M10 1.5v2M6 12.5v2M10 12.5v2M1.5 6h2M1.5 10h2M12.5 6h2M12.5 10h2',
  bench: 'M2 14V2M2 14h12M5 11h3M5 7.5h6M5 4h4',
  cross: 'M4 4l8 8M12 4l-8 8',
} as const;

export type IconName = keyof typeof paths;

/** A drawing beside words; it says nothing by itself. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

export function ThemeIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" />
    </svg>
  );
}

/** The cooling curve as a mark. */
export function Mark() {
  return (
    <svg className="size-[22px]" viewBox="0 0 22 22" aria-hidden="true">
      <defs>
        <linearGradient id="mark-heat" gradientUnits="userSpaceOnUse" x1="3" y1="4" x2="19" y2="18">
          <stop stopColor="var(--t0-mark)" offset="0" />
          <stop stopColor="var(--t1-mark)" offset=".32" />
          <stop stopColor="var(--t3-mark)" offset=".72" />
          <stop stopColor="var(--t4-mark)" offset="1" />
        </linearGradient>
      </defs>
      <path d="M2.5 4C7.5 4 6.5 17.5 19.5 17.5" fill="none" stroke="url(#mark-heat)" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M11 4h8.5M16 9.5h3.5" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" opacity=".35" />
    </svg>
  );
}
