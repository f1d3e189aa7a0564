import type { LanguageId } from '../domain/contract.ts';
import type { SandboxLevel } from '../domain/execution.ts';
import type { CostEstimate } from '../domain/model-price.ts';
import type { Recording } from '../domain/recording.ts';
import type { Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { say, warned } from '../domain/said.ts';
import { withFrameworkFolders } from '../engine/suite/suite-runtime.ts';
import type { Language, SolvedExample } from '../ports/language.ts';
import type { RuntimeSpec, Sandbox, SandboxSession } from '../ports/sandbox.ts';
import type { TestFile } from '../ports/test-suite.ts';
import type { Prepared, RunServiceDeps } from '../runs/run-service-types.ts';
import { inferLanguage } from '../surfaces/infer-language.ts';
import { closeAll } from './close-all.ts';
import { estimateCost } from './cost.ts';
import type { Joined, JoinSkills } from './join-skills.ts';
import { openForRun, openNone, openRecorded, type RunModelParts } from './open-run-model.ts';
import { createRecorder, type RunTools } from './recorded-search.ts';
import { createReplyReader } from './reply-reader.ts';
import { sha256, systemClock, systemRandom } from './system-clock.ts';

export type PrepareParts = RunModelParts & {
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  readonly runtime: (id: LanguageId, profile?: string) => Promise<{ readonly spec: RuntimeSpec }>;
  readonly sandbox: () => Promise<Sandbox>;
  readonly solvedExamples: (id: LanguageId, profile?: string) => Promise<readonly SolvedExample[]>;
  /** Told once, before anything is asked, where tokens are paid for. */
  readonly showEstimate?: (estimate: CostEstimate) => void;
  /** Replies of an earlier run, in place of a model. */
  readonly recording?: Recording;
  /** Finds kept programs for a run; absent: none join. */
  readonly skills?: JoinSkills;
};

type Prepare = RunServiceDeps<RunTools>['prepare'];

/** Opens model, sandbox session and language of one run; a failure of one closes the others. */
export function createPrepare(parts: PrepareParts): Prepare {
  return async (request, signal, previous) => {
    const id =
      previous?.language ?? request.language ?? inferLanguage(withoutAbsent(request)) ?? parts.settings.values.language ?? 'python';
    const language = await parts.language(id, request.profile);
    const shipped = await parts.solvedExamples(id, request.profile);
    // Another version of Lua would be taught by examples that it cannot run.
    const solvedExamples = language.host === undefined ? shipped : shipped.filter(({ code }) => suits(language, code));
    const runtime = await parts.runtime(id, request.profile);
    const spec = withFrameworkFolders(runtime.spec, request.suite?.frameworkPaths ?? []);
    const sandbox = await parts.sandbox();
    const { recording } = parts;
    // Side by side, and the first failure ends the other: nobody waits for a download when the sandbox cannot open.
    const failing = new AbortController();
    const within = AbortSignal.any([signal, failing.signal]);
    const noted = <T>(opening: Promise<T>): Promise<T> => {
      opening.catch((error: unknown) => failing.abort(error));
      return opening;
    };
    const opening = noted(sandbox.open(spec, { signal: within, program: language.probeProgram }));
    const joining = noted(joinedSkills(parts, request, language, previous, { session: opening, level: sandbox.level }, within));
    const [opened, session] = await Promise.allSettled([
      noted(
        joining.then(({ skills }) => {
          const answering = skills.find(({ answers }) => answers);
          if (answering !== undefined) return openNone(answering.name);
          return recording === undefined ? openForRun(parts, request, previous, within) : openRecorded(recording);
        }),
      ),
      opening,
    ]);
    if (opened.status === 'rejected' || session.status === 'rejected') {
      await closeAll([
        ...(opened.status === 'fulfilled' ? [opened.value.giveBack] : []),
        ...(session.status === 'fulfilled' ? [() => session.value.close()] : []),
      ]);
      signal.throwIfAborted();
      throw failing.signal.reason;
    }
    const { model, profile, warnings, seed, price, giveBack } = opened.value;
    const joined = await joining;
    const recorder = createRecorder(model);
    const replies = createReplyReader({ threadEntry: new URL('./reply-thread.js', import.meta.url) });
    const deps: RunTools = {
      model: recorder.model,
      takeReplies: recorder.take,
      profile,
      language,
      replies,
      session: session.value,
      level: sandbox.level,
      ...(request.suite === undefined ? {} : { suite: suiteOf(request.suite) }),
      ...(request.siblings === undefined
        ? {}
        : {
            beside: {
              program: request.program ?? '',
              siblings: request.siblings,
              ...(request.data === undefined ? {} : { data: request.data }),
            },
          }),
      solvedExamples,
      clock: systemClock,
      random: systemRandom,
      sha256,
    };
    if (price !== null) parts.showEstimate?.(estimateCost(request, profile, price));
    return {
      deps,
      start: {
        language: id,
        profile,
        seed: seed ?? request.seed ?? deps.random.seed(),
        model: {
          backend: model.backend,
          id: model.id,
          demo: model.backend === 'mock',
          ...(model.address === undefined ? {} : { address: model.address }),
          capabilities: model.capabilities,
          ...(price === null ? {} : { price }),
        },
        sandbox: { level: sandbox.level, missing: sandbox.missing },
        ...(joined.skills.length === 0 ? {} : { skills: joined.skills }),
      },
      warnings: [...warnings, ...joined.warnings, ...notChecked(language)],
      close: () => closeAll([() => replies.close(), () => session.value.close(), giveBack]),
    };
  };
}

const suits = (language: Language, code: string): boolean =>
  language.check(code, { language: language.id, entry: language.host?.entry ?? { kind: 'module', exports: [] } }).length === 0;

/** What a run cannot say of its programs here. */
function notChecked(language: Language): readonly Warning[] {
  if (language.host !== undefined && language.host.unchecked !== null) return [{ feature: 'host', detail: language.host.unchecked }];
  if (language.id !== 'typescript' || language.checkJobs !== undefined) return [];
  return [warned('type-check', say('types-unchecked'))];
}

/** What joined a run before joins it again: it goes on with the very same programs. */
async function joinedSkills(
  { skills, recording }: PrepareParts,
  request: RunRequest,
  language: Language,
  previous: Prepared<RunTools>['start'] | null,
  tools: { readonly session: Promise<SandboxSession>; readonly level: SandboxLevel },
  signal: AbortSignal,
): Promise<Joined> {
  const before = previous === null ? recording?.skills : (previous.skills ?? []);
  if (before !== undefined) return { skills: before, warnings: [] };
  return skills === undefined ? { skills: [], warnings: [] } : skills(request, language, { ...tools, random: systemRandom }, { signal });
}

function suiteOf({ ids: _ids, alias, data, ...file }: NonNullable<RunRequest['suite']>): TestFile {
  return { ...file, ...(alias === undefined ? {} : { alias }), ...(data === undefined ? {} : { data }) };
}

function withoutAbsent(request: { task: string; signature?: string | undefined; examples: readonly string[] }) {
  const { task, signature, examples } = request;
  return { task, examples, ...(signature === undefined ? {} : { signature }) };
}
