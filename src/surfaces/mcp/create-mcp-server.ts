import type { McpServer } from '@modelcontextprotocol/server';
import type { McpDeps } from './mcp-deps.ts';
import { addPrompts } from './prompts/add-prompts.ts';
import { addProfileResources } from './resources/profile-resources.ts';
import { addRunResources } from './resources/run-resources.ts';
import { addSkillResources } from './resources/skill-resources.ts';
import { StrictServer } from './strict-server.ts';
import { addCheckCode } from './tools/check-code.ts';
import { addFindSkill } from './tools/find-skill.ts';
import { addFixCode } from './tools/fix-code.ts';
import { addGenerateCode } from './tools/generate-code.ts';
import { addRunSkill } from './tools/run-skill.ts';
import { addRunTests } from './tools/run-tests.ts';

const instructions = `Anneal writes and mends programs and hands back only what it has run.
Use generate_code for a function or program with a clear task, with examples where you know results for certain. Use fix_code when a program fails its tests. Look with find_skill for what may have been written before; run_skill runs it. Use run_tests and check_code to see what a program really does before you rely on it.
"success" was verified, "unsure" was not: check it. "clarify" has a question: ask the person, then answer as the result says. Give texts, never paths.`;

/** Elements and members in the arguments of one call: more is no request of a person's. */
const mostElements = 2000;

/** One server for one connection, or for one request where the protocol has no connections. Cheap: nothing is opened. */
export function createMcpServer(deps: McpDeps): McpServer {
  const server = new StrictServer(
    { name: 'anneal', title: 'Anneal', version: deps.version },
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        // Deprecated since 2026-07-28, and still what clients of both revisions show.
        logging: {},
      },
      maxToolInputElements: mostElements,
      requestState: { verify: (state, ctx) => deps.questions.verify(state, ctx) },
      // A person may be away for a while.
      inputRequired: { roundTimeoutMs: 3_600_000 },
    },
  );
  addGenerateCode(server, deps);
  addFixCode(server, deps);
  addRunTests(server, deps);
  addCheckCode(server, deps);
  addFindSkill(server, deps);
  addRunSkill(server, deps);
  addRunResources(server, deps);
  addProfileResources(server, deps);
  addSkillResources(server, deps);
  addPrompts(server);
  return server;
}
