import { readFile } from 'node:fs/promises';
import type { Contract } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { Json } from '../../domain/json.ts';
import type { Language } from '../../ports/language.ts';
import { entryOfCall, literalArgumentsOf, readExample } from '../example-reading.ts';
import { extractCode } from '../extraction/extract-code.ts';
import { extractJson } from '../extraction/extract-json.ts';
import { extractSignature, type Signatures } from '../extraction/extract-signature.ts';
import { extractTestExamples } from '../extraction/extract-tests.ts';
import { readsAsJavaScript, readsBy } from '../extraction/other-languages.ts';
import { extractTestCases } from '../extraction/test-cases.ts';
import { explainWith } from '../failure.ts';
import { formatWith } from '../format-value.ts';
import { findRequestExamples } from '../found-examples.ts';
import { readFrames } from '../frames.ts';
import { probeJob } from '../probe-job.ts';
import { loadParser } from '../syntax-tree.ts';
import { contextProblem } from './context-problem.ts';
import { luaStub, luaWarnings } from './lua-check.ts';
import { luaCode, luaDefinitions, luaProblem, returnedFunction } from './lua-code.ts';
import { jsonValueStyle, luaValueStyle } from './lua-format.ts';
import { luaGrammar } from './lua-grammar.ts';
import { luaFailureHint, withSyntaxHint } from './lua-hints.ts';
import { type LuaHost, plainLua } from './lua-host.ts';
import { luaJob, stdinFile } from './lua-job.ts';
import { lintLua } from './lua-lint.ts';
import { checkPreludes, refuseBrokenPrelude } from './lua-prelude.ts';
import { findLuaSignature, formatLuaSignature, parseLuaSignature } from './lua-signature.ts';
import { luaSource } from './lua-source.ts';
import { luaSuites } from './lua-suite.ts';
import { luaExpressions } from './lua-syntax.ts';
import { normaliseLua } from './lua-tokens.ts';
import { withoutWrap, wrapProblem } from './lua-wrap.ts';

