import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import { isAbsent, isFull, noSpaceFor, systemCode, systemReason } from '../../src/domain/system-error.ts';

const coded = (code: string, message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), { code });
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (thrown: unknown) => thrown,
  );

test('reads the code of what the system refused', async () => {
  const absent = await thrownBy(readFile('/no/such/file'));
  expect([systemCode(absent), systemReason(absent), isAbsent(absent), isFull(absent)]).toEqual(['ENOENT', 'ENOENT', true, false]);
  expect(isAbsent(await thrownBy(readFile('/etc/passwd/below')))).toBe(true);
});

test('takes nothing else for a code of the system', () => {
  for (const thrown of [null, 'ENOENT', { code: 'ENOENT' }, new Error('x'), Object.assign(new Error('x'), { code: 3 })])
    expect(systemCode(thrown)).toBeUndefined();
  expect(systemCode(new AppError('not-found', 'no such run', 'list them'))).toBeUndefined();
});

test('says why in a word where some cause has one, else in the words of the innermost', () => {
  expect(systemReason(new TypeError('fetch failed', { cause: coded('ECONNREFUSED', 'connect') }))).toBe('ECONNREFUSED');
  expect(systemReason(new Error('outer', { cause: new Error('inner') }))).toBe('inner');
  expect(systemReason('text')).toBe('text');
});

test('a full disk and a used-up share of it are one error with one next step', () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(noSpaceFor('/data/run', coded(code, 'write'))).toMatchObject({ code: 'no-space', message: '/data/run: no space left' });
  expect(noSpaceFor('/data/run', coded('EACCES', 'write'))).toBeNull();
});
