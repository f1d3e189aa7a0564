import { z } from '@hono/zod-openapi';
import { skillRunOutcomeSchema, skillRunSchema } from '../../skill-run-object.ts';

const status = z.enum(['stub', 'unverified', 'verified', 'quarantined']);

const summaryFields = {
  name: z.string(),
  description: z.string(),
  category: z.string(),
  language: z.string().nullable(),
  kind: z.enum(['function', 'predict-act']).nullable(),
  profile: z.string().nullable(),
  root: z.enum(['project', 'user', 'shipped']),
  status,
  signature: z.string().nullable(),
  hash: z.string(),
};

export const skillSummary = z.object(summaryFields).openapi('SkillSummary');

export const skill = z
  .object({
    ...summaryFields,
    instructions: z.string(),
    license: z.string().nullable(),
    compatibility: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    body: z.object({ path: z.string(), text: z.string() }).nullable(),
    tests: z.array(
      z.union([
        z.object({ type: z.literal('example'), text: z.string() }),
        z.object({ type: z.literal('call'), request: z.string(), expect: z.unknown() }),
      ]),
    ),
    notes: z.array(z.string()),
  })
  .openapi('Skill');

export const skillCheck = z
  .object({
    name: z.string(),
    result: z.enum(['verified', 'quarantined', 'kept', 'skipped']).describe('kept: an earlier verification holds'),
    verification: z
      .object({
        hash: z.string(),
        runtime: z.string(),
        at: z.number(),
        passed: z.number().int(),
        total: z.number().int(),
        status: z.enum(['verified', 'quarantined']),
        detail: z.string(),
      })
      .nullable(),
    detail: z.string(),
    failures: z.array(z.object({ test: z.string(), observed: z.string() })),
  })
  .openapi('SkillCheck');

export const skillOutcome = z
  .object({
    name: z.string(),
    hash: z.string(),
    status,
    language: z.string(),
    results: z.array(z.object({ call: z.string(), text: z.string(), observation: z.unknown() })),
    stderr: z.string(),
    level: z.string(),
  })
  .openapi('SkillOutcome');

export const skillRun = z.object(skillRunSchema.shape).openapi('SkillRun');

export const skillRunOutcome = z.object(skillRunOutcomeSchema.shape).openapi('SkillRunOutcome');
