import { AppError } from '../domain/app-error.ts';
import { nearest } from '../domain/nearest-name.ts';
import { allowedValues, type SettingKey, settingKeys, settingNames } from './setting-keys.ts';
import { isAddress, shownSetting } from './shown-setting.ts';

/** Where a value was written: how an error names it, and which code it carries. */
export type Place = { readonly name: string; readonly code: 'usage' | 'bad-config' };

/** A value as JSON holds it. Throws `usage` or `bad-config` naming place, value and what is allowed. */
export function checkSetting(key: SettingKey, raw: unknown, place: Place, backends: readonly string[]): unknown {
  const parsed = settingKeys[key].schema.safeParse(raw);
  const allowed = allowedValues(key, backends);
  const known = key !== 'backend' || allowed.split(', ').includes(String(raw));
  if (parsed.success && known) return parsed.data;
  // Of names as short as "L0" every slip is near to all: the list says more than a guess.
  const names = allowed.split(', ').filter((name) => name.length > 2);
  const meant = typeof raw === 'string' ? nearest(raw, names) : null;
  throw new AppError(
    place.code,
    `${place.name}: ${shorten(shownSetting(key, raw))} is not allowed`,
    `${meant === null ? withScheme(key, raw) : `did you mean ${meant}? `}allowed: ${allowed}`,
  );
}

/** A value as a flag or a variable holds it: text that stands for a number, a switch or itself. */
export function readSettingText(key: SettingKey, text: string, place: Place, backends: readonly string[]): unknown {
  return checkSetting(key, fromText(key, text), place, backends);
}

function fromText(key: SettingKey, text: string): unknown {
  const { type } = settingKeys[key].schema;
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'boolean') return { true: true, '1': true, yes: true, false: false, '0': false, no: false }[text.toLowerCase()] ?? text;
  return text;
}

/** The setting of that name. Throws `bad-config` with the nearest one. */
export function settingNamed(name: string, file: string): SettingKey {
  const key = settingNames.find((candidate) => candidate === name);
  if (key !== undefined) return key;
  const meant = nearest(name, settingNames);
  throw new AppError(
    'bad-config',
    `${file}: unknown key "${name}"`,
    meant === null ? `allowed keys: ${settingNames.join(', ')}` : `did you mean "${meant}"? allowed keys: ${settingNames.join(', ')}`,
  );
}

/** An address as people write it, with what it lacks. */
function withScheme(key: SettingKey, raw: unknown): string {
  if (!isAddress(key) || typeof raw !== 'string') return '';
  // A name with dots is a server elsewhere, and a key must not go there in the open.
  const elsewhere = /^(?!\d+\.\d+\.\d+\.\d+)[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(raw.trim());
  const meant = `${elsewhere ? 'https' : 'http'}://${raw.trim()}`;
  return /^[\w.-]+(?::\d+)?(?:\/\S*)?$/.test(raw.trim()) && settingKeys[key].schema.safeParse(meant).success
    ? `did you mean ${meant}? `
    : '';
}

function shorten(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
