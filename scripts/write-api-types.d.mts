/** The text that belongs in web/src/api/schema.d.ts. */
export function apiTypes(): Promise<string>;
