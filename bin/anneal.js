#!/usr/bin/env node
// Starts the built program. In a clone whose install scripts were blocked, it builds once first.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);

if (!existsSync(main)) {
  const builder = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  const compiler = new URL('../node_modules/typescript/package.json', import.meta.url);
  if (!existsSync(builder) || !existsSync(compiler)) {
    process.stderr.write('error[internal]: the program is not built and its compiler is not installed\nhint: npm ci && npm run build\n');
    process.exit(1);
  }
  process.stderr.write('anneal: building once, a few seconds …\n');
  const built = spawnSync(process.execPath, [builder], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) {
    process.stderr.write('error[internal]: the build failed\nhint: npm ci && npm run build\n');
    process.exit(1);
  }
}

const { start } = await import(main.href);
await start(process.argv.slice(2));
