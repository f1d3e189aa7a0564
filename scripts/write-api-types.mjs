// Writes web/src/api/schema.d.ts, the types of the page's client, from docs/openapi.json. A test compares the two.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTs, { astToString } from 'openapi-typescript';

const document = new URL('../docs/openapi.json', import.meta.url);
const target = fileURLToPath(new URL('../web/src/api/schema.d.ts', import.meta.url));

/** The text that belongs in web/src/api/schema.d.ts. */
export async function apiTypes() {
  const tree = await openapiTs(JSON.parse(await readFile(document, 'utf8')), { alphabetize: true });
  return `// Written by scripts/write-api-types.mjs from docs/openapi.json.\n${astToString(tree)}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await writeFile(target, await apiTypes());
