import { afterAll, beforeAll } from 'vitest';
import { makePlace, type Place } from '../cli/anneal.ts';
import type { FakeOllama } from '../models/ollama/fake-ollama.ts';
import { describeServer } from './client-suite.ts';
import { modelArguments, revisions, scriptedModel, stdioTransport, writeSkill } from './connect-client.ts';

let place: Place;
let ollama: FakeOllama;
beforeAll(async () => {
  place = await makePlace();
  await writeSkill(place);
  ollama = await scriptedModel();
});
afterAll(async () => {
  await ollama.close();
  await place.remove();
});

for (const revision of revisions) {
  describeServer('anneal mcp', revision, (client) => client.connect(stdioTransport(place, modelArguments(ollama))));
}
