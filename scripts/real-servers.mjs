// Real model servers for tests: fetched from package registries into a cache folder, started on free loopback ports.
// By hand, after `npm run build`: node scripts/real-servers.mjs llama-server|ollama   (Ctrl-C ends it)
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const versions = { xllamacpp: '2026.10.11549', ollama: '0.17.4' };
export const cacheFolder = process.env.ANNEAL_TEST_CACHE ?? join(homedir(), '.cache', 'anneal-test');
const ollamaFolder = join(cacheFolder, `ollama-${versions.ollama}`);
/** Like that of most models in Ollama's library: an answer that was begun is gone on with. */
const template = `{{- range $i, $_ := .Messages }}
{{- $last := eq (len (slice $.Messages $i)) 1 }}<|im_start|>{{ .Role }}
{{ .Content }}{{ if not (and $last (eq .Role "assistant")) }}<|im_end|>
{{ end }}
{{- if and $last (ne .Role "assistant") }}<|im_start|>assistant
{{ end }}
{{- end }}`;
const startMs = 90_000;
const stopMs = 8000;

const beside = (name) => fileURLToPath(new URL(`real-servers/${name}`, import.meta.url));

/** Why there is no real Ollama here; null when there is one. */
export const whyNoOllama = () =>
  existsSync(join(ollamaFolder, 'bin', 'ollama')) ? null : 'no cached build; make one: bash scripts/real-servers/build-ollama.sh';

/** Fetches the llama.cpp server (a 34 MB wheel) unless it is in the cache; returns the folder of its Python package. */
function fetchLlamaServer() {
  const target = join(cacheFolder, `xllamacpp-${versions.xllamacpp}`);
  if (existsSync(target)) return target;
  mkdirSync(cacheFolder, { recursive: true });
  const work = mkdtempSync(join(cacheFolder, 'xllamacpp-'));
  try {
    const { status } = spawnSync(
      'python3',
      [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', '--root-user-action=ignore'],
        ...['--only-binary=:all:', '--no-deps', '--target', join(work, 'package'), `xllamacpp==${versions.xllamacpp}`],
      ],
      { cwd: work, stdio: ['ignore', 2, 2] },
    );
    if (status !== 0) throw new Error(`pip could not fetch xllamacpp ${versions.xllamacpp}: see above, and pip config list`);
    // Whole or not at all; another process may have been faster.
    if (!existsSync(target)) renameSync(join(work, 'package'), target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return target;
}

/** llama-server with one thread. `context` is for all slots together. `stop` ends exactly this server. */
export async function startLlamaServer({ weights, alias = 'smollm2', slots = 4, context = 8192 }) {
  const folder = fetchLlamaServer();
  const child = spawn('python3', [beside('llama_server.py'), weights, alias, String(slots), String(context)], {
    env: { ...process.env, PYTHONPATH: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return { ...(await started(child, 'llama-server')), model: alias };
}

/** Ollama with one thread and two places, and the weights as its model `smollm2`. Its models and keys live in `home`. */
export async function startOllama({ weights, home = join(cacheFolder, 'ollama-home'), parallel = 2 }) {
  const why = whyNoOllama();
  if (why !== null) throw new Error(why);
  mkdirSync(home, { recursive: true });
  const program = join(ollamaFolder, 'bin', 'ollama');
  const { OLLAMA_MODELS: _models, ...environment } = process.env;
  const env = { ...environment, HOME: home, OLLAMA_NUM_PARALLEL: String(parallel), OLLAMA_KEEP_ALIVE: '10m' };
  const server = await started(spawn('python3', [beside('ollama_server.py'), program], { env, stdio: ['pipe', 'pipe', 'pipe'] }), 'Ollama');
  const modelfile = join(home, `Modelfile.${process.pid}`);
  writeFileSync(modelfile, `FROM ${weights}\nTEMPLATE """${template}"""\nPARAMETER num_thread 1\nPARAMETER num_ctx 1024\n`);
  const created = spawnSync(program, ['create', 'smollm2', '-f', modelfile], {
    env: { ...env, OLLAMA_HOST: new URL(server.url).host },
    encoding: 'utf8',
  });
  rmSync(modelfile, { force: true });
  if (created.status !== 0) {
    await server.stop();
    throw new Error(`ollama create failed: ${created.stderr}`);
  }
  return { ...server, model: 'smollm2' };
}

/** Waits for the address that the child prints first. The child ends when its standard input does: also when we are killed. */
async function started(child, name) {
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4000);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.on('error', () => undefined);
  const stop = async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(timer);
  };
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs);
  const address = await Promise.race([
    new Promise((resolve) => lines.once('line', resolve)),
    ended.then(() => null),
    new Promise((resolve) => child.once('error', () => resolve(null))),
  ]);
  clearTimeout(timer);
  if (typeof address !== 'string') throw new Error(`${name} did not start: ${log.slice(-1500)}`);
  return { url: address.trim().replace(/\/$/u, ''), pid: child.pid, stop, log: () => log };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = { 'llama-server': startLlamaServer, ollama: startOllama }[process.argv[2]];
  if (start === undefined) {
    console.error('usage: node scripts/real-servers.mjs llama-server|ollama');
    process.exit(2);
  }
  const { pullWeights, findWeights } = await import('../dist/models/weights/weights-cache.js');
  for await (const _ of pullWeights('smollm2', cacheFolder)) void _;
  const { file } = await findWeights('smollm2', cacheFolder);
  const server = await start({ weights: file });
  console.log(`${server.url}  model ${server.model}`);
  process.once('SIGINT', async () => {
    await server.stop();
    process.exit(0);
  });
}
