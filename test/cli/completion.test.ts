import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends } from '../../src/composition/backends.ts';
import { commandTree } from '../../src/surfaces/cli/completion/command-tree.ts';
import { createProgram } from '../../src/surfaces/cli/program.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
const scripts = { bash: '', zsh: '', fish: '' };
beforeAll(async () => {
  place = await makePlace();
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const { code, stdout } = await anneal(['completion', shell], { place });
    expect(code).toBe(0);
    scripts[shell] = join(place.work, `anneal.${shell}`);
    await writeFile(scripts[shell], stdout);
  }
  await writeFile(join(place.work, 'task file.py'), '');
});
afterAll(() => place.remove());

/** What bash itself offers after these words; the last one is being typed. */
function offered(...words: string[]): string[] {
  const quoted = ['anneal', ...words].map((word) => `'${word}'`).join(' ');
  const script = `source '${scripts.bash}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _anneal; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { cwd: place.work, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
  test('offers commands, subcommands and flags where they belong', () => {
    expect(offered('ru')).toEqual(['run', 'runs']);
    expect(offered('runs', 'r')).toEqual(['replay', 'rerun', 'rm']);
    expect(offered('run', '--few')).toEqual(['--few-shot']);
    expect(offered('bench', 'generate', '--s')).toEqual(['--samples']);
    expect(offered('models', 'list', '--phase')).toEqual([]);
  });

  test('offers the values of a flag, and files where a file is meant', () => {
    expect(offered('run', '-l', 'p')).toEqual(['python']);
    expect(offered('run', '--task', 'x', '--backend', 'll')).toEqual(['llama-cpp']);
    expect(offered('run', '--backend', 'a')).toEqual(['auto', 'anthropic']);
    expect(offered('models', 'list', '--backend', 'm')).toEqual([]);
    expect(offered('runs', 'list', '--phase', 'w')).toEqual(['waiting']);
    expect(offered('observe', 'tas').join(' ')).toBe('task file.py');
    expect(offered('run', '--output', 'task').join(' ')).toBe('task file.py');
    expect(offered('run', '--seed', '')).toEqual([]);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('knows every command and flag of the program', () => {
    for (const { path, children, flags } of commandTree(createProgram(async () => undefined, '0', backends))) {
      const at = path === '' ? [] : path.split(' ');
      const names = children.map(({ name }) => name);
      if (names.length > 0) expect(offered(...at, '')).toEqual(names);
      expect(offered(...at, '-')).toEqual(flags.flatMap((flag) => flag.names));
    }
  });
});

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

test.skipIf(!has('zsh'))('the script for zsh parses and defines the function', () => {
  const { stdout, stderr } = spawnSync(
    'zsh',
    ['-f', '-c', `autoload -U compinit; compinit -D; source '${scripts.zsh}'; whence -w _anneal; print $_comps[anneal]`],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toBe('_anneal: function\n_anneal\n');
});

const fish = 'fish';

test.skipIf(!has(fish))('fish offers the same', () => {
  const offer = (line: string) =>
    spawnSync(fish, ['--no-config', '-c', `source '${scripts.fish}'; complete -C '${line}'`], { encoding: 'utf8', cwd: place.work })
      .stdout.split('\n')
      .map((row) => row.split('\t')[0])
      .filter((name) => name !== '');
  expect(offer('anneal ru')).toEqual(['run', 'runs']);
  expect(offer('anneal run -l p')).toEqual(['python']);
  expect(offer('anneal runs list --ph')).toEqual(['--phase']);
});

test('an unknown shell is refused with those that there are', async () => {
  const { code, stderr } = await anneal(['completion', 'fisch'], { place });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^hint: did you mean fish\? allowed: bash, zsh, fish$/m);
});