/** Lua 5.4, or Lua as a host of it runs it. Reads its parser and its probe once; what comes back does no input or output. */
export async function loadLua(host: LuaHost = plainLua): Promise<Language> {
  const isOld = host.runsOn === '5.1' || host.runsOn === 'luajit';
  const [parse, parsePython, ...probeParts] = await Promise.all([
    loadParser('lua'),
    loadParser('python'),
    ...(isOld ? [readFile(new URL('./before-5.2.lua', import.meta.url), 'utf8')] : []),
    readFile(new URL('./probe.lua', import.meta.url), 'utf8'),
  ]);
  const probe = probeParts.join('\n');
  checkPreludes(parse, host);
  const compile = host.dialect === 'luau' ? await (await import('./luau-compiler.ts')).loadLuauCompiler() : null;
  const suite = await readFile(new URL('./suite.lua', import.meta.url), 'utf8');
  const wrap = host.entry?.kind === 'chunk-return' ? host.entry.wrap : undefined;
  const plain = (text: string): string => (wrap === undefined ? text : withoutWrap(text, wrap));
  const probeProgram = { main: 'probe.lua', text: probe };
  const expressions = luaExpressions(parse);
  const code = luaCode(parse, (text) => readsBy(parsePython)(text) || readsAsJavaScript(text));

  const signatures: Signatures = {
    parseSignature: (text) => parseLuaSignature(parse, text),
    findSignature: (request) => findLuaSignature(parse, request),
    formatSignature: formatLuaSignature,
  };
  return {
    id: 'lua',
    title: host.title,
    fence: 'lua',
    ...(host === plainLua
      ? {}
      : {
          host: {
            profile: host.id,
            entry: host.entry,
            contextProblem: (context: Json) => contextProblem(host, context),
            notes: host.notes,
            hasExamples: host.examples.length > 0,
            unchecked: host.unchecked,
          },
        }),
    ...signatures,
    extractSignature: (reply) => extractSignature(signatures, reply),
    prefill: (entry) => (entry.kind === 'function' ? `\`\`\`lua\n${formatLuaSignature(entry)}` : '```lua'),
    // Its operators and library are those of 5.3 and later.
    grammar: (entry) => (host.dialect === '5.3' || host.dialect === '5.4' ? luaGrammar(entry) : undefined),
    stopRules: (entry) => [
      ...(entry.kind === 'function' ? [{ type: 'after-text', text: '\nend' } as const] : []),
      { type: 'text', text: '\n```' },
    ],
    parseExample(text, entry) {
      const reading = readExample(expressions, text, entry);
      if (!reading.ok || reading.value.call.type !== 'context') return reading;
      const problem = contextProblem(host, reading.value.call.context);
      return problem === null ? reading : { ok: false, reason: problem };
    },
    findExamples: (request, entry) => findRequestExamples(expressions, request, entry),
    entryFromExample: (example) => entryOfCall(expressions, example.call),
    extractTests: (reply, contract) => extractTestExamples(expressions, reply, contract),
    literalArguments: (call, { entry }) => (entry.kind === 'function' ? literalArgumentsOf(expressions, call, entry.name) : null),
    callWith(values, { entry }) {
      const sources = values.map(luaSource);
      if (entry.kind !== 'function' || !sources.every((source) => source !== null)) return null;
      return { type: 'expression', expression: `${entry.name}(${sources.join(', ')})` };
    },
    // What a host takes as data is written as data.
    formatValue: (value, maxCharacters) =>
      formatWith(host.entry?.kind === 'chunk-return' ? jsonValueStyle : luaValueStyle, value, maxCharacters),
    extract: (reply, contract) => extractCode(code, reply, contract),
    extractJson,
    extractTestCases: (reply, contract) => extractTestCases(expressions, reply, contract),
    check: (text, contract) => checkLua(text, contract),
    normalise: (text) => normaliseLua(plain(text)),
    stub,
    probeProgram,
    probe(candidate, contract, calls, options) {
      const stdin = luaJob(expressions, contract, calls, options, host.preludes);
      const job = probeJob({
        probe: probeProgram,
        candidateName: 'candidate.lua',
        candidate: plain(candidate),
        limits: options.limits,
        stdin,
      });
      const inputs = calls.flatMap((call, index) => (call.type === 'program' ? [[stdinFile(index), call.stdin] as const] : []));
      return { ...job, files: { ...job.files, ...Object.fromEntries(inputs) } };
    },
    read: (execution, calls, { nonce }) => refuseBrokenPrelude(readFrames(execution, calls.length, nonce), host),
    suites: luaSuites(parse, suite, luaValueStyle),
    explainFailure: (text, observation, stderr) => explainWith(plain(text), observation, stderr, luaFailureHint),
  };

  function checkLua(given: string, { entry }: Contract): readonly Diagnostic[] {
    const text = plain(given);
    const wrapping = wrap === undefined ? null : wrapProblem(text, wrap);
    if (wrapping !== null) return [wrapping];
    const tree = parse(text);
    const problem = luaProblem(tree);
    if (problem !== null) return [withSyntaxHint(problem, text)];
    const defined = luaDefinitions(tree.root);
    const wanted = entry.kind === 'function' ? [entry.name] : entry.kind === 'module' ? entry.exports : [];
    const entryFaults = wanted.flatMap((name): readonly Diagnostic[] => {
      const node = defined.get(name) ?? (entry.kind === 'function' ? returnedFunction(tree.root) : null);
      if (node === null || node === undefined) {
        const hint = `Define function ${name}, or return it from the chunk.`;
        return [{ severity: 'error', rule: 'entry-missing', message: `${name} is not defined`, hint }];
      }
      return luaStub(node, name);
    });
    const mustReturn = host.lint.mustReturn && entry.kind === 'chunk-return';
    const target = { ...host, lint: { ...host.lint, mustReturn } };
    const found = [...entryFaults, ...lintLua(tree.root, text, target, wanted), ...luaWarnings(tree.root, host.dialect)];
    // Last: where a rule of ours knows the fault, it says what to write instead.
    const refused = found.some(({ severity }) => severity === 'error') ? null : (compile?.(text) ?? null);
    return refused === null ? found : [...found, refused];
  }
}

function stub({ entry }: Contract): string {
  if (entry.kind === 'function') return `${formatLuaSignature(entry)}\nend\n`;
  if (entry.kind !== 'module') return '';
  return `local M = {}\n${entry.exports.map((name) => `function M.${name}(...)\nend\n`).join('')}return M\n`;
}
