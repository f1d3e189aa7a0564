import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiTypes } from '../../scripts/write-api-types.mjs';

test('the types of the page’s client are those of docs/openapi.json (node scripts/write-api-types.mjs)', async () => {
  expect(readFileSync(new URL('../../web/src/api/schema.d.ts', import.meta.url), 'utf8')).toBe(await apiTypes());
});
