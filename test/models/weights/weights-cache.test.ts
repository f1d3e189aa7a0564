import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findWeights, listWeights, pullWeights, removeWeights } from '../../../src/models/weights/weights-cache.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder('weights');
});

test('weights that are not here come with the command that gets them, and its size', async () => {
  await expect(findWeights('smollm2', folder)).rejects.toMatchObject({
    code: 'model-missing',
    hint: expect.stringContaining('npx --no-install anneal models pull smollm2 (93 MB, once)'),
  });
  const [smallest] = await listWeights(folder, { memoryBytes: 16e9, cores: 4 });
  expect(smallest).toEqual({
    name: 'smollm2',
    detailSaid: [{ code: 'listing-weights', values: { about: 'SmolLM2 135M Instruct', licence: 'Apache-2.0' } }],
    bytes: 98_362_432,
    present: false,
    detail: 'SmolLM2 135M Instruct, 4 bits a weight; Apache-2.0',
    licence: 'Apache-2.0',
    fitsMemory: true,
  });
});

test('an unknown name lists the known ones', async () => {
  await expect(findWeights('smollm3', folder)).rejects.toMatchObject({ code: 'model-missing', hint: expect.stringContaining('smollm2') });
  expect(() => pullWeights('smollm3', folder)).toThrow(expect.objectContaining({ code: 'model-missing' }));
});

test('a file of the cache with another checksum is corrupt, and the hint fetches it again', async () => {
  await writeFile(join(folder, 'SmolLM2-135M-Instruct.Q4_1.gguf'), 'GGUF but not these weights');
  const failure = { code: 'weights-corrupt', hint: expect.stringMatching(/models rm smollm2 && .*models pull smollm2/) };
  await expect(findWeights('smollm2', folder)).rejects.toMatchObject(failure);
  await removeWeights('smollm2', folder);
  await expect(findWeights('smollm2', folder)).rejects.toMatchObject({ code: 'model-missing' });
});

test('a given file of a known name must have its checksum', async () => {
  const file = join(folder, 'SmolLM2-135M-Instruct.Q4_1.gguf');
  await writeFile(file, 'GGUF but not these weights');
  await expect(findWeights(file, folder)).rejects.toMatchObject({ code: 'weights-corrupt' });
});

test('any other GGUF file is taken as it is', async () => {
  const file = join(folder, 'mine.gguf');
  await writeFile(file, 'GGUF');
  expect(await findWeights(file, folder)).toMatchObject({ name: 'mine', file });
});

test('a file that is no GGUF, and one that is not there', async () => {
  const file = join(folder, 'page.gguf');
  await writeFile(file, '<html>Not found</html>');
  await expect(findWeights(file, folder)).rejects.toMatchObject({ code: 'weights-corrupt', message: `${file} is not a GGUF file.` });
  await expect(findWeights(join(folder, 'none.gguf'), folder)).rejects.toMatchObject({ code: 'model-missing' });
});
