import type { RequestStateCodec } from '@modelcontextprotocol/server';
import type { BodyService } from '../../bodies/body-service.ts';
import type { SkillService } from '../../skill-service/skill-service-types.ts';
import type { ProfileDescription } from '../cli/cli-deps.ts';
import type { Turns } from '../in-turn.ts';
import type { SandboxDeps, SuiteSettings } from '../suite/open-suite-session.ts';
import type { RunRequestDeps } from '../to-run-request.ts';
import type { RunCalls } from './run-calls.ts';

/** What a client was asked, as it comes back with the answer. */
export type OpenQuestion = { readonly runId: string };

/** What the tools, resources and prompts work with: one for a process, however many clients it has. */
export type McpDeps = RunRequestDeps &
  SandboxDeps & {
    readonly calls: RunCalls;
    readonly skills: () => Promise<SkillService>;
    /** Skills that act on a request. */
    readonly bodies: () => Promise<BodyService>;
    readonly settings: SuiteSettings;
    /** Throws `bad-config` for a profile that cannot be read. */
    readonly profile: (name: string) => Promise<ProfileDescription>;
    /** The folder near which test frameworks are looked for. */
    readonly near: string;
    readonly version: string;
    /** Signs what a client keeps between a question and its answer. */
    readonly questions: RequestStateCodec<OpenQuestion>;
    /** Programs and test files that run in the sandbox at once, beside runs; others wait. Throws `signal.reason`. */
    readonly inTurn: Turns;
    /** Told of failures of our own, which clients are not shown. */
    readonly warn: (line: string) => void;
  };
