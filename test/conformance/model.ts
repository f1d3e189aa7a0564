import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Warning } from '../../src/domain/run-event.ts';
import { fitsJsonSchema } from '../../src/models/json-schema-check.ts';
import type { CompletionPart, CompletionRequest, Model } from '../../src/ports/model.ts';

export type ModelConformanceOptions = {
  /** Why the suite cannot run here; it is then skipped under that name. */
  readonly skip?: string | null;
  /** Milliseconds for one test; real models on busy machines need more. */
  readonly timeout?: number;
  /** The chat task that samples are made for, where a model does not write on any; its answer is prose with a program. */
  readonly task?: string;
};

type SampleEnd = Extract<CompletionPart, { type: 'sample-end' }>;
type Collected = {
  readonly parts: readonly CompletionPart[];
  readonly ends: ReadonlyMap<number, SampleEnd>;
  readonly built: ReadonlyMap<number, string>;
  readonly warnings: readonly Warning[];
};

/** Every promise of the `Model` port, on one adapter. `open` gives a fresh model; the suite closes it. */
export function describeModel(name: string, open: () => Promise<Model>, options: ModelConformanceOptions = {}): void {
  const skip = options.skip ?? null;
  const title = skip === null ? `Model: ${name}` : `Model: ${name} (skipped: ${skip})`;
  describe.skipIf(skip !== null)(title, { timeout: options.timeout ?? 20_000 }, () => {
    let model: Model;
    beforeAll(async () => {
      model = await open();
    }, options.timeout ?? 60_000);
    afterAll(async () => {
      await model?.close();
    });

    const ask = (changes: Partial<CompletionRequest> = {}): CompletionRequest => {
      const form = changes.form ?? model.capabilities.promptForms[0] ?? 'chat';
      const content =
        form === 'completion'
          ? '# Adds two numbers and returns the sum.\ndef add(a, b):\n'
          : (options.task ?? 'Write a Python function add(a, b) that returns the sum, then explain it in two sentences.');
      return { form, messages: [{ role: 'user', content }], seeds: [11], temperature: 0.8, maxTokens: 24, stop: [], ...changes };
    };
    const warnedOf = (collected: Collected): readonly string[] => collected.warnings.map(({ feature }) => feature);

    it('names its backend in its id', () => {
      expect(model.id.startsWith(`${model.backend}:`)).toBe(true);
      expect(model.capabilities.promptForms.length).toBeGreaterThan(0);
      expect(model.capabilities.contextTokens).toBeGreaterThan(0);
    });

    it('ends each sample exactly once, and its deltas build its text', async () => {
      const collected = await collect(model, ask({ seeds: [1, 2, 3] }));
      expect([...collected.ends.keys()].sort()).toEqual([0, 1, 2]);
      expect(collected.parts.filter(({ type }) => type === 'sample-end')).toHaveLength(3);
      for (const [sample, end] of collected.ends) {
        expect(collected.built.get(sample) ?? '').toBe(end.text);
        expect(end.usage.promptTokens).toBeGreaterThan(0);
        expect(end.usage.completionTokens).toBeLessThanOrEqual(24);
        if (end.logprob !== undefined) expect(end.logprob).toBeLessThanOrEqual(0);
      }
    });

    it('gives distinct samples for distinct seeds at a temperature', async () => {
      const { ends } = await collect(model, ask({ seeds: [101, 202, 303, 404], temperature: 1.2, maxTokens: 32 }));
      expect(new Set([...ends.values()].map(({ text }) => text)).size).toBeGreaterThan(1);
    });

    it('cuts at maxTokens and says so', async () => {
      const { ends } = await collect(model, ask({ maxTokens: 3, temperature: 0 }));
      expect(ends.get(0)?.finish).toBe('length');
      expect(ends.get(0)?.usage.completionTokens).toBeLessThanOrEqual(3);
    });

    it('ends before a stop text and after a kept one', async () => {
      // A model may end of itself before it writes the text, and then shows nothing: one sample of several has it.
      const seeds = [11, 12, 13, 14];
      const before = await collect(model, ask({ seeds, stop: [{ type: 'text', text: 'a' }], maxTokens: 40 }));
      expect([...before.ends.values()].filter(({ text }) => text.includes('a'))).toEqual([]);
      expect([...before.built.values()].filter((text) => text.includes('a'))).toEqual([]);
      const after = await collect(model, ask({ seeds, stop: [{ type: 'after-text', text: 'a' }], maxTokens: 40 }));
      const withIt = [...after.ends.values()].filter(({ text }) => text.includes('a'));
      expect(withIt.length).toBeGreaterThan(0);
      for (const { text, finish } of withIt) expect([finish, text.indexOf('a')]).toEqual(['stop', text.length - 1]);
    });

    it('ends at the first line without indentation after an indented one', async () => {
      const { ends } = await collect(model, ask({ stop: [{ type: 'dedent' }], maxTokens: 60 }));
      expect(hasDedent(ends.get(0)?.text ?? '')).toBe(false);
    });

    it('does not repeat the prefill', async () => {
      const prefill = '```python\ndef add(a, b):';
      const collected = await collect(model, ask({ form: 'chat-prefill', prefill, maxTokens: 16 }));
      expect(collected.ends.get(0)?.text.startsWith(prefill)).toBe(false);
      if (!model.capabilities.promptForms.includes('chat-prefill')) expect(warnedOf(collected)).toContain('prompt-form');
    });

    it('warns of every option that it cannot honour, and only then', async () => {
      const schema = { type: 'object', properties: { name: { type: 'string', enum: ['add'] } }, required: ['name'] };
      const withSchema = await collect(model, ask({ jsonSchema: schema, maxTokens: 60 }));
      if (!model.capabilities.jsonSchema) expect(warnedOf(withSchema)).toContain('json-schema');
      else if (!warnedOf(withSchema).includes('json-schema')) {
        const end = withSchema.ends.get(0);
        expect(end?.finish === 'length' || fitsJsonSchema(end?.text ?? '', schema)).toBe(true);
      }
      const withGrammar = await collect(model, ask({ grammar: 'root ::= "yes" | "no"', maxTokens: 8 }));
      if (model.capabilities.grammar) expect(['yes', 'no']).toContain(withGrammar.ends.get(0)?.text);
      else expect(warnedOf(withGrammar)).toContain('grammar');
      const plain = await collect(model, ask());
      expect(warnedOf(plain).filter((feature) => ['json-schema', 'grammar', 'prompt-form'].includes(feature))).toEqual([]);
    });

    it('keeps requests that run at the same time apart', async () => {
      const [one, two] = await Promise.all([collect(model, ask({ seeds: [5, 6] })), collect(model, ask({ seeds: [7] }))]);
      expect(one.ends.size).toBe(2);
      expect(two.ends.size).toBe(1);
      expect(two.built.get(0) ?? '').toBe(two.ends.get(0)?.text);
    });

    it('throws the reason of a signal that was aborted before', async () => {
      const reason = new Error('not wanted any more');
      const signal = AbortSignal.abort(reason);
      await expect(collect(model, ask(), signal)).rejects.toBe(reason);
      await expect(model.countTokens([{ role: 'user', content: 'a' }], { signal })).rejects.toBe(reason);
      await expect(model.decide({ prompt: 'Which?', options: twoOptions }, { signal })).rejects.toBe(reason);
    });

    it('ends soon when aborted in the middle, with the reason', async () => {
      const stop = new AbortController();
      const reason = new Error('enough');
      let abortedAt = 0;
      const running = (async () => {
        for await (const part of model.complete(ask({ seeds: [1, 2, 3], maxTokens: 400 }), { signal: stop.signal })) {
          if (part.type === 'text-delta' && abortedAt === 0) {
            abortedAt = performance.now();
            stop.abort(reason);
          }
        }
      })();
      await expect(running).rejects.toBe(reason);
      // A second on a free machine.
      expect(performance.now() - abortedAt).toBeLessThan(5000);
    });

    it('is free again when the consumer leaves early', async () => {
      for await (const part of model.complete(ask({ seeds: [1, 2], maxTokens: 400 }))) if (part.type === 'text-delta') break;
      const started = performance.now();
      const { ends } = await collect(model, ask({ maxTokens: 4 }));
      expect(ends.size).toBe(1);
      expect(performance.now() - started).toBeLessThan((options.timeout ?? 20_000) / 2);
    });

    it('counts more tokens for more text, and no fewer than the server does', async () => {
      const count = (content: string): Promise<number> => model.countTokens([{ role: 'user', content }]);
      const [short, long, both] = [
        await count('local x = 1\n'),
        await count('return x + 41\n'),
        await count('local x = 1\nreturn x + 41\n'),
      ];
      expect(short).toBeGreaterThan(0);
      expect(both).toBeGreaterThan(Math.max(short, long));
      expect(both).toBeLessThanOrEqual(short + long);
      expect(await count('Сколько слов в строке?')).toBeGreaterThan(await count(''));
      if (model.capabilities.promptForms.includes('chat')) {
        const request = ask({ form: 'chat', maxTokens: 1 });
        const { ends } = await collect(model, request);
        expect(await model.countTokens(request.messages)).toBeGreaterThanOrEqual(ends.get(0)?.usage.promptTokens ?? 0);
      }
    });

    it('decides with probabilities that add up', async () => {
      const decision = await model.decide({ prompt: 'Which of these is a fruit?', options: threeOptions });
      expect(decision.probabilities.map(({ id }) => id)).toEqual(['stone', 'apple', 'cloud']);
      const values = decision.probabilities.map(({ probability }) => probability);
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
      expect(decision.probabilities[values.indexOf(Math.max(...values))]?.id).toBe(decision.choice);
      if (decision.labelMass !== null) expect(decision.labelMass).toBeGreaterThanOrEqual(0);
      if (decision.labelMass !== null) expect(decision.labelMass).toBeLessThanOrEqual(1);
      if (!model.capabilities.logprobs) expect(decision.calibrated).toBe(false);
      if (!decision.calibrated) expect(decision.labelMass).toBeNull();
    });

    it('closes twice without complaint', async () => {
      const other = await open();
      await other.close();
      await expect(other.close()).resolves.toBeUndefined();
    });
  });
}

