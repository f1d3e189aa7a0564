import { z } from '@hono/zod-openapi';
import { runFields, task } from '../run-fields.ts';

const { examples } = runFields;
const fields = { ...runFields, examples: examples.openapi({ example: ['f(3) == 6'] }) };

export const runInputSchema = z.strictObject({ task, ...fields }).openapi('RunInput');
export const messageInputSchema = z.strictObject({ message: task, ...fields }).openapi('MessageInput');
