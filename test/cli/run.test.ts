import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { anneal, makePlace, type Place, type Started, start } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const demo = ['run', '--backend', 'mock'] as const;
const jsonLines = (text: string): RunEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
const runIdOf = (stderr: string): string => /^anneal: run (\w+)$/m.exec(stderr)?.[1] ?? '';
const codeOf = { success: 0, unsure: 3 } as const;

/** Resolves once the running command has written what the pattern says to standard output. */
const shown = ({ child }: Started, pattern: RegExp): Promise<string> => shownOn(child.stdout, pattern);

function shownOn(output: Readable, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (pattern.test(text)) resolve(text);
    });
    output.on('close', () => reject(new Error(`ended before ${pattern}: ${text.slice(-500)}`)));
  });
}

describe('the demo', () => {
  test('prints bare code, and says everywhere that it is a demo', async () => {
    const { code, stdout, stderr } = await anneal(demo, { place });
    expect(stdout).toMatch(/^def second_largest\(/);
    expect(stdout).not.toContain('```');
    expect(stderr).toContain('DEMO: a scripted model');
    expect(stderr).toContain('demo: the candidates were scripted');
    expect(stderr).toContain('(uncalibrated)');
    expect([0, 3]).toContain(code);
  });

  test('--json is one object of the published shape', async () => {
    const { code, stdout } = await anneal([...demo, '--json'], { place });
    const result = runResultSchema.parse(JSON.parse(stdout));
    expect(result).toMatchObject({ state: 'done', model: { backend: 'mock', demo: true }, entry: { name: 'second_largest' }, error: null });
    expect(result.evidence.candidates.length).toBeGreaterThanOrEqual(4);
    expect(code).toBe(codeOf[result.status as keyof typeof codeOf]);
  });

  test('--events is the run’s stored stream, one JSON line an event', async () => {
    const { stdout, stderr } = await anneal([...demo, '--events'], { place });
    const events = jsonLines(stdout);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(events[0]).toMatchObject({ type: 'run-start', v: 1, model: { demo: true } });
    expect(events.at(-1)).toMatchObject({ type: 'run-end' });
    const exported = await anneal(['runs', 'export', runIdOf(stderr)], { place });
    expect(jsonLines(exported.stdout)).toEqual(events);
  });

  test('--quiet leaves nothing on stderr but warnings', async () => {
    const { stderr } = await anneal([...demo, '--quiet'], { place });
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('warning: '))).toEqual([]);
  });

  test('--evidence shows tests, why this program, candidates, groups and the integrity report', async () => {
    const { stderr } = await anneal([...demo, '--evidence'], { place });
    expect(stderr).toMatch(/^ {5}call +expected +observed +from$/m);
    expect(stderr).toMatch(/^ {2}✓ {2}second_largest\(\[3, 1, 2\]\) +2 +2 +yours$/m);
    expect(stderr).toMatch(/^ {2}[✓✗] {2}second_largest\(.* +model, \d votes?$/m);
    expect(stderr).toMatch(/^why c\d+\n {2}it passes 4 of 4 trusted tests/m);
    expect(stderr).toMatch(/^ {2}not group \d .*: second_largest\(.*\) is .* there, .* here$/m);
    expect(stderr).toMatch(/^ {2}c1 +round 0/m);
    expect(stderr).toContain('integrity: oracle-outside');
    expect(stderr).toMatch(/^ {2}lock +sha256 \w{16}… over 4 trusted tests, set before .*; the stored tests still have it$/m);
    expect(stderr).toMatch(/^ {2}stub +a program without a body passes 2 of 4 trusted tests: /m);
    expect(stderr).toMatch(/^ {2}mutants +your examples notice \d+ of \d+ small changes/m);
  });
});

