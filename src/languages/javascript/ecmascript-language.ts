import type { Contract, Entry } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { Example, Language, Reading } from '../../ports/language.ts';
import { entryOfCall, literalArgumentsOf, readExample } from '../example-reading.ts';
import { extractCode } from '../extraction/extract-code.ts';
import { extractJson } from '../extraction/extract-json.ts';
import { extractSignature, type Signatures } from '../extraction/extract-signature.ts';
import { extractTestExamples } from '../extraction/extract-tests.ts';
import { extractTestCases } from '../extraction/test-cases.ts';
import { explainWith } from '../failure.ts';
import { formatWith } from '../format-value.ts';
import { findRequestExamples } from '../found-examples.ts';
import { readFrames } from '../frames.ts';
import type { Parse } from '../syntax-tree.ts';
import { readTypeCheck, type TypeChecker, typeCheckJob } from '../typescript/type-check.ts';
import { undefinedNames } from '../undefined-names.ts';
import { javascriptArgumentCounts, javascriptEntryCount, javascriptUnawaited } from './javascript-calls.ts';
import { javascriptStub, missingImports } from './javascript-check.ts';
import { javascriptCode } from './javascript-code.ts';
import { anonymousExport, javascriptDefinitions } from './javascript-definitions.ts';
import { examplesInComments } from './javascript-examples.ts';
import { javascriptValueStyle } from './javascript-format.ts';
import { foreignWords, javascriptFailureHint, javascriptSyntaxHint } from './javascript-hints.ts';
import { javascriptJob } from './javascript-job.ts';
import { javascriptGlobals, javascriptNames } from './javascript-names.ts';
import { findJavaScriptSignature, formatJavaScriptSignature, parseJavaScriptSignature } from './javascript-signature.ts';
import { javascriptSource } from './javascript-source.ts';
import { ecmascriptSuites } from './javascript-suite.ts';
import { javascriptExpressions } from './javascript-syntax.ts';
import { normaliseJavaScript } from './javascript-tokens.ts';

/** What differs between JavaScript and TypeScript. */
export type Dialect = {
  readonly id: 'javascript' | 'typescript';
  readonly title: string;
  readonly types: boolean;
  readonly tags: ReadonlySet<string>;
  readonly codeLine: RegExp;
  readonly signatureExample: string;
  readonly parse: Parse;
  /** The first thing that keeps a program from being loaded. */
  readonly problem: (code: string) => Diagnostic | null;
  /** The same program without types; the text itself where that is impossible. Lines stay where they are, if they can. */
  readonly toJavaScript: (code: string) => string;
  readonly isForeign: (code: string) => boolean;
  readonly probe: string;
  readonly suite: string;
  /** The target's own look at types, where there is one. */
  readonly typeChecker?: TypeChecker;
};

export function ecmascriptLanguage(dialect: Dialect): Language {
  const { parse, types, typeChecker } = dialect;
  const expressions = javascriptExpressions(parse);
  const code = javascriptCode(parse, { ...dialect, parses: (text) => dialect.problem(text) === null });

  const signatures: Signatures = {
    parseSignature: (text) => parseJavaScriptSignature(parse, text, dialect.signatureExample),
    findSignature: (request) => findJavaScriptSignature(parse, request),
    formatSignature: (entry) => formatJavaScriptSignature(entry, types),
  };
  return {
    id: dialect.id,
    title: dialect.title,
    fence: dialect.id,
    ...signatures,
    extractSignature: (reply) => extractSignature(signatures, reply),
    prefill: (entry) =>
      entry.kind === 'function' ? `\`\`\`${dialect.id}\n${formatJavaScriptSignature(entry, types)} {` : `\`\`\`${dialect.id}`,
    stopRules: (entry) => [
      ...(entry.kind === 'function' ? [{ type: 'after-text', text: '\n}' } as const] : []),
      { type: 'text', text: '\n```' },
    ],
    parseExample: (text, entry) => anyError(readExample(expressions, text, entry)),
    findExamples: (request, entry) => findRequestExamples(expressions, examplesInComments(expressions, request), entry),
    entryFromExample: (example) => entryOfCall(expressions, example.call),
    extractTests: (reply, contract) => extractTestExamples(expressions, reply, contract),
    literalArguments: (call, { entry }) => (entry.kind === 'function' ? literalArgumentsOf(expressions, call, entry.name) : null),
    callWith(values, { entry }) {
      const sources = values.map(javascriptSource);
      if (entry.kind !== 'function' || !sources.every((source) => source !== null)) return null;
      return { type: 'expression', expression: `${entry.name}(${sources.join(', ')})` };
    },
    formatValue: (value, maxCharacters) => formatWith(javascriptValueStyle, value, maxCharacters),
    extract: (reply, contract) => extractCode(code, reply, contract),
    extractJson,
    extractTestCases: (reply, contract) => extractTestCases(expressions, reply, contract),
    check,
    ...(typeChecker === undefined
      ? {}
      : { checkJobs: (text, _contract, limits) => [typeCheckJob(typeChecker, text, limits)], readCheck: readTypeCheck }),
    normalise: normaliseJavaScript,
    stub: ({ entry }) => stub(entry, types),
    probe: (candidate, contract, calls, options) =>
      javascriptJob(
        parse,
        { probe: dialect.probe, candidate: dialect.toJavaScript(candidate), calls, contract },
        expressions,
        dialect.toJavaScript,
        options,
      ),
    read: (execution, calls, { nonce }) => readFrames(execution, calls.length, nonce),
    suites: ecmascriptSuites(dialect),
    explainFailure: (text, observation, stderr) => explainWith(text, observation, stderr, javascriptFailureHint),
  };

  function check(text: string, { entry }: Contract): readonly Diagnostic[] {
    const problem = dialect.problem(text);
    if (problem !== null) {
      const line = text.split('\n')[(problem.line ?? 1) - 1] ?? '';
      return [{ ...problem, hint: problem.hint ?? javascriptSyntaxHint(problem.message, line) }];
    }
    const { root } = parse(text);
    const defined = javascriptDefinitions(root);
    const wanted = entry.kind === 'function' ? [entry.name] : entry.kind === 'module' ? entry.exports : [];
    const faults = wanted.flatMap((name): readonly Diagnostic[] => {
      const node = defined.get(name) ?? (entry.kind === 'function' ? anonymousExport(root) : null);
      if (node === null || node === undefined) {
        const hint = `Define function ${name} at the top of the program.`;
        return [{ severity: 'error', rule: 'entry-missing', message: `${name} is not defined`, hint }];
      }
      return [...javascriptStub(node, name), ...javascriptEntryCount(node, entry)];
    });
    const uses = javascriptNames(root);
    const names = uses === null ? [] : undefinedNames(uses, javascriptGlobals, () => null, foreignWords);
    return [...faults, ...missingImports(root), ...names, ...javascriptArgumentCounts(root, defined), ...javascriptUnawaited(root)];
  }
}

/** Every error is an Error: `f(1) throws Error` asks for no special one. */
function anyError(reading: Reading<Example>): Reading<Example> {
  if (!reading.ok || reading.value.expected.type !== 'raises' || reading.value.expected.error !== 'Error') return reading;
  return { ok: true, value: { ...reading.value, expected: { type: 'raises' } } };
}

function stub(entry: Entry, types: boolean): string {
  if (entry.kind === 'function') return `${formatJavaScriptSignature(entry, types)} {\n}\n`;
  return entry.kind === 'module' ? entry.exports.map((name) => `export function ${name}(...args) {\n}\n`).join('\n') : '';
}
