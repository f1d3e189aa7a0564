import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { SkillDraft } from '../../src/domain/skill.ts';
import { createDiskSkillLibrary } from '../../src/skills/disk-skill-library.ts';
import { compiledSources } from '../compiled-sources.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { doubler, temporaryFolder } from './skill-folders.ts';

let script: string;
beforeAll(async () => {
  const root = await compiledSources('src/domain', 'src/ports', 'src/skills', 'test/skills/child');
  script = fileURLToPath(new URL('test/skills/child/put-and-die.js', root));
}, 60_000);
const better: SkillDraft = { ...doubler, body: { path: 'scripts/double_number.py', text: 'def double(n):\n    return n + n\n' } };

/** How the writer ended. */
async function putAndDie(root: string, draft: SkillDraft, replace: boolean, step: number): Promise<'killed' | 'done'> {
  const args = [script, root, JSON.stringify(draft), String(replace), String(step)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === 'SIGKILL') return 'killed';
  expect(code).toBe(0);
  return 'done';
}

async function opened() {
  const user = join(await temporaryFolder(), 'user');
  const open = () =>
    createDiskSkillLibrary({
      roots: [{ root: 'user', folder: user, trusted: true }],
      records: createMemorySkillRecords(),
      indexFile: null,
      now: () => Date.now(),
    });
  return { user, library: open(), again: open() };
}

it('a writer that is killed before any step of replacing a skill leaves the old one or the new one', { timeout: 120_000 }, async () => {
  const seen = new Set<string>();
  for (let step = 0; ; step += 1) {
    const { user, library, again } = await opened();
    const old = await library.write(doubler, { root: 'user' });
    const end = await putAndDie(user, better, true, step);
    // By listing in even steps and by reading in odd ones: each finds it by itself.
    const { skills, problems } = step % 2 === 0 ? await again.list() : { skills: [await again.read(doubler.name)], problems: [] };
    expect(problems).toEqual([]);
    expect(skills, `step ${step}`).toHaveLength(1);
    const [now] = skills;
    const which = now?.hash === old.hash ? 'old' : 'new';
    expect((await library.read(doubler.name))?.body?.text).toBe((which === 'old' ? doubler : better).body?.text);
    expect((await library.history(doubler.name)).map(({ hash }) => hash)).toEqual(which === 'old' ? [] : [old.hash]);
    seen.add(`${end} ${which}`);
    // The next writer is not held up, and of what is whole nothing stays beside it.
    await library.write({ ...doubler, description: 'Doubles it.' }, { root: 'user', replace: true });
    expect((await readdir(user)).filter((name) => name.startsWith('.ready-'))).toEqual([]);
    if (end === 'done') break;
    expect(step).toBeLessThan(60);
  }
  expect([...seen].sort()).toEqual(['done new', 'killed new', 'killed old']);
});

it('a writer that is killed before any step of a first writing leaves the skill or nothing', { timeout: 120_000 }, async () => {
  for (let step = 0; ; step += 1) {
    const { user, again } = await opened();
    const end = await putAndDie(user, doubler, false, step);
    const { skills, problems } = await again.list();
    expect(problems).toEqual([]);
    if (end === 'done') {
      expect(skills).toHaveLength(1);
      break;
    }
    expect((await again.read(doubler.name))?.body ?? doubler.body).toEqual(doubler.body);
  }
});

it('what a killed writer left beside a skill does not come back when that is removed', { timeout: 120_000 }, async () => {
  const { user, library } = await opened();
  let step = 0;
  const left = async () => (await readdir(user).catch(() => [])).filter((name) => name.startsWith('.ready-'));
  await library.write(doubler, { root: 'user' });
  for (; (await left()).length === 0; step += 1) expect(await putAndDie(user, better, true, step)).toBe('killed');
  await library.remove(doubler.name);
  expect(await library.read(doubler.name)).toBeNull();
  expect((await library.list()).skills).toEqual([]);
});

it('writers who replace a skill at once all succeed, and each that was replaced is in the history', async () => {
  const { library, again } = await opened();
  await library.write(doubler, { root: 'user' });
  const drafts = [1, 2, 3, 4].map((n) => ({
    ...doubler,
    body: { path: 'scripts/double_number.py', text: `# ${n}\n${doubler.body?.text}` },
  }));
  const reads: (string | undefined)[] = [];
  let open = true;
  const reading = (async () => {
    while (open) reads.push((await again.read(doubler.name))?.hash);
  })();
  await Promise.all(drafts.map((draft, n) => (n % 2 === 0 ? library : again).write(draft, { root: 'user', replace: true })));
  open = false;
  await reading;
  expect(reads).not.toContain(undefined);
  expect(await library.history(doubler.name)).toHaveLength(4);
});
