import { randomBytes } from 'node:crypto';
import type { Contract, Entry, LanguageId } from '../../src/domain/contract.ts';
import type { Observation, Outcome } from '../../src/domain/observation.ts';
import type { Call } from '../../src/domain/test.ts';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import type { LuaHost } from '../../src/languages/lua/lua-host.ts';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadProfile } from '../../src/languages/profiles/load-profile.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import { loadTypeScript } from '../../src/languages/typescript/typescript-language.ts';
import type { Language } from '../../src/ports/language.ts';
import { defaultLimits, type RuntimeSpec, type Sandbox, type SandboxLimits, type SandboxSession } from '../../src/ports/sandbox.ts';
import { findLuaRuntime } from '../../src/runtimes/find-lua.ts';
import { findNodeRuntime } from '../../src/runtimes/find-node.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';

/** A language together with a warm session of its interpreter in the real sandbox. */
export type Bench = {
  readonly language: Language;
  readonly session: SandboxSession;
  observe(code: string, calls: readonly (string | Call)[], options?: ObserveOptions): Promise<readonly Observation[]>;
  /** The outcome of one call. */
  outcome(code: string, call: string | Call, options?: ObserveOptions): Promise<Outcome>;
  close(): Promise<void>;
};

export type ObserveOptions = { readonly entry?: Entry; readonly limits?: Partial<SandboxLimits> };

export const functionEntry = (name: string, ...parameters: readonly string[]): Entry => ({
  kind: 'function',
  name,
  parameters: parameters.map((parameter) => ({ name: parameter })),
});

const parts = {
  python: () => Promise.all([loadPython(), findPythonRuntime()]),
  lua: () => Promise.all([loadLua(), findLuaRuntime()]),
  javascript: () => Promise.all([loadJavaScript(), findNodeRuntime()]),
  typescript: () => Promise.all([loadTypeScript(), findNodeRuntime()]),
};

export async function openBench(id: LanguageId): Promise<Bench> {
  return benchOf(...(await parts[id]()));
}

/** Lua as one host runs it, entered as its contract says. */
export const openHost = async (profile: string): Promise<Bench> => openHostFrom(await loadProfile(profile));

export async function openHostFrom(host: LuaHost): Promise<Bench> {
  return benchOf(await loadLua(host), await findLuaRuntime({ dialect: host.runsOn }));
}

/** A busy machine takes several seconds for two of the processor's, and what is told apart here is what a program did. */
const limits: SandboxLimits = { ...defaultLimits, wallSeconds: 20 };

async function benchOf(language: Language, runtime: { readonly spec: RuntimeSpec }): Promise<Bench> {
  const sandbox: Sandbox = await openBubblewrapSandbox();
  const session: SandboxSession = await sandbox.open(runtime.spec, { workers: 1, program: language.probeProgram });

  const observe: Bench['observe'] = async (code, given, options = {}) => {
    const calls = given.map((call): Call => (typeof call === 'string' ? { type: 'expression', expression: call } : call));
    const contract: Contract = { language: language.id, entry: options.entry ?? language.host?.entry ?? functionEntry('f', 'x') };
    const nonce = randomBytes(16).toString('hex');
    const job = language.probe(code, contract, calls, { nonce, limits: { ...limits, ...options.limits } });
    return language.read(await session.run(job), calls, { nonce });
  };
  return {
    language,
    session,
    observe,
    async outcome(code, call, options) {
      const [only] = await observe(code, [call], options);
      if (only === undefined) throw new Error('no observation');
      return only.outcome;
    },
    async close() {
      await session.close();
      await sandbox.close();
    },
  };
}
