// Writes a .br and a .gz beside each file of the built page that gets smaller by it: the service hands these out as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const texts = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
/** Below this the headers weigh as much. */
const leastBytes = 512;

export function compressPage(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !texts.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const plain = readFileSync(file);
    if (plain.length < leastBytes) continue;
    const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    for (const [ending, bytes] of [
      ['.br', br],
      ['.gz', gzipSync(plain, { level: 9 })],
    ])
      if (bytes.length < plain.length) writeFileSync(file + ending, bytes);
  }
}
