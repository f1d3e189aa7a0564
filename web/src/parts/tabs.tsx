import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = { readonly id: string; readonly name: string; readonly body: ReactNode };

/** Views of one thing as a segmented switch. `head` stands beside it. */
export function Tabs({
  tabs,
  label,
  head,
  value,
  onChange,
}: {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly head: ReactNode;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 max-phone:px-3 py-2 border-b border-line">
        {head}
        {tabs.length > 1 && (
          <Radix.List className="segment ml-auto" aria-label={label}>
            {tabs.map(({ id, name }) => (
              <Radix.Trigger key={id} value={id}>
                {name}
              </Radix.Trigger>
            ))}
          </Radix.List>
        )}
      </div>
      {tabs.map(({ id, body }) => (
        <Radix.Content key={id} value={id} tabIndex={-1}>
          {body}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
