// How soon many clients of /v1 that ask at once each have the first bytes of their stream: starts `anneal serve` on a folder of its own,
// asks once to warm it, then in bursts. Needs a built dist/.
//   node scripts/measure-first-bytes.mjs [--clients 50] [--bursts 5] [-- flags of anneal serve, by default -b mock]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clients: { type: 'string', default: '50' }, bursts: { type: 'string', default: '5' } },
});
const clients = Number(values.clients);
/** Milliseconds for which a client stays after its first bytes, and between bursts for what it began to end. */
const [stayMs, restMs] = [300, 3000];

const home = mkdtempSync(join(tmpdir(), 'anneal-first-bytes-'));
const bin = fileURLToPath(new URL('../bin/anneal.js', import.meta.url));
const flags = positionals.length === 0 ? ['-b', 'mock'] : positionals;
const service = spawn(process.execPath, [bin, 'serve', '--port', '0', ...flags], {
  env: { ...process.env, ANNEAL_HOME: home },
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = new Promise((resolve) => service.once('exit', resolve));
const port = await new Promise((resolve, reject) => {
  let said = '';
  service.stderr.on('data', (chunk) => {
    said += chunk;
    const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
    if (found !== null) resolve(Number(found[1]));
  });
  service.once('exit', () => reject(new Error(said)));
});

/** Milliseconds of CPU of the service's main thread, where Linux tells; it says more than the clock does on a busy machine. */
function ownCpu() {
  try {
    return Number(readFileSync(`/proc/${service.pid}/task/${service.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

const content = 'Python function f(xs): the sum of the even numbers. f([1, 2, 4]) returns 6';
const body = JSON.stringify({ model: 'anneal', stream: true, messages: [{ role: 'user', content }] });
const request = `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Milliseconds to the first bytes of a stream's body, and the service's CPU until then. */
const firstBytes = (cpuBefore) =>
  new Promise((resolve, reject) => {
    const askedAt = performance.now();
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n[\s\S]*data: /.test(text)) return;
      const seen = { ms: performance.now() - askedAt, cpuMs: ownCpu() - cpuBefore };
      socket.removeAllListeners('data').resume();
      setTimeout(() => socket.destroy(), stayMs);
      resolve(seen);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`no stream: ${text.slice(0, 200)}`)));
  });

const share = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
try {
  await firstBytes(ownCpu());
  await pause(restMs);
  for (let burst = 1; burst <= Number(values.bursts); burst += 1) {
    const cpuBefore = ownCpu();
    const seen = await Promise.all(Array.from({ length: clients }, () => firstBytes(cpuBefore)));
    const [ms, cpuMs] = [seen.map((one) => one.ms), seen.map((one) => one.cpuMs)];
    const figures = [share(ms, 0.5), share(ms, 0.95), share(ms, 1)].map((value) => value.toFixed(0)).join(' / ');
    console.log(
      `burst ${burst}: ${clients} clients, p50 / p95 / most ${figures} ms; CPU of the service until the last ${share(cpuMs, 1).toFixed(0)} ms`,
    );
    await pause(restMs);
  }
} finally {
  service.kill('SIGINT');
  await ended;
  rmSync(home, { recursive: true, force: true });
}
