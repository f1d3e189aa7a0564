import { z } from 'zod';
import type { Entry } from '../domain/contract.ts';
import { badSkill } from './bad-skill.ts';

export const contractPath = 'references/contract.json';

const parameterSchema = z.strictObject({
  name: z.string().max(200),
  annotation: z.string().max(500).exactOptional(),
  defaultValue: z.string().max(2_000).exactOptional(),
  variadic: z.boolean().exactOptional(),
});

/** A name or a path of names, as every language here writes it: it is put into programs. */
const entryName = z
  .string()
  .max(200)
  .regex(/^[\p{L}_$][\p{L}\p{N}_$]*(?:[.:][\p{L}_$][\p{L}\p{N}_$]*)*$/u, 'must be the name of a function, such as add or text.trim');

const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('function'),
    name: entryName,
    parameters: z.array(parameterSchema).max(50),
    returns: z.string().max(500).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('module'), exports: z.array(entryName).max(100) }),
  z.strictObject({ kind: z.literal('script') }),
  z.strictObject({ kind: z.literal('chunk-return'), wrap: z.string().max(200).exactOptional() }),
]) satisfies z.ZodType<Entry>;

/** How the body is entered. More may be said in the file; it is kept and not read. */
const contractSchema = z.looseObject({
  entry: entrySchema.nullable(),
  signature: z
    .string()
    .max(2_000)
    .regex(/^[^\r\n]*$/u, 'must be one line')
    .nullable(),
});

export type SkillContract = { readonly entry: Entry | null; readonly signature: string | null };

/** Throws `bad-input` with the field that is wrong. */
export function parseContract(text: string, place: string): SkillContract {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw badSkill(
      place,
      'it is no JSON',
      'write {"signature": "def f(x)", "entry": {"kind": "function", "name": "f", "parameters": [{"name": "x"}]}}',
      cause,
    );
  }
  const parsed = contractSchema.safeParse(data);
  if (parsed.success) return { entry: parsed.data.entry, signature: parsed.data.signature };
  const [issue] = parsed.error.issues;
  throw badSkill(
    place,
    `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`,
    'write "signature" as one line, and "entry" with its kind',
  );
}

export const writeContract = ({ entry, signature }: SkillContract): string => `${JSON.stringify({ signature, entry }, null, 2)}\n`;
