/** True for an address of this very machine: such traffic never goes through a proxy. */
export function isLoopback(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/gu, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(host);
}
