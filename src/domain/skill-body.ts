import { z } from 'zod';
import { type Json, jsonSchema } from './json.ts';

/** What a body says that it deals with; read from its `INTEGRATION`, which is never run. */
export type Integration = {
  readonly service: string | null;
  readonly transport: string;
  /** Settings that it reads. */
  readonly configVars: readonly string[];
  /** Those of them that are secrets. */
  readonly secrets: readonly string[];
  /** `host:port`, or `config:NAME` for the address in that setting. */
  readonly hosts: readonly string[];
};

/** Of a body that declares nothing. */
export const noIntegration: Integration = { service: null, transport: 'compute', configVars: [], secrets: [], hosts: [] };

const text = z.string().max(200_000);
const metaSchema = z.record(z.string(), jsonSchema);

export const predictionSchema = z.object({ text, decisions: z.array(jsonSchema).max(100) });
export type Prediction = { readonly text: string; readonly decisions: readonly Json[] };

export const actionResultSchema = z.object({ action_log: text, new_state: text, needs_input: text.nullable() });

const optionsSchema = z.array(z.object({ id: z.string().min(1).max(200), description: z.string().max(2000) })).max(64);
const nameSchema = z.string().max(400);

/** What a body asks its host for, over the pipe. */
const askSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('decide'), id: z.number(), state: text, question: text, options: optionsSchema }),
  z.object({
    ask: z.literal('http'),
    id: z.number(),
    method: z.string().max(20),
    url: z.string().max(8192),
    headers: z.record(z.string(), z.string().max(16_384)),
    /** Base64. */
    body: z.string().nullable(),
    timeout: z.number(),
  }),
  z.object({ ask: z.literal('list-files'), id: z.number() }),
  z.object({ ask: z.literal('read-file'), id: z.number(), name: nameSchema }),
  z.object({ ask: z.literal('write-file'), id: z.number(), name: nameSchema, data: z.string() }),
]);
export type BodyAsk = z.output<typeof askSchema>;

/** Everything that a body may say; what does not fit is a fault of the body. */
export const bodyMessageSchema = z.union([
  askSchema,
  z.object({ done: z.literal('predict'), prediction: predictionSchema, meta: metaSchema }),
  z.object({ done: z.literal('act'), result: actionResultSchema, meta: metaSchema }),
  z.object({ failed: z.object({ error: text, message: text, line: z.number().nullable() }) }),
]);
export type BodyMessage = z.output<typeof bodyMessageSchema>;

/** What the host says in answer. */
export type BodyAnswer =
  | { readonly ok: Json }
  | { readonly error: { readonly kind: 'http' | 'file' | 'decide' | 'host'; readonly message: string } };

/** The first thing that a body hears. */
export type BodyStart = {
  readonly phase: 'predict' | 'act';
  readonly request: {
    readonly text: string;
    readonly user_input: string | null;
    readonly answers: readonly string[];
    readonly meta: Readonly<Record<string, Json>>;
  };
  readonly config: Readonly<Record<string, Json>>;
  readonly prediction: Prediction | null;
};
