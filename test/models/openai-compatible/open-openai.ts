import { afterEach } from 'vitest';
import type { OpenAiOptions } from '../../../src/models/openai-compatible/openai-options.ts';
import { createOpenAiProvider } from '../../../src/models/openai-compatible/openai-provider.ts';
import type { Model } from '../../../src/ports/model.ts';
import { type FaultServer, type FaultServerOptions, startFaultServer } from '../servers/fault-server.ts';
import { type OpenAiFlavour, speakOpenAi } from '../servers/speak-openai.ts';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

export type Given = OpenAiFlavour & Pick<FaultServerOptions, 'fault'> & { readonly options?: Partial<OpenAiOptions> };

export async function serverWith({ fault, options: _, ...flavour }: Given): Promise<FaultServer> {
  const server = await startFaultServer({ speak: speakOpenAi(flavour), tokenMs: 0, ...(fault === undefined ? {} : { fault }) });
  opened.push(server);
  return server;
}

/** A model on a server that has the given habits; both are gone after the test. */
export async function openOn(given: Given, name = 'qwen2.5-coder-1.5b'): Promise<{ readonly model: Model; readonly server: FaultServer }> {
  const server = await serverWith(given);
  const provider = createOpenAiProvider({ baseUrl: `${server.url}/v1`, retries: { waitsMs: [10, 20] }, ...given.options });
  const model = await provider.open(name);
  opened.push(model);
  return { model, server };
}

/** What a request to the server answers instead: status and body of a refusal. */
export const refusal = (status: number, error: Readonly<Record<string, unknown>>) =>
  ({ type: 'status', status, body: JSON.stringify({ error }) }) as const;
