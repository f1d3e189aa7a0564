import { afterAll, beforeAll } from 'vitest';
import { makePlace, type Place } from '../cli/anneal.ts';
import { type Serving, startServing } from '../cli/serving.ts';
import type { FakeOllama } from '../models/ollama/fake-ollama.ts';
import { describeServer } from './client-suite.ts';
import { httpTransport, modelArguments, revisions, scriptedModel, writeSkill } from './connect-client.ts';

let place: Place;
let ollama: FakeOllama;
let serving: Serving;
beforeAll(async () => {
  place = await makePlace();
  await writeSkill(place);
  ollama = await scriptedModel();
  serving = await startServing(place, modelArguments(ollama));
});
afterAll(async () => {
  await serving.stop();
  await ollama.close();
  await place.remove();
});

for (const revision of revisions) describeServer('/mcp', revision, (client) => client.connect(httpTransport(serving.url)));
