/**
 * Lets pieces of work begin one at a time, each after the service has looked at what came in meanwhile: of many who ask at once
 * everybody is answered first, and work begins then.
 */
export function createStarts(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}
