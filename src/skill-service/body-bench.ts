import { AppError } from '../domain/app-error.ts';
import type { Contract, LanguageId } from '../domain/contract.ts';
import type { Skill } from '../domain/skill.ts';
import type { ObserveDeps } from '../engine/observe/observe.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';

/** What a body is run with: the sandbox session of its language, kept open for the next one. */
export type BodyTools = ObserveDeps & { readonly runtime: string };

type Parts = Pick<SkillServiceDeps, 'language' | 'runtime' | 'sandbox' | 'random'>;

/** Names the interpreter in verifications: another version is another runtime. */
export const runtimeName = (id: LanguageId, version: string): string => `${id} ${version}`;

/** Sandbox sessions for the bodies of one piece of work, one a language and host; whoever made it closes it. */
export class BodyBench {
  readonly #parts: Parts;
  readonly #open = new Map<string, Promise<BodyTools>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws `runtime-missing`, `sandbox-unavailable` or `bad-config` (an unknown host). */
  tools(id: LanguageId, profile: string | null, options: Abortable): Promise<BodyTools> {
    const key = `${id} ${profile ?? ''}`;
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const opening = this.#openTools(id, profile ?? undefined, options);
    this.#open.set(key, opening);
    return opening;
  }

  async #openTools(id: LanguageId, profile: string | undefined, options: Abortable): Promise<BodyTools> {
    const { random } = this.#parts;
    const [language, runtime, sandbox] = await Promise.all([
      this.#parts.language(id, profile),
      this.#parts.runtime(id, profile),
      this.#parts.sandbox(),
    ]);
    const session = await sandbox.open(runtime.spec, { ...options, program: language.probeProgram });
    return { language, session, level: sandbox.level, random, runtime: runtimeName(id, runtime.version) };
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) {
      const tools = await opening.catch(() => null);
      await tools?.session.close();
    }
    this.#open.clear();
  }
}

/** How the body of a `function` skill is entered. Throws `bad-input` for a folder that does not say it. */
export function contractOfSkill(
  { name, language, entry, profile }: Pick<Skill, 'name' | 'language' | 'entry' | 'profile'>,
  host: string | undefined,
): Contract {
  const hint = 'a body of kind function names its language (agent-language) and its entry (references/contract.json)';
  if (language === null) throw new AppError('bad-input', `the skill ${name} does not say which language its body is in`, hint);
  if (entry === null) throw new AppError('bad-input', `the skill ${name} does not say how its body is entered`, hint);
  const named = host ?? profile ?? undefined;
  return { language, entry, ...(named === undefined ? {} : { profile: named }) };
}
