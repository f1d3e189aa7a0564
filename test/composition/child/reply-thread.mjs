// Node 20 reads no TypeScript: the types of the thread's sources are taken off as they are loaded.
import { register } from 'node:module';

const hooks = `
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from ${JSON.stringify(import.meta.resolve('@swc/wasm-typescript'))};
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), { mode: 'strip-only' });
  return { format: 'module', source: code, shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
await import('../../../src/composition/reply-thread.ts');
