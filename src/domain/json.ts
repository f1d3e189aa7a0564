import { z } from 'zod';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();
