import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends } from '../../src/composition/backends.ts';
import { createProgram } from '../../src/surfaces/cli/program.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const program = createProgram(async () => undefined, '0', backends);
const leaves = program.commands.flatMap((child) =>
  child.commands.length === 0 ? [[child.name()]] : child.commands.map((leaf) => [child.name(), leaf.name()]),
);

describe('help', () => {
  test('lists the commands on stdout, and none that does not work yet', async () => {
    const { code, stdout, stderr } = await anneal(['--help'], { place });
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const name of [
      'run',
      'runs',
      'models',
      'sandbox',
      'observe',
      'extract',
      'chat',
      'fix',
      'test',
      'serve',
      'mcp',
      'doctor',
      'config',
      'store',
      'skills',
    ]) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(stdout).not.toMatch(/^ {2}worker /m);
  });

  test.each(leaves)('%s %s --help has an example', async (...path) => {
    const { code, stdout } = await anneal([...path, '--help'], { place });
    expect(code).toBe(0);
    expect(stdout).toContain('Example:\n  anneal ');
  });

  test('prints the version', async () => {
    expect((await anneal(['--version'], { place })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
