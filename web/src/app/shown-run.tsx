import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** What the run on screen was made with; null where it is not known yet. */
export type ShownRun = { readonly model: string | null; readonly demo: boolean; readonly sandbox: string | null };

const ShownRunContext = createContext<ShownRun | null>(null);
const SetShownRunContext = createContext<(shown: ShownRun | null) => void>(() => undefined);

/** Lets the screen say which model and sandbox its run has, and the bar show them. */
export function ShownRunProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<ShownRun | null>(null);
  return (
    <SetShownRunContext value={setShown}>
      <ShownRunContext value={shown}>{children}</ShownRunContext>
    </SetShownRunContext>
  );
}

export const useShownRun = (): ShownRun | null => useContext(ShownRunContext);

/** Sets what the bar says of the run while the caller is on screen. */
export function useShowRun({ model, demo, sandbox }: ShownRun): void {
  const set = useContext(SetShownRunContext);
  useEffect(() => {
    set({ model, demo, sandbox });
    return () => set(null);
  }, [set, model, demo, sandbox]);
}
