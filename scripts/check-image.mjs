// Carries out the steps of docker/Dockerfile without Docker, in folders made by debootstrap, and starts what came of them as
// docker/docker-compose.yml would. As root on Debian, with debootstrap, bubblewrap and a network; takes some minutes:
//   node scripts/check-image.mjs [FOLDER]
// The base image is stood in for by Debian 12 with this machine's Node.js. What Docker alone does (layers, filters of system
// calls) is not checked; how the image behaves with and without namespaces of its own is.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const repository = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv[2];
const work = given === undefined ? mkdtempSync(join(tmpdir(), 'anneal-image-')) : resolve(given);
mkdirSync(work, { recursive: true });
chmodSync(work, 0o755);

const say = (line) => process.stderr.write(`check-image: ${line}\n`);
function fail(line) {
  say(`FAILED: ${line}`);
  process.exit(1);
}
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options });
  if (error !== undefined) fail(`${command}: ${error.message}`);
  if (status !== 0) fail(`${command} ${args.join(' ').slice(0, 300)}: exit code ${status}`);
}
const output = (command, args) => spawnSync(command, args, { encoding: 'utf8' }).stdout.trim();

/** Instructions with their argument, lines joined, comments left out. */
export function readDockerfile(text) {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, instruction, argument] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? fail(`cannot read: ${line}`);
    return { instruction: instruction.toUpperCase(), argument: argument.trim() };
  });
}

