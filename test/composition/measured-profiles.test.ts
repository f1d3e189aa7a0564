import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMeasuredProfiles } from '../../src/composition/measured-profiles.ts';
import type { ModelMeasurement } from '../../src/domain/model-measurement.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const measurement: ModelMeasurement = {
  v: 1,
  model: 'llama-cpp:../../mine',
  fingerprint: 'sha256:1',
  language: 'lua',
  at: 0,
  seconds: 1,
  questions: 3,
  timedOut: 0,
  speed: null,
  forms: [{ form: 'chat', right: 1, trials: 4, note: null }],
  longestRight: 12,
  tests: { right: 1, trials: 8, replies: 2 },
  decisions: null,
  context: null,
  schema: null,
  thinks: false,
  samples: null,
  seeds: null,
};

test('a measurement is found for the same weights only, whatever they are called', async () => {
  const folder = await temporaryFolder('profiles');
  const profiles = openMeasuredProfiles(folder);
  expect(await profiles.find(measurement.model, 'sha256:1')).toBeNull();
  const file = await profiles.save(measurement);
  expect(await profiles.find(measurement.model, 'sha256:1')).toEqual(measurement);
  expect(await profiles.find(measurement.model, 'sha256:2')).toBeNull();
  expect(await profiles.find(measurement.model, undefined)).toBeNull();
  expect(await profiles.find('ollama:mine', 'sha256:1')).toBeNull();
  expect(await readdir(join(folder, 'profiles'))).toEqual([expect.stringMatching(/^llama-cpp_\.\._\.\._mine-[0-9a-f]{12}\.json$/)]);
  await profiles.save({ ...measurement, questions: 4 });
  expect(await profiles.find(measurement.model, 'sha256:1')).toMatchObject({ questions: 4 });

  // Damaged, or written by a version to come: as if there were none.
  await writeFile(file, '{"v": 2}');
  expect(await profiles.find(measurement.model, 'sha256:1')).toBeNull();
});
