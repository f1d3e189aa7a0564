import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Temper } from '../../../src/domain/temper.ts';

const TemperContext = createContext<Temper | null>(null);
const SetTemperContext = createContext<(temper: Temper | null) => void>(() => undefined);

/** Lets the screen say how settled what it shows is, and the bar show it. */
export function TemperProvider({ children }: { readonly children: ReactNode }) {
  const [temper, setTemper] = useState<Temper | null>(null);
  return (
    <SetTemperContext value={setTemper}>
      <TemperContext value={temper}>{children}</TemperContext>
    </SetTemperContext>
  );
}

export const useTemper = (): Temper | null => useContext(TemperContext);

/** Sets the temperature of the bar while the caller is on screen. */
export function useShownTemper(temper: Temper | null): void {
  const set = useContext(SetTemperContext);
  useEffect(() => {
    set(temper);
    return () => set(null);
  }, [set, temper]);
}
