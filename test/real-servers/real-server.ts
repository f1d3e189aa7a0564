import { inject } from 'vitest';
import type { RealServerName } from './broker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly realServers: string;
  }
}

/** The address and model of a real server, which is started when the first test of the suite asks for it. */
export async function realServer(name: RealServerName): Promise<{ readonly url: string; readonly model: string }> {
  const response = await fetch(`${inject('realServers')}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} could not be started: ${text}`);
  return JSON.parse(text) as { url: string; model: string };
}