describe('--output', () => {
  test('writes atomically when the outcome is accepted, and then prints no code', async () => {
    const { stdout, stderr } = await anneal([...demo, '-o', 'second.py', '--accept-unsure'], { place });
    expect(await readFile(join(place.work, 'second.py'), 'utf8')).toMatch(/^def second_largest\(/);
    expect(stdout).toBe('');
    expect(stderr).toContain('written: second.py');
    expect((await readdir(place.work)).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  test('leaves an existing file alone when nothing acceptable was found', async () => {
    await writeFile(join(place.work, 'kept.py'), 'old\n');
    const { code, stderr } = await anneal(
      [...demo, 'the second largest', '--signature', 'def second_largest(nums)', '-e', 'second_largest([1, 2]) == 99', '-o', 'kept.py'],
      { place },
    );
    expect(code).toBe(1);
    expect(await readFile(join(place.work, 'kept.py'), 'utf8')).toBe('old\n');
    expect(stderr).toContain('kept.py not written: the outcome is failed');
  });

  test('another task is refused before anything runs, with what to do', async () => {
    const { code, stdout, stderr } = await anneal([...demo, 'sum a list'], { place });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('it knows one task only');
    expect(stderr).toMatch(/leave the task out.*or choose a real model/);
    expect(stderr).not.toContain('anneal: run ');
  });

  test('a language that is not here is refused with those that are, unless -l says what to write instead', async () => {
    const asked = 'a function in Rust that returns the second largest number';
    const refused = await anneal([...demo, asked], { place });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('the request asks for Rust');
    expect(refused.stderr).toMatch(/lua, python, javascript, typescript.*-l python/);
    const taken = await anneal([...demo, asked, '-l', 'python', '--json'], { place });
    expect(runResultSchema.parse(JSON.parse(taken.stdout)).language).toBe('python');
  });

  test('a shown value that cannot be an example of this function is said', async () => {
    const task = 'the second largest, so [1, 2] becomes 1';
    const two = await anneal([...demo, task, '-l', 'python', '--signature', 'def f(xs, n)', '--budget-seconds', '5'], { place });
    expect(two.stderr).toContain('warning: "[1, 2] becomes 1" does not count as an example');
  });

  test('an output that cannot be written in the end loses nothing', async () => {
    for (const flags of [[], ['--json']]) {
      const folder = join(place.work, 'soon-gone');
      await mkdir(folder);
      const started = start([...demo, '--seed', '7', '-o', 'soon-gone/kept.py', '--accept-unsure', ...flags], { place });
      await shownOn(started.child.stderr, /round 0/);
      await rm(folder, { recursive: true });
      const { code, stdout, stderr } = await started.ended;
      expect(code).toBe(2);
      expect(stdout).toContain('def second_largest(');
      const [, id = ''] = /^hint: .*; the program is stored: .*anneal(?:\.js)? runs show (\w+) --code$/m.exec(stderr) ?? [];
      expect((await anneal(['runs', 'show', id, '--code'], { place })).stdout).toMatch(/^def second_largest\(/);
    }
  });
});

describe('being stopped', () => {
  test('Ctrl-C cancels: exit code 130, the run is stored as cancelled, no child is left', async () => {
    const started = start([...demo, '--events', '--evidence'], { place });
    await shown(started, /"round-start"/);
    started.child.kill('SIGINT');
    const { code, stderr } = await started.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('cancelling');
    expect(stderr).toMatch(new RegExp(`^go on with: .*anneal.* run --resume ${runIdOf(stderr)}$`, 'm'));
    const { stdout } = await anneal(['runs', 'show', runIdOf(stderr), '--json'], { place });
    expect(JSON.parse(stdout)).toMatchObject({ state: 'done', status: 'cancelled' });
    expect(await childrenOf(started.child.pid ?? 0)).toEqual([]);
  });

  test('a reader that goes away ends it quietly', async () => {
    const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));
    const child = spawn('bash', ['-c', '"$0" "$1" run --backend mock --events | head -n 1', process.execPath, bin], {
      cwd: place.work,
      env: { PATH: process.env.PATH ?? '', ANNEAL_HOME: place.home },
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(stderr).not.toMatch(/EPIPE|error\[|at .*\.js:/);
  });

  /** A shell's redirections of a command's output. */
  async function redirected(command: string, where: string): Promise<{ readonly code: number | null; readonly stderr: string }> {
    const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));
    const child = spawn('bash', ['-c', `"$0" "$1" ${command} ${where}`, process.execPath, bin], {
      cwd: place.work,
      env: { PATH: process.env.PATH ?? '', ANNEAL_HOME: place.home },
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, stderr };
  }

  test('a full disk is an error, not a success without its output', async () => {
    const commands = [
      'run --backend mock',
      'run --backend mock --json',
      'run --backend mock --events',
      'config',
      '--help',
      'runs list --help',
    ];
    for (const command of commands) {
      const { code, stderr } = await redirected(command, '> /dev/full');
      expect(stderr, command).toMatch(/^error\[no-space\]: standard output is on a full disk.*\nhint: free some disk space.*runs list$/m);
      expect(code).toBe(7);
    }
  });

  test('a closed standard output is said, a discarded one is not', async () => {
    const word = /standard output is closed or thrown away/;
    expect((await redirected('config', '>&-')).stderr).toMatch(word);
    expect((await redirected('config', '> /dev/null')).stderr).not.toMatch(word);
  });

  test('kill -9 loses nothing that was shown, and --resume goes on with the same candidates', async () => {
    const started = start([...demo, '--events'], { place });
    const text = await shown(started, /"candidate-observe"/);
    started.child.kill('SIGKILL');
    const { stderr, stdout } = await started.ended;
    const seen = jsonLines(`${(stdout === '' ? text : stdout).split('\n').slice(0, -1).join('\n')}\n`);
    const id = runIdOf(stderr);
    const stored = jsonLines((await anneal(['runs', 'export', id], { place })).stdout);
    expect(stored.slice(0, seen.length)).toEqual(seen);
    const { code, stdout: resumed, stderr: log } = await anneal(['run', '--resume', id, '--json'], { place });
    const result = runResultSchema.parse(JSON.parse(resumed));
    expect(result.runId, log).toBe(id);
    expect([0, 3]).toContain(code);
    const after = jsonLines((await anneal(['runs', 'export', id], { place })).stdout);
    expect(after.slice(0, stored.length)).toEqual(stored);
    expect(after[stored.length]).toMatchObject({ type: 'run-resume' });
    expect(after.filter(({ type }) => type === 'run-start')).toHaveLength(1);
  });
});

/** What a run came to, whatever order its candidates were added in. */
async function outcomeOf(id: string): Promise<object> {
  const result = runResultSchema.parse(JSON.parse((await anneal(['runs', 'show', id, '--json'], { place })).stdout));
  const events = jsonLines((await anneal(['runs', 'export', id], { place })).stdout);
  const programs = events.flatMap((event) => (event.type === 'candidate-add' ? [`${event.round} ${event.seed} ${event.code}`] : []));
  return { status: result.status, confidence: result.confidence, code: result.code, programs: programs.sort() };
}

describe('a run that was killed', () => {
  test('comes to the same candidates and the same result, wherever it was killed', async () => {
    const seeded = [...demo, '--seed', '7', '--events'];
    const whole = await outcomeOf(runIdOf((await anneal(seeded, { place })).stderr));
    for (const moment of [/"tests-end"/, /"candidate-add"/, /"candidate-observe"/, /"round-end"/, /"repair"/]) {
      const started = start(seeded, { place });
      await shown(started, moment);
      started.child.kill('SIGKILL');
      const id = runIdOf((await started.ended).stderr);
      await anneal(['run', '--resume', id], { place });
      expect(await outcomeOf(id), String(moment)).toEqual(whole);
    }
  });
});

describe('stored runs', () => {
  test('list, show, replay and rm', async () => {
    const { stderr } = await anneal(demo, { place });
    const id = runIdOf(stderr);
    expect((await anneal(['runs'], { place })).stdout).toContain(id);
    expect((await anneal(['runs', 'show', id, '--code'], { place })).stdout).toMatch(/^def second_largest\(/);
    const replayed = await anneal(['runs', 'replay', id], { place });
    expect(replayed.stderr).toContain('round 0');
    expect(replayed.stdout).toMatch(/^def second_largest\(/);
    expect((await anneal(['runs', 'rm', id], { place })).code).toBe(0);
    const gone = await anneal(['runs', 'show', id], { place });
    expect(gone.stderr).toMatch(/^error\[not-found\]: .*\nhint: .*anneal(?:\.js)? runs list/m);
    expect(gone.code).toBe(2);
  });

  test('a finished run cannot be answered or resumed', async () => {
    const { stderr } = await anneal(demo, { place });
    const id = runIdOf(stderr);
    for (const args of [
      ['runs', 'answer', id, 'A'],
      ['run', '--resume', id],
    ]) {
      const { code, stderr: said } = await anneal(args, { place });
      expect(said).toContain('error[conflict]');
      expect(code).toBe(2);
    }
  });
});

/** Processes whose parent is, or was, this one. */
async function childrenOf(pid: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(pid)) found.push(entry);
  }
  return found;
}
