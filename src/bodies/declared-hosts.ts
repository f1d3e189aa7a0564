import type { Json } from '../domain/json.ts';
import type { Integration } from '../domain/skill-body.ts';

/** `host:port` of an address as the broker compares them; null for what is no http address. */
export function hostOf(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return `${url.hostname}:${url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port}`;
}

/** The hosts that a skill declares, with those that its settings name looked up. */
export function declaredHosts(integration: Integration, config: Readonly<Record<string, Json>>): ReadonlySet<string> {
  const hosts = integration.hosts.map((host) => {
    if (!host.startsWith('config:')) return host.toLowerCase();
    const value = config[host.slice('config:'.length)];
    return typeof value === 'string' ? hostOf(value.trim()) : null;
  });
  return new Set(hosts.filter((host) => host !== null));
}
