import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import { describeCall, describeExpected } from '../domain/describe-evidence.ts';
import type { RunState } from '../domain/run-state.ts';
import type { SkillDraft, SkillTest } from '../domain/skill.ts';
import type { Test } from '../domain/test.ts';
import { judge, trustedTests } from '../domain/verdict.ts';
import { nameByRules, slug } from '../engine/decide/name-by-rules.ts';
import type { KeepRequest } from './skill-service-types.ts';
import { isVagueName } from './vague-name.ts';

const extensions: Readonly<Record<LanguageId, string>> = { python: 'py', lua: 'lua', javascript: 'mjs', typescript: 'ts' };

/** Generated tests that are kept beside the trusted ones, where those are few. */
const wantedTests = 6;

/**
 * The program of a run as a skill: its trusted examples are the tests, and where these are few also generated tests that the program
 * passes. Throws `conflict` for a run that did not end with success or whose program has parts elsewhere.
 */
export function draftOfRun(state: RunState, { runId, name, description, category }: KeepRequest, taken: ReadonlySet<string>): SkillDraft {
  const { contract, request, selection } = state;
  const chosen = state.candidates.find(({ id }) => id === selection?.selected);
  if (state.end?.outcome !== 'success' || contract === null || request === null || chosen?.code == null) {
    throw new AppError(
      'conflict',
      `run ${runId} did not end with success, so it has no program to keep`,
      `see it: anneal runs show ${runId}`,
    );
  }
  if (request.suite !== undefined || request.siblings !== undefined) {
    throw new AppError(
      'conflict',
      `the program of run ${runId} belongs to other files, and a skill stands alone`,
      'write it from a request with examples: anneal run',
    );
  }
  const tests = testsOf(state, chosen);
  if (tests.length === 0) {
    throw new AppError(
      'conflict',
      `run ${runId} has no test that could verify its program`,
      'run it again with an example: -e "f(3) == 6"',
    );
  }
  const said = nameByRules(request.message ?? request.task, taken);
  const entryName =
    contract.entry.kind === 'function' && !isVagueName(contract.entry.name)
      ? slug(contract.entry.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2'))
      : '';
  const chosenName = name ?? (entryName !== '' && !taken.has(entryName) ? entryName : said.name);
  const signature = state.signature === '' ? null : state.signature;
  return {
    name: chosenName,
    description: description ?? said.description,
    category: category ?? '',
    language: contract.language,
    kind: 'function',
    profile: contract.profile ?? null,
    status: 'unverified',
    signature,
    entry: contract.entry,
    instructions: `# ${said.title}\n\n${signature === null ? 'A whole program.' : `Call \`${signature}\`.`}\n`,
    license: null,
    compatibility: null,
    metadata: { 'agent-run': runId },
    body: { path: `scripts/${chosenName.replaceAll('-', '_')}.${extensions[contract.language]}`, text: `${chosen.code.trimEnd()}\n` },
    tests,
  };
}

function testsOf(state: RunState, chosen: RunState['candidates'][number]): readonly SkillTest[] {
  const trusted = trustedTests(state);
  const voted = state.tests
    .filter((test) => test.origin === 'generated' && test.votes > 0 && !trusted.includes(test) && judge(state, chosen, test) === 'passed')
    .sort((a, b) => b.votes - a.votes)
    .slice(0, Math.max(0, wantedTests - trusted.length));
  return [...trusted, ...voted].map((test) => ({ type: 'example', text: asExample(test) }));
}

/** A test the way `--example` takes it. */
function asExample({ call, expected, source, origin }: Test): string {
  if (source !== undefined && origin === 'user') return source;
  if (call.type === 'context' && expected.type === 'json') return JSON.stringify({ context: call.context, expected: expected.value });
  const what = describeCall(call);
  if (expected.type === 'raises') return `${what} ${describeExpected(expected)}`;
  return call.type === 'program' ? `${what} -> ${describeExpected(expected)}` : `${what} == ${describeExpected(expected)}`;
}
