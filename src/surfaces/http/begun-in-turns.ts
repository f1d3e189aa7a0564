/** Requests that are begun in one turn of the event loop. */
const begunAtOnce = 16;

/**
 * Lets a crowd in by turns: a thousand connections may be there at one look at the network, and all of them begun at once
 * would keep everything else waiting. What comes first is begun first.
 */
export function begunInTurns<Arguments extends readonly unknown[], Answer>(
  begin: (...given: Arguments) => Answer | Promise<Answer>,
): (...given: Arguments) => Answer | Promise<Answer> {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isTurnOver = true;

  const nextTurn = (): void => {
    begun = 0;
    for (const go of waiting.splice(0, begunAtOnce)) {
      begun += 1;
      go();
    }
    isTurnOver = begun === 0;
    if (!isTurnOver) setImmediate(nextTurn);
  };

  return (...given) => {
    if (isTurnOver) {
      isTurnOver = false;
      setImmediate(nextTurn);
    }
    if (begun < begunAtOnce) {
      begun += 1;
      return begin(...given);
    }
    return new Promise<void>((resolve) => waiting.push(resolve)).then(() => begin(...given));
  };
}
