import type { StandIn } from '../ports/network-broker.ts';

/** Puts secrets in the place of their stand-ins, also inside the base64 of basic authentication. */
export function withSecrets(text: string, secrets: readonly StandIn[]): string {
  const plain = secrets.reduce((filled, { standIn, secret }) => filled.replaceAll(standIn, secret), text);
  const basic = /^(Basic\s+)([A-Za-z0-9+/=]+)$/i.exec(plain);
  if (basic === null) return plain;
  const [, scheme = '', encoded = ''] = basic;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const filled = secrets.reduce((so, { standIn, secret }) => so.replaceAll(standIn, secret), decoded);
  return filled === decoded ? plain : `${scheme}${Buffer.from(filled).toString('base64')}`;
}

/** In an address a secret is written as addresses are. */
export const urlWithSecrets = (url: string, secrets: readonly StandIn[]): string =>
  secrets.reduce((filled, { standIn, secret }) => filled.replaceAll(standIn, encodeURIComponent(secret)), url);

/** Bytes with secrets put in; text only changes where a stand-in stands. */
export function bytesWithSecrets(body: Uint8Array, secrets: readonly StandIn[]): Uint8Array {
  return exchange(
    body,
    secrets.map(({ standIn, secret }) => [standIn, secret] as const),
  );
}

/** Takes secrets out of what came back, in the forms in which an answer would repeat them. */
export function bytesWithoutSecrets(body: Uint8Array, secrets: readonly StandIn[]): Uint8Array {
  return exchange(
    body,
    secrets.flatMap(({ standIn, secret }) => forms(secret).map((form) => [form, standIn] as const)),
  );
}

export const withoutSecrets = (text: string, secrets: readonly StandIn[]): string =>
  Buffer.from(bytesWithoutSecrets(Buffer.from(text), secrets)).toString('utf8');

const forms = (secret: string): readonly string[] => {
  if (secret.length < 4) return [];
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64])];
};

/** Byte for byte: what is not text stays as it is. */
function exchange(body: Uint8Array, pairs: readonly (readonly [from: string, to: string])[]): Uint8Array {
  const binary = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  const before = Buffer.from(body).toString('latin1');
  const after = pairs.reduce((so, [from, to]) => so.replaceAll(binary(from), binary(to)), before);
  return after === before ? body : Buffer.from(after, 'latin1');
}