/** Debian 12 with Node.js below /usr/local, as in the official image. */
function makeBase(folder) {
  if (existsSync(join(folder, 'usr/local/bin/npm'))) return;
  say('base: Debian 12 by debootstrap');
  run('debootstrap', ['--variant=minbase', 'bookworm', folder]);
  // The official image keeps no packages that it has unpacked.
  run('chroot', [folder, 'apt-get', 'clean']);
  const modules = join(folder, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'));
  cpSync(join(output('npm', ['root', '--global']), 'npm'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
}

// As Docker lends a container the machine's own network: names, trusted certificates, and where npm fetches from.
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const registry = output('npm', ['config', 'get', 'registry']);
const cache = output('npm', ['config', 'get', 'cache']);
const lent = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', npm_config_registry: registry };

/** One RUN step. Its mounts end with it. */
function runStep({ root, workdir, env }, command) {
  const script = `
    set -e
    mount --make-rprivate /
    mount -t proc proc "$ROOT/proc"
    mount --rbind /dev "$ROOT/dev"
    touch "$ROOT/etc/resolv.conf" && mount --bind /etc/resolv.conf "$ROOT/etc/resolv.conf"
    if [ -d "$CACHE" ]; then mkdir -p "$ROOT/root/.npm" && mount --bind "$CACHE" "$ROOT/root/.npm"; fi
    if [ -f "${certificates}" ]; then mkdir -p "$ROOT/mnt" && mount -t tmpfs tmpfs "$ROOT/mnt" && cp "${certificates}" "$ROOT/mnt/certificates.crt"; fi
    exec chroot "$ROOT" /usr/bin/env -i "$@"`;
  const settings = { ...lent, HOME: '/root', NODE_EXTRA_CA_CERTS: '/mnt/certificates.crt', ...env };
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const shell = ['/bin/sh', '-c', `cd ${workdir} && ${command}`];
  run('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', ...pairs, ...shell], {
    env: { ...process.env, ROOT: root, CACHE: cache },
  });
}

const ignored = new Set(
  readFileSync(join(repository, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
);
for (const name of ignored) if (/[*/!#]/.test(name)) fail(`.dockerignore: only plain names are understood here, not ${name}`);

function copyStep(stage, stages, argument) {
  const words = argument.split(/\s+/);
  const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice(7)) : undefined;
  const target = words.pop();
  const below = join(stage.root, resolve(stage.workdir, target));
  const intoFolder = target.endsWith('/') || words.length > 1;
  for (const source of words) {
    if (from === undefined && ignored.has(source.split('/')[0])) fail(`COPY ${source}: .dockerignore leaves it out`);
    const path = from === undefined ? join(repository, source) : join(from.root, source);
    mkdirSync(intoFolder ? below : dirname(below), { recursive: true });
    // A folder's contents, or a file by its name.
    const destination = intoFolder ? join(below, source.split('/').at(-1)) : below;
    cpSync(path, destination, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
}

/** Carries out every step; returns the last stage. */
function buildImage(base) {
  const stages = new Map();
  let stage = null;
  for (const { instruction, argument } of readDockerfile(readFileSync(join(repository, 'docker/Dockerfile'), 'utf8'))) {
    if (instruction !== 'FROM' && stage === null) fail(`${instruction} before FROM`);
    say(`${instruction} ${argument.slice(0, 110)}`);
    switch (instruction) {
      case 'FROM': {
        const [image, , name = `stage-${stages.size}`] = argument.split(/\s+/);
        if (image !== 'node:20-bookworm-slim') fail(`FROM ${image}: only node:20-bookworm-slim is stood in for`);
        stage = { root: join(work, name), workdir: '/', user: 'root', env: {}, health: [], entrypoint: [] };
        rmSync(stage.root, { recursive: true, force: true });
        run('cp', ['-a', base, stage.root]);
        stages.set(name, stage);
        break;
      }
      case 'WORKDIR':
        stage.workdir = argument;
        mkdirSync(join(stage.root, argument), { recursive: true });
        break;
      case 'COPY':
        copyStep(stage, stages, argument);
        break;
      case 'RUN':
        runStep(stage, argument);
        break;
      case 'USER':
        stage.user = argument;
        break;
      case 'ENV':
        for (const pair of argument.split(/\s+/)) stage.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
        break;
      case 'HEALTHCHECK':
        stage.health = JSON.parse(argument.slice(argument.indexOf('CMD') + 3));
        break;
      case 'ENTRYPOINT':
        stage.entrypoint = JSON.parse(argument);
        break;
      case 'VOLUME':
      case 'EXPOSE':
      case 'CMD':
        break;
      default:
        fail(`${instruction}: not understood here`);
    }
  }
  return stage;
}

/** The command that starts the image's process as its user, first of its own processes. `namespaces`: it may make its own. */
function contained(image, command, env, { namespaces }) {
  const account = readFileSync(join(image.root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${image.user}:`));
  const [, , uid, gid] = account?.split(':') ?? fail(`USER ${image.user}: there is no such account`);
  if (uid === '0') fail('USER: the image runs as root');
  const settings = { PATH: lent.PATH, HOME: `/home/${image.user}`, ...image.env, ...env };
  const box = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--uid', uid, '--gid', gid, '--as-pid-1', '--die-with-parent'];
  const view = ['--bind', image.root, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--clearenv'];
  const variables = Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value]);
  const less = namespaces ? [] : ['--disable-userns'];
  return ['setpriv', '--reuid', uid, '--regid', gid, '--clear-groups', 'bwrap', ...box, ...less, ...view, ...variables, ...command];
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

function ask(port, method, path, { body, host = `127.0.0.1:${port}`, accept = '*/*' } = {}) {
  return new Promise((done, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      host,
      accept,
      ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () => done({ status: response.statusCode, text: answer }));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The agent of the compose file, on a free port and with the demo in place of a model. */
async function checkService(image) {
  const { agent } = parse(readFileSync(join(repository, 'docker/docker-compose.yml'), 'utf8')).services;
  const port = await freePort();
  const command = [...image.entrypoint, ...agent.command.map((word) => (word === '8080' ? String(port) : word))];
  const env = { ANNEAL_BACKEND: 'mock' };
  const [first, ...rest] = contained(image, command, env, { namespaces: true });
  const child = spawn(first, rest, { stdio: ['ignore', 2, 2] });
  const ended = new Promise((done) => child.on('exit', (code, signal) => done(code ?? signal)));
  try {
    for (let left = 150; ; left -= 1) {
      const answered = await ask(port, 'GET', '/readyz').catch(() => null);
      if (answered?.status === 200) break;
      if (left === 0 || child.exitCode !== null) fail('the service does not answer');
      await sleep(200);
    }
    const health = image.health.map((word) => word.replaceAll('8080', String(port)));
    const [checker, ...args] = contained(image, health, env, { namespaces: true });
    expect('the health check passes', spawnSync(checker, args).status === 0);
    expect('GET / says that it runs', (await ask(port, 'GET', '/')).text === '{"message":"service is running"}');
    expect('the page is there', (await ask(port, 'GET', '/', { accept: 'text/html' })).text.includes('<script'));
    expect('the name of its service is answered', (await ask(port, 'GET', '/', { host: 'agent:8080' })).status === 200);
    expect('foreign names are refused', (await ask(port, 'GET', '/', { host: 'evil.example' })).status === 403);
    const message = 'Return the second largest unique number: function f(xs)';
    const chat = await ask(port, 'POST', '/chat', { body: { session_id: 's', message } });
    expect('POST /chat answers', chat.status === 200 && 'status' in JSON.parse(chat.text));
    child.kill('SIGTERM');
    expect('SIGTERM ends it', (await Promise.race([ended, sleep(15_000, 'still there')])) !== 'still there');
  } finally {
    child.kill('SIGKILL');
  }
}

/** What the demo comes to in the image. */
function demo(image, env, namespaces) {
  const [first, ...rest] = contained(image, ['node', '/app/bin/anneal.js', 'run', '--backend', 'mock', '--json'], env, { namespaces });
  const { status, stdout, stderr } = spawnSync(first, rest, { encoding: 'utf8' });
  const result = stdout.startsWith('{') ? JSON.parse(stdout) : null;
  return { status, level: result?.sandbox?.level ?? null, code: result?.error?.code ?? null, stderr };
}

const expect = (name, holds) => (holds ? say(`ok: ${name}`) : fail(name));

const base = join(work, 'base');
makeBase(base);
const image = buildImage(base);
const size = (folder) => Number(output('du', ['-sm', folder]).split('\t')[0]);
say(`the image adds ${size(image.root) - size(base)} MB to its base (${size(join(image.root, 'app'))} MB of it are /app)`);

const open = demo(image, {}, true);
expect(`with namespaces of its own the demo passes, at level ${open.level}`, open.status === 0 && /L[23]/.test(open.level));
const closed = demo(image, {}, false);
expect(
  'without them, as under Docker’s usual filter, nothing is run, and it is said',
  closed.status === 6 && closed.code === 'sandbox-unavailable',
);
const allowed = demo(image, { ANNEAL_ALLOW_UNSANDBOXED: 'true' }, false);
expect(`unless that is allowed, and labelled: ${allowed.level}`, allowed.status === 0 && allowed.level === 'L0');
await checkService(image);
if (given === undefined) rmSync(work, { recursive: true, force: true });
say('the image can be built and serves');
