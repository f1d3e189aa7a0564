import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../src/domain/app-error.ts';
import type { LanguageId } from '../../src/domain/contract.ts';
import { emptyRunState, type RunState } from '../../src/domain/run-state.ts';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { loadTypeScript } from '../../src/languages/typescript/typescript-language.ts';
import type { Language } from '../../src/ports/language.ts';
import { findLuaRuntime } from '../../src/runtimes/find-lua.ts';
import { findNodeRuntime } from '../../src/runtimes/find-node.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { createSkillService } from '../../src/skill-service/skill-service.ts';
import type { FoundRuntime } from '../../src/skill-service/skill-service-deps.ts';
import { createDiskSkillLibrary } from '../../src/skills/disk-skill-library.ts';
import type { SkillRootFolder } from '../../src/skills/skill-root.ts';
import { temporaryFolder } from '../skills/skill-folders.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';

export const languageOf = async (id: LanguageId, profile?: string): Promise<Language> => {
  switch (id) {
    case 'python':
      return loadPython();
    case 'lua':
      return profile === undefined || profile === 'lua54' ? loadLua() : loadLua(await loadProfile(profile));
    case 'javascript':
      return loadJavaScript();
    case 'typescript':
      return loadTypeScript();
  }
};

const runtimeOf = (id: LanguageId): Promise<FoundRuntime> =>
  id === 'python' ? findPythonRuntime() : id === 'lua' ? findLuaRuntime() : findNodeRuntime();

/** A service over a fresh folder, a real sandbox and real interpreters. */
export async function openServiceBench({ roots }: { readonly roots?: readonly SkillRootFolder[] } = {}) {
  const folder = await temporaryFolder();
  const user = join(folder, 'user');
  const records = createMemorySkillRecords();
  const library = createDiskSkillLibrary({
    roots: roots ?? [{ root: 'user', folder: user, trusted: true }],
    records,
    indexFile: null,
    now: () => Date.now(),
  });
  const sandbox = await openBubblewrapSandbox();
  const given: { version: string | null; run: RunState } = { version: null, run: emptyRunState };
  const service = createSkillService({
    library,
    records,
    clock: { now: () => Date.now(), sleep: async () => undefined },
    random: { hex: (bytes) => randomBytes(bytes).toString('hex'), seed: () => 1 },
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    language: languageOf,
    runtime: async (id) => {
      if (given.version === 'missing') throw new AppError('runtime-missing', `no ${id} here`, 'install it');
      const found = await runtimeOf(id);
      return given.version === null ? found : { ...found, version: given.version };
    },
    sandbox: async () => sandbox,
    timeoutSeconds: 5,
    runState: async () => given.run,
  });
  return { folder, user, library, records, service, given, close: () => sandbox.close() };
}
