// How many of test/fix/programs `anneal fix --write` mends, and that none gets worse. Each program has one planted fault and a real
// test file; `mended.*.txt` is what it was before. Usage: node scripts/bench-fix.mjs [scripted | flags of `anneal fix`, such as -b llama-cpp -m smollm2]
// `scripted`: a server of our own that answers with the program as it is, a program with another fault, and the right one.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = fileURLToPath(new URL('../test/fix/programs', import.meta.url));
const bin = process.env.ANNEAL_BIN ?? fileURLToPath(new URL('../bin/anneal.js', import.meta.url));
const [first, ...more] = process.argv.slice(2);
const scripted = first === undefined || first === 'scripted';
const server = scripted ? await serve() : null;
const flags = scripted
  ? ['-b', 'openai', '--base-url', `http://127.0.0.1:${server.address().port}/v1`, '-m', 'scripted', '--max-iters', '2', ...more]
  : [first, ...more];

const totals = {};
for (const language of readdirSync(programs)) {
  const count = { mended: 0, better: 0, worse: 0, programs: 0, seconds: 0 };
  totals[language] = count;
  for (const name of readdirSync(join(programs, language))) {
    const { outcome, credit, seconds } = await fix(language, name);
    count.programs += 1;
    count.seconds += seconds;
    if (outcome !== 'same') count[outcome] += 1;
    console.log(`${language} ${name}: ${outcome} ${credit} ${seconds.toFixed(1)} s`);
  }
}
server?.close();
for (const [language, { mended, better, worse, programs: all, seconds }] of Object.entries(totals)) {
  console.log(`${language}: ${mended} of ${all} mended, ${better} better, ${worse} worse, ${seconds.toFixed(0)} s`);
}
const sum = (key) => Object.values(totals).reduce((total, count) => total + count[key], 0);
console.log(
  `programs=${sum('programs')} mended=${sum('mended')} better=${sum('better')} worse=${sum('worse')} seconds=${sum('seconds').toFixed(0)}`,
);
process.exitCode = sum('worse') === 0 ? 0 : 1;

/** One program in a folder of its own; judged by `anneal test` on the file that is there afterwards. */
async function fix(language, name) {
  const folder = mkdtempSync(join(tmpdir(), 'anneal-fix-'));
  const started = Date.now();
  try {
    const files = readdirSync(join(programs, language, name)).filter((file) => !file.endsWith('.txt'));
    for (const file of files) cpSync(join(programs, language, name, file), join(folder, file));
    const program = files.find((file) => /^\w+\.(?:py|lua|mjs)$/.test(file) && file.replace(/\.\w+$/, '') === name);
    const tests = files.find((file) => file !== program);
    const before = await run(['test', program, '--tests', tests, '--json'], folder);
    await run(['fix', program, '--tests', tests, '--write', '--json', ...flags], folder);
    const after = await run(['test', program, '--tests', tests, '--json'], folder);
    const outcome =
      after.outcome === 'passed' ? 'mended' : after.passed > before.passed ? 'better' : after.passed < before.passed ? 'worse' : 'same';
    return { outcome, credit: `${before.passed}/${before.total} → ${after.passed}/${after.total}`, seconds: (Date.now() - started) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args, cwd) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [bin, ...args], { cwd, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`anneal ${args.join(' ')}: ${stderr}`));
      }
    });
  });
}

/** As much of an OpenAI-compatible server as is asked of it. */
async function serve() {
  const solutions = new Map();
  for (const language of readdirSync(programs)) {
    for (const name of readdirSync(join(programs, language))) {
      const folder = join(programs, language, name);
      const right = readFileSync(
        join(
          folder,
          readdirSync(folder).find((file) => file.endsWith('.txt')),
        ),
        'utf8',
      );
      solutions.set(`${language} ${name}`, right);
    }
  }
  let turn = 0;
  const fences = { python: 'python', lua: 'lua', javascript: 'javascript' };
  const answer = (prompt) => {
    const language = Object.keys(fences).find((id) => prompt.includes(`fenced ${id} block`)) ?? 'python';
    const name = [...solutions.keys()].find((key) => {
      const [id, own] = key.split(' ');
      return id === language && new RegExp(`\\(${own}\\.(?:py|lua|mjs)\\)`).test(prompt);
    });
    const right = solutions.get(name) ?? '';
    turn += 1;
    const code = turn % 3 === 0 ? right : turn % 3 === 1 ? right.replace(/return [^\n;]+/, 'return null') : right.replaceAll('+', '-');
    return `The mistake is mended here.\n\`\`\`${fences[language]}\n${code}\`\`\`\n`;
  };
  const made = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const json = (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (!request.url.endsWith('/completions')) return json({ object: 'list', data: [{ id: 'scripted', object: 'model' }] });
    const asked = JSON.parse(body);
    const text = answer((asked.messages ?? []).map(({ content }) => content).join('\n'));
    const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
    if (!asked.stream)
      return json({
        id: 'c',
        object: 'chat.completion',
        model: 'scripted',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
        usage,
      });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (value) =>
      response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'scripted', ...value })}\n\n`);
    const count = asked.n ?? 1;
    for (let index = 0; index < count; index += 1) {
      send({
        choices: [
          {
            index,
            delta: { role: 'assistant', content: index === 0 ? text : answer(asked.messages.map(({ content }) => content).join('\n')) },
            finish_reason: null,
          },
        ],
      });
      send({ choices: [{ index, delta: {}, finish_reason: 'stop' }] });
    }
    send({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => made.listen(0, '127.0.0.1', resolve));
  return made;
}