const twoOptions = [
  { id: 'yes', description: 'Yes' },
  { id: 'no', description: 'No' },
] as const;

const threeOptions = [
  { id: 'stone', description: 'A stone' },
  { id: 'apple', description: 'An apple' },
  { id: 'cloud', description: 'A cloud' },
] as const;

/** Runs a request to its end; deltas are applied at their offsets, as a consumer would. */
export async function collect(model: Model, request: CompletionRequest, signal?: AbortSignal): Promise<Collected> {
  const parts: CompletionPart[] = [];
  const ends = new Map<number, SampleEnd>();
  const built = new Map<number, string>();
  const warnings: Warning[] = [];
  for await (const part of model.complete(request, signal === undefined ? {} : { signal })) {
    parts.push(part);
    if (part.type === 'warning') warnings.push(part.warning);
    else if (part.type === 'sample-end') {
      expect(ends.has(part.sample)).toBe(false);
      ends.set(part.sample, part);
    } else {
      expect(ends.has(part.sample)).toBe(false);
      const before = built.get(part.sample) ?? '';
      expect(part.offset).toBeLessThanOrEqual(before.length);
      built.set(part.sample, before.slice(0, part.offset) + part.text);
    }
  }
  return { parts, ends, built, warnings };
}

function hasDedent(text: string): boolean {
  let indented = false;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (/^[ \t]/u.test(line)) indented = true;
    else if (indented) return true;
  }
  return false;
}
