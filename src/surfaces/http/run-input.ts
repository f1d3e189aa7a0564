import { z } from '@hono/zod-openapi';
import { runFields, task } from '../run-fields.ts';

// A copy: only what is made after the import above can be described to OpenAPI.
const examples = runFields.examples.clone().openapi({ example: ['f(3) == 6'] });
const fields = { ...runFields, examples };

export const runInputSchema = z.strictObject({ task, ...fields }).openapi('RunInput');
export const messageInputSchema = z.strictObject({ message: task, ...fields }).openapi('MessageInput');
