import type { BodyService } from '../../bodies/body-service.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Model } from '../../ports/model.ts';
import type { RunQueue } from '../../runs/run-queue.ts';
import type { RunService } from '../../runs/run-service-types.ts';
import type { CountTokens } from '../../sessions/conversation.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { SkillService } from '../../skill-service/skill-service-types.ts';
import type { McpEndpoint } from '../mcp/http/mcp-endpoint.ts';
import type { RunRequestDeps } from '../to-run-request.ts';
import type { Access } from './guard.ts';
import type { Jobs } from './jobs.ts';
import type { LocalScriptLimits } from './localscript-limits.ts';
import type { Machine } from './machine.ts';
import type { PageAccess } from './page/page-access.ts';
import type { PageFiles } from './page/page-files.ts';

/** The model that runs use now. */
export type ServedModel = {
  /** `<backend>:<name>`, without opening it. */
  readonly id: (options?: Abortable) => Promise<string>;
  /** For what is asked past a run: give it back in the end. Shared with runs, so it must not be closed. */
  readonly take: () => Promise<{ readonly model: Model; readonly giveBack: () => Promise<void> }>;
};

export type HttpDeps = RunRequestDeps & {
  readonly runs: RunService;
  readonly queue: RunQueue;
  readonly sessions: Sessions;
  readonly model: ServedModel;
  /** By the tokenizer of the model that runs use now. */
  readonly countTokens: CountTokens;
  readonly localScript: LocalScriptLimits;
  readonly version: string;
  readonly access: Access;
  readonly machine: Machine;
  readonly jobs: Jobs;
  /** Null where none are served. */
  readonly skills: (() => Promise<SkillService>) | null;
  /** Null where none that act on requests are run. */
  readonly bodies: (() => Promise<BodyService>) | null;
  /** Null where no token is set. */
  readonly pageAccess: PageAccess | null;
  /** Null where no page was built. */
  readonly page: PageFiles | null;
  /** Null where the protocol is not offered. */
  readonly mcp: McpEndpoint | null;
  /** Told of failures of our own, which callers are not shown. */
  readonly warn: (line: string) => void;
  /** Aborts when the service stops: streams end. */
  readonly closing: AbortSignal;
  /** Milliseconds between signs of life on a quiet stream. */
  readonly heartbeatMs: number;
};
