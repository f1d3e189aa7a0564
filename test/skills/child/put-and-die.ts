// Writes a skill, and is killed before the step with the number that it is given: `put-and-die.ts ROOT DRAFT REPLACE STEP`.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { SkillDraft } from '../../../src/domain/skill.ts';
import { putDraft } from '../../../src/skills/put-skill.ts';

const [root = '', draft = '', replace = '', step = ''] = process.argv.slice(2);
let left = Number(step);
for (const name of ['rename', 'mkdir', 'writeFile', 'rm', 'rmdir'] as const) {
  const real = fs[name] as (...given: unknown[]) => Promise<unknown>;
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      left -= 1;
      return real(...given);
    },
  });
}
// What was imported by name before is the wrapped one from here on.
syncBuiltinESMExports();
void putDraft(JSON.parse(draft) as SkillDraft, {
  root: { root: 'user', folder: root, trusted: true },
  replace: replace === 'true',
  now: Date.now(),
});
