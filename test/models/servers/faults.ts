import { afterEach, describe, expect, it } from 'vitest';
import type { Model } from '../../../src/ports/model.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { type Fault, type FaultServer, page, type Speak, startFaultServer } from './fault-server.ts';

export type FaultyAdapter = {
  readonly speak: () => Speak;
  /** Opens the model on the server; tests wait no longer than `waitsMs` between tries. */
  readonly open: (url: string, options: { readonly retries: { readonly waitsMs: readonly number[] } }) => Promise<Model>;
  /** How the server says that it is busy, or lost its way. */
  readonly errorBody: (message: string) => string;
};

/** What every adapter of a server makes of a server that fails. */
export function describeFaults(name: string, adapter: FaultyAdapter): void {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((thing) => thing.close()));
  });

  async function on(fault: (generation: number) => Fault | null): Promise<{ readonly model: Model; readonly server: FaultServer }> {
    const server = await startFaultServer({
      speak: adapter.speak(),
      tokenMs: 0,
      fault: (_, generation) => (generation < 0 ? null : fault(generation)),
    });
    const model = await adapter.open(server.url, { retries: { waitsMs: [10, 20] } });
    opened.push(model, server);
    return { model, server };
  }
  const first = (fault: Fault) => (generation: number) => (generation === 0 ? fault : null);
  const always = (fault: Fault) => () => fault;
  const status = (code: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
    type: 'status',
    status: code,
    body: adapter.errorBody('try again'),
    headers,
  });

  describe(`${name} on a server that`, () => {
    it('is slow with its first byte is waited for', async () => {
      const { model } = await on(first({ type: 'slow-first-byte', ms: 300 }));
      expect((await collect(model, chat())).ends.get(0)?.finish).toBe('stop');
    });

    it.each<[string, Fault]>([
      ['stops in mid-stream', { type: 'break', frames: 5 }],
      ['sends half a frame and closes cleanly', { type: 'half-frame', frames: 5 }],
      ['closes cleanly without the end marker', { type: 'no-end' }],
      ['breaks before the first frame', { type: 'break', frames: 0 }],
      ['sends a line without an end', { type: 'endless-line' }],
    ])('%s is asked once more, then is an error', async (_title, fault) => {
      const once = await on(first(fault));
      const collected = await collect(once.model, chat());
      expect(collected.ends.get(0)?.finish).toBe('stop');
      expect(collected.built.get(0)).toBe(collected.ends.get(0)?.text);
      expect(collected.warnings.map(({ feature }) => feature)).toContain('incomplete-answer');
      const twice = await on(always(fault));
      await expect(collect(twice.model, chat())).rejects.toMatchObject({ code: 'model-incomplete', retryable: true });
      expect(twice.server.generations).toHaveLength(2);
    });

    it('is busy (429) is asked again after the time that it names', async () => {
      const started = performance.now();
      const { model, server } = await on(first(status(429, { 'retry-after': '0.4' })));
      expect((await collect(model, chat())).ends.get(0)?.finish).toBe('stop');
      expect(performance.now() - started).toBeGreaterThan(390);
      expect(server.generations).toHaveLength(2);
    });

    it('lost its runner (500) is asked again, and after all tries it is an error', async () => {
      const { model } = await on(first(status(500)));
      expect((await collect(model, chat())).ends.get(0)?.finish).toBe('stop');
      const busy = await on(always(status(503)));
      await expect(collect(busy.model, chat())).rejects.toMatchObject({ code: 'model-timeout', hint: expect.stringMatching(/\w/) });
      expect(busy.server.generations).toHaveLength(3);
    });

    it('answers with a web page is called by its name', async () => {
      const { model } = await on(always(page));
      await expect(collect(model, chat())).rejects.toMatchObject({
        code: 'model-refused',
        message: expect.stringContaining('a web page instead of JSON'),
        hint: expect.stringContaining('Check the address'),
      });
    });

    it('never stops writing is cut off, and the sample counts as cut', async () => {
      const { model, server } = await on(always({ type: 'endless' }));
      const { ends } = await collect(model, chat({ maxTokens: 50 }));
      expect(ends.get(0)?.finish).toBe('length');
      expect(ends.get(0)?.text.length).toBeLessThan(50 * 33);
      await expect.poll(() => server.aborted).toBe(1);
    });

    it('says nothing at all ends with the signal', async () => {
      const { model } = await on(always({ type: 'silent' }));
      await expect(collect(model, chat(), AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'TimeoutError' });
    });

    it('floods the client ends with the signal', async () => {
      const { model } = await on(always({ type: 'endless' }));
      const flood = collect(model, chat({ maxTokens: 10_000_000 }), AbortSignal.timeout(500));
      await expect(flood).rejects.toMatchObject({ name: 'TimeoutError' });
    });

    it('cuts at the limit says so', async () => {
      const { model } = await on(() => null);
      expect((await collect(model, chat({ maxTokens: 4 }))).ends.get(0)).toMatchObject({
        finish: 'length',
        usage: { completionTokens: 4 },
      });
    });
  });
}
