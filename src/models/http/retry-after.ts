/** Milliseconds that a server asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date; null for neither. */
export function retryAfterMs(headers: Readonly<Record<string, string | string[] | undefined>>, now: number): number | null {
  const exact = readNumber(headers['retry-after-ms']);
  if (exact !== null) return exact;
  const text = String(headers['retry-after'] ?? '').trim();
  const seconds = readNumber(text);
  if (seconds !== null) return seconds * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function readNumber(text: unknown): number | null {
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(value) && value >= 0 ? value : null;
}
