import type { ReactNode } from 'react';

export type Meter = { readonly name: string; readonly value: string; readonly of?: string };

/** Amounts beside the curve. */
export function Meters({ meters }: { readonly meters: readonly Meter[] }) {
  return (
    <dl className="meters">
      {meters.map(
        ({ name, value, of }): ReactNode => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} {of !== undefined && <small>{of}</small>}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
