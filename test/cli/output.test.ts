import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, printableJson, printableLine } from '../../src/domain/printable.ts';
import { howToCall, withInvocation } from '../../src/surfaces/cli/invocation.ts';
import { openTerminal } from '../../src/surfaces/cli/terminal.ts';

describe('printable', () => {
  test('shows what a terminal would obey', () => {
    expect(printable('a\u001b[2Jb\u009b1mc\rd\u202ee')).toBe('a\\x1b[2Jb\\x9b1mc\\x0dd\\u202ee');
  });

  test('leaves text, tabs and line ends alone', () => {
    expect(printable('def f():\n\treturn "é, ж, 語, 🙂"\r\n')).toBe('def f():\n\treturn "é, ж, 語, 🙂"\n');
  });

  test('keeps a line a line', () => {
    expect(printableLine('a\nb')).toBe('a\\nb');
    expect(printableLine('x'.repeat(300), 10)).toBe('xxxxxxxxx…');
  });

  test('no text gets an escape through, and JSON still means the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
        expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
        expect(printableJson(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(JSON.parse(printableJson(text))).toBe(text);
      }),
    );
  });
});

describe('how the program is called', () => {
  test('from a clone, from a project that has it, from elsewhere, and installed', async () => {
    const root = await mkdtemp(join(tmpdir(), 'anneal-call-'));
    const bin = join(root, 'clone', 'bin', 'anneal.js');
    const project = join(root, 'project');
    const path = join(root, 'path');
    for (const folder of [join(root, 'clone', 'bin'), join(root, 'clone', 'docs'), join(project, 'node_modules', '.bin'), path]) {
      await mkdir(folder, { recursive: true });
    }
    await writeFile(bin, '');
    await symlink(bin, join(project, 'node_modules', '.bin', 'anneal'));
    await symlink(bin, join(path, 'anneal'));
    expect(howToCall(bin, join(root, 'clone', 'docs'), '')).toBe('npx --no-install anneal');
    expect(howToCall(bin, project, '')).toBe('npx --no-install anneal');
    // npx puts this folder on the path of what it starts; the person has not.
    expect(howToCall(bin, project, join(project, 'node_modules', '.bin'))).toBe('npx --no-install anneal');
    expect(howToCall(bin, root, '/usr/bin')).toBe(`node ${bin}`);
    expect(howToCall(bin, root, `/usr/bin:${path}`)).toBe('anneal');
    await rm(root, { recursive: true });
  });

  const bubblewrap = 'bwrap';
  const readOnly = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  const canMount = spawnSync(bubblewrap, [...readOnly, 'true']).status === 0;
  test.skipIf(!canMount)('from a clone that may not be written to, where npx does not work', () => {
    const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));
    const { stderr } = spawnSync(bubblewrap, [...readOnly, process.execPath, bin, 'nonsense'], { cwd: dirname(bin), encoding: 'utf8' });
    expect(stderr).toBe(`error[usage]: unknown command 'nonsense'\nhint: node ${bin} --help\n`);
  });

  test('an alert names commands as they work here, and an error keeps its own words', () => {
    const written: string[] = [];
    const stream = { write: (text: string) => void written.push(text) } as unknown as NodeJS.WriteStream;
    const streams = { stdin: {} as NodeJS.ReadStream, stdout: stream, stderr: stream };
    const terminal = openTerminal(streams, {}, 'npx --no-install anneal', {});
    terminal.alert('warning: x is not verified here: anneal skills verify x');
    terminal.alert('hint: npx --no-install anneal doctor');
    terminal.fault('error[not-found]: my anneal notes.txt');
    expect(written).toEqual([
      'warning: x is not verified here: npx --no-install anneal skills verify x\n',
      'hint: npx --no-install anneal doctor\n',
      'error[not-found]: my anneal notes.txt\n',
    ]);
  });

  test('no note names a command without how it is called here', async () => {
    const folder = fileURLToPath(new URL('../../src/surfaces/cli', import.meta.url));
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const bare: string[] = [];
    for (const file of files) {
      const source = await readFile(join(folder, file), 'utf8');
      // A call up to its end; what passes through `withInvocation` is written there.
      for (const [call] of source.matchAll(/\.(?:note|detail|say)\((?!withInvocation)[^;]*?\);/g))
        if (/(?<![\w./@-])anneal [a-z-]/.test(call)) bare.push(`${file}: ${call}`);
    }
    expect(files.length).toBeGreaterThan(50);
    expect(bare).toEqual([]);
  });

  test('commands for root are written for who reads them', () => {
    const hint = 'Run: sudo apt-get install bubblewrap && sudo sysctl -w user.max_user_namespaces=15000';
    const bare = 'Run: apt-get install bubblewrap && sysctl -w user.max_user_namespaces=15000';
    expect(withInvocation(hint, 'anneal', 'sudo')).toBe(hint);
    expect(withInvocation(hint, 'anneal', 'root')).toBe(bare);
    expect(withInvocation(hint, 'anneal', 'plain')).toBe(`${bare} (as root: there is no sudo here, so first: su -)`);
    expect(withInvocation('anneal doctor', 'anneal', 'plain')).toBe('anneal doctor');
  });

  test('hints are rewritten, names and files are not', () => {
    const say = (text: string) => withInvocation(text, 'npx --no-install anneal');
    expect(say('anneal models pull')).toBe('npx --no-install anneal models pull');
    expect(say('`anneal runs list`')).toBe('`npx --no-install anneal runs list`');
    expect(say('npx --no-install anneal runs list')).toBe('npx --no-install anneal runs list');
    expect(say('correct ./anneal.json in /home/anneal or read anneal://x')).toBe(
      'correct ./anneal.json in /home/anneal or read anneal://x',
    );
  });
});
