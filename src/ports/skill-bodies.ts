import type { Diagnostic } from '../domain/diagnostic.ts';
import type { BodyStart, Integration } from '../domain/skill-body.ts';
import type { Extraction, Reading, Reply } from './language.ts';
import type { SandboxJob, SandboxLimits } from './sandbox.ts';

/** Bodies with `predict` and `act`: all that is known of their language. Pure, as `Language` is. */
export interface SkillBodies {
  /** The shipped contract, for prompts: verbatim. */
  readonly contract: string;
  /** The module of a reply: bare, fenced, or `{"code": …}`. */
  extract(reply: Reply): Extraction;
  /** Why a body is rejected, most telling first; nothing for one that may be run. Each message says the line where there is one. */
  check(code: string): readonly Diagnostic[];
  /** What it declares; `noIntegration` where it declares nothing. */
  integration(code: string): Reading<Integration>;
  /** Runs one phase: the start on standard input, messages on the result channel, a JSON object a line each. */
  job(code: string, start: BodyStart, limits: SandboxLimits): SandboxJob;
}
