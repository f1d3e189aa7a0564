import type { SettingKey } from './setting-keys.ts';

export const isAddress = (key: SettingKey): boolean => key === 'baseUrl' || key === 'ollamaUrl';

/** A setting's value as it may be shown: an address without its user, password and query. */
export const shownSetting = (key: SettingKey, value: unknown): unknown =>
  isAddress(key) && typeof value === 'string' ? shownAddress(value) : value;

function shownAddress(text: string): string {
  // What is no address may hold a password all the same.
  const before = /^https?:\/\//iu.test(text) ? /^(https?:\/\/)[^/?#]*@/iu : /^([a-z][a-z0-9+.-]*:\/+)?[^?#]*@/iu;
  return text.replace(before, '$1…@').replace(/\?[\s\S]+$/u, '?…');
}
