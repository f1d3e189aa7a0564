import { fileURLToPath } from 'node:url';
import type { Folders } from '../config/folders.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { CliDeps } from '../surfaces/cli/cli-deps.ts';
import { once } from '../surfaces/once.ts';
import { backendNames, backends, openBackend } from './backends.ts';
import { closeAll } from './close-all.ts';
import { luaProfile, luaProfileNames } from './lua-profiles.ts';

export type ConnectOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  readonly invocation: string;
  readonly signal: AbortSignal;
};

const defaultEmbeddedModel = 'smollm2';

/** Wires adapters to the command line. Each is imported and opened when it is first asked for, and closed by `close`. */
export function connect({ environment, workingFolder, invocation, signal }: ConnectOptions): CliDeps {
  const opened: (() => Promise<void>)[] = [];
  const closing = <T extends { close: () => Promise<void> }>(resource: T): T => {
    opened.push(() => resource.close());
    return resource;
  };

  const folders = once(async (): Promise<Folders> => {
    const [{ chooseFolders }, { default: envPaths }] = await Promise.all([import('../config/folders.ts'), import('env-paths')]);
    return chooseFolders(environment, envPaths);
  });

  const openStore = async (access: 'read' | 'write') => {
    const [{ storeFile }, stores] = await Promise.all([import('../config/folders.ts'), import('../stores/kysely/open-sqlite-store.ts')]);
    const file = storeFile(await folders());
    return closing(await (access === 'read' ? stores.openSqliteStoreToRead({ file }) : stores.openSqliteStore({ file })));
  };
  const toRead = once(() => openStore('read'));
  const toWrite = once(() => openStore('write'));
  // Who reads beside one that writes shares its connection.
  let written = false;
  const store = (access?: 'read') => {
    written ||= access !== 'read';
    return written ? toWrite() : toRead();
  };

  const skillRecords: CliDeps['skillRecords'] = async () => (await store('read')).skills;
  const skillLibrary = once(async () => {
    const [{ findSkillFolders }, { openSkillLibrary }] = await Promise.all([
      import('../config/skill-folders.ts'),
      import('./open-skill-library.ts'),
    ]);
    return openSkillLibrary(await findSkillFolders(await folders(), workingFolder), await skillRecords());
  });

  const backend: CliDeps['backend'] = async (name, settings) => openBackend(name, { settings, folders: await folders(), environment });
  const measured = once(async () => {
    const [{ openMeasuredProfiles }, { data }] = await Promise.all([import('./measured-profiles.ts'), folders()]);
    return openMeasuredProfiles(data);
  });
  const languages = once(async () => (await import('./loaded-languages.ts')).loadedLanguages());
  const language: CliDeps['language'] = async (id, profile) => (await languages())(id, profile);
  const runtime: CliDeps['runtime'] = async (id, settings, profile) =>
    (await import('./find-runtime.ts')).findRuntime(id, settings, profile);
  // One serves all: its sessions are apart, and finding out that it holds takes its time.
  const sandboxes = new Map<string, () => Promise<Sandbox>>();
  const sandbox: CliDeps['sandbox'] = ({ minLevel, allowUnsandboxed }) => {
    const key = `${minLevel} ${allowUnsandboxed}`;
    const chosen =
      sandboxes.get(key) ??
      once(async () => {
        const { chooseSandbox } = await import('../sandboxes/choose-sandbox.ts');
        return closing(await chooseSandbox({ ...(minLevel === null ? {} : { minLevel }), allowUnsandboxed, signal }));
      });
    sandboxes.set(key, chosen);
    return chosen();
  };

  // A model is loaded once, whoever asks it.
  const kept = once(async () => closing((await import('./model-shelf.ts')).createModelShelf(true)));

  const runs: CliDeps['runs'] = async (options) => {
    const { openRuns } = await import('./open-runs.ts');
    const records = async () => (await store()).skills;
    return closing(
      await openRuns(
        await store(options === undefined ? 'read' : undefined),
        {
          backend,
          language,
          runtime,
          sandbox,
          defaultEmbeddedModel,
          measured,
          kept,
          skills: { library: skillLibrary, records },
          records,
        },
        options,
      ),
    );
  };

  return {
    folders,
    settings: async (flags) => {
      const { loadSettings } = await import('../config/load-settings.ts');
      return loadSettings({ flags, environment, folders: await folders(), workingFolder, command: invocation, backends: backendNames });
    },
    store,
    skillRecords,
    skillLibrary,
    runs,
    skills: async (settings) => {
      const { openSkillService } = await import('./open-skill-service.ts');
      const [library, records] = await Promise.all([skillLibrary(), skillRecords()]);
      return openSkillService({ library, records, language, runtime, sandbox, runs }, settings);
    },
    bodies: async (options) => {
      const { openBodies } = await import('./open-bodies.ts');
      const [library, records, models] = await Promise.all([skillLibrary(), skillRecords(), kept()]);
      const parts = { models, folders, language, runtime, sandbox, backend, defaultEmbeddedModel, library, records, measured, signal };
      return openBodies(parts, options);
    },
    openModel: async ({ settings, showPull }) => {
      const [{ chooseModel }, { openModel }] = await Promise.all([import('./choose-model.ts'), import('./open-model.ts')]);
      const { values } = settings;
      const choice = await chooseModel(values, { provider: (name) => backend(name, values), defaultEmbeddedModel, signal });
      return openModel({ settings, showPull, defaultEmbeddedModel }, choice, signal);
    },
    demoRequest: async () => (await import('../models/mock/second-largest-demo.ts')).secondLargestDemo,
    backends,
    backend,
    defaultEmbeddedModel,
    largerWeights: async (inUse) => (await import('./larger-weights.ts')).findLargerWeights(inUse, await folders()),
    models: async () => {
      const { modelReports } = await import('./model-report.ts');
      return modelReports({ backend, language, runtime, sandbox, defaultEmbeddedModel, measured, signal });
    },
    language,
    replyReader: async () => {
      const { createReplyReader } = await import('./reply-reader.ts');
      return closing(createReplyReader({ threadEntry: new URL('./reply-thread.js', import.meta.url) }));
    },
    benchService: async () => (await import('./open-bench-service.ts')).openBenchService(),
    requestReader: async () => {
      const { createRequestReader } = await import('./request-reader.ts');
      return closing(createRequestReader({ threadEntry: new URL('./reply-thread.js', import.meta.url) }));
    },
    profile: (name) => luaProfile(name),
    profiles: luaProfileNames.map((name) => ({ name, language: 'lua' })),
    runtime,
    testFramework: async (search) => (await import('../runtimes/find-test-framework.ts')).findTestFramework(search),
    sandbox,
    pageFolder: fileURLToPath(new URL('../web', import.meta.url)),
    probeSandbox: async (abort) => (await import('../sandboxes/probe-sandbox.ts')).probeSandbox({ signal: abort }),
    close: async () => {
      await closeAll(opened.splice(0).reverse());
    },
  };
}
