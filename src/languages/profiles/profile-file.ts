import { z } from 'zod';
import { luaDialects } from '../lua/lua-dialects.ts';

const entrySchema = z.union([
  z.strictObject({ kind: z.literal('chunk-return'), wrap: z.string().includes('%s').optional() }),
  z.strictObject({ kind: z.literal('module'), exports: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal('script') }),
]);

const textRuleSchema = z.strictObject({
  rule: z.string().regex(/^[a-z][a-z0-9-]*$/),
  where: z.enum(['strings', 'source']),
  pattern: z.string().refine(isPattern, 'no regular expression'),
  message: z.string().min(1),
  hint: z.string().regex(/\.$/, 'a hint is a sentence'),
});

/** The form of `profile.json`. */
export const profileFileSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string().min(1),
  about: z.string().min(1),
  dialect: z.enum(luaDialects),
  /** Where its own Lua cannot be had: the one that runs instead, and what that leaves unchecked. */
  standIn: z.strictObject({ dialect: z.enum(luaDialects), unchecked: z.string().min(1) }).optional(),
  entry: entrySchema.optional(),
  /** What a context may have at its top; absent: anything. */
  context: z.array(z.string().min(1)).min(1).optional(),
  /** Files of its own folder or of `shared`, in the order of loading; each finds those before it in its second argument. */
  libraries: z.array(z.string().regex(/^\w+$/)).default([]),
  lint: z
    .strictObject({
      /** A name of the dialect that the host lacks, and what to use instead, or null. */
      absent: z.record(z.string(), z.string().nullable()).default({}),
      globals: z.record(z.string(), z.array(z.string())).default({}),
      rules: z.array(textRuleSchema).default([]),
      mustReturn: z.boolean().default(false),
      noNewGlobals: z.boolean().default(false),
    })
    .prefault({}),
});

export type ProfileFile = z.output<typeof profileFileSchema>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').flags === 'u';
  } catch {
    return false;
  }
}
