import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two announcements. */
const leastMs = 5000;

/** Says a sentence to screen readers as it changes, at most every five seconds; the last one is always said. */
export function Announce({ sentence }: { readonly sentence: string }) {
  const [said, setSaid] = useState('');
  const saidAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, saidAt.current + leastMs - Date.now());
    const timer = setTimeout(() => {
      saidAt.current = Date.now();
      setSaid(sentence);
    }, wait);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}
