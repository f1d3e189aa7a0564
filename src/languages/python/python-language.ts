import { readFile } from 'node:fs/promises';
import type { Contract, Entry } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { Call } from '../../domain/test.ts';
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
import { probeJob, probeKind, secondsForCalls } from '../probe-job.ts';
import { loadParser } from '../syntax-tree.ts';
import { undefinedNames } from '../undefined-names.ts';
import { pythonArgumentCounts, pythonEntryCount, pythonUnawaited } from './python-calls.ts';
import { pythonStub } from './python-check.ts';
import { pythonCode, pythonDefinitions, pythonProblem } from './python-code.ts';
import { pythonValueStyle } from './python-format.ts';
import { foreignWords, pythonFailureHint, pythonSyntaxHint } from './python-hints.ts';
import { importForSignature, missingTypingImports } from './python-imports.ts';
import { pythonBuiltins, pythonImport, pythonNames } from './python-names.ts';
import { findPythonSignature, formatPythonSignature, parsePythonSignature } from './python-signature.ts';
import { pythonSource } from './python-source.ts';
import { pythonSuites } from './python-suite.ts';
import { pythonExpressions } from './python-syntax.ts';
import { normalisePython } from './python-tokens.ts';

/** Python 3.8 and later. Reads its parser and its probe once; what comes back does no input or output. */
export async function loadPython(): Promise<Language> {
  const [parse, parseLua, probe, suite] = await Promise.all([
    loadParser('python'),
    loadParser('lua'),
    readFile(new URL('./probe.py', import.meta.url), 'utf8'),
    readFile(new URL('./suite.py', import.meta.url), 'utf8'),
  ]);
  const probeProgram = { main: 'probe.py', text: probe };
  const expressions = pythonExpressions(parse);
  const code = pythonCode(parse, (text) => readsBy(parseLua)(text) || readsAsJavaScript(text));

  const splitCall = (call: Call & { readonly type: 'expression' }): object => {
    const node = expressions.parse(call.expression);
    const outer = node === null ? undefined : expressions.calls(node)[0];
    const split = outer !== undefined && outer.node === node && outer.arguments !== null;
    return {
      expression: call.expression,
      setup: call.setup ?? '',
      ...(split ? { callee: outer.name, arguments: outer.arguments.map(({ text }) => text) } : {}),
    };
  };

  const signatures: Signatures = {
    parseSignature: (text) => parsePythonSignature(parse, text),
    findSignature: (request) => findPythonSignature(parse, request),
    formatSignature: formatPythonSignature,
  };
  return {
    id: 'python',
    title: 'Python 3',
    fence: 'python',
    ...signatures,
    extractSignature: (reply) => extractSignature(signatures, reply),
    prefill: (entry) =>
      entry.kind === 'function'
        ? ['```python', importForSignature(entry), `${formatPythonSignature(entry)}:`].filter((line) => line !== '').join('\n')
        : '```python',
    stopRules: (entry) => [...(entry.kind === 'function' ? [{ type: 'dedent' } as const] : []), { type: 'text', text: '\n```' }],
    parseExample: (text, entry) => readExample(expressions, text, entry),
    findExamples: (request, entry) => findRequestExamples(expressions, request, entry),
    entryFromExample: (example) => entryOfCall(expressions, example.call),
    extractTests: (reply, contract) => extractTestExamples(expressions, reply, contract),
    literalArguments: (call, { entry }) => (entry.kind === 'function' ? literalArgumentsOf(expressions, call, entry.name) : null),
    callWith(values, { entry }) {
      const sources = values.map(pythonSource);
      if (entry.kind !== 'function' || !sources.every((source) => source !== null)) return null;
      return { type: 'expression', expression: `${entry.name}(${sources.join(', ')})` };
    },
    formatValue: (value, maxCharacters) => formatWith(pythonValueStyle, value, maxCharacters),
    extract: (reply, contract) => extractCode(code, reply, contract),
    extractJson,
    extractTestCases: (reply, contract) => extractTestCases(expressions, reply, contract),
    check: (text, contract) => checkPython(text, contract),
    normalise: normalisePython,
    stub,
    probeProgram,
    probe: (candidate, contract, calls, { nonce, limits, place }) =>
      probeJob({
        probe: probeProgram,
        candidateName: 'candidate.py',
        candidate,
        limits,
        stdin: JSON.stringify({
          nonce,
          kind: probeKind(contract, calls),
          seconds: secondsForCalls(limits),
          calls: calls.map((call) => (call.type === 'expression' ? splitCall(call) : call)),
          package: place?.folder.replaceAll('/', '.') ?? '',
          searched: place?.searched ?? [],
        }),
      }),
    read: (execution, calls, { nonce }) => readFrames(execution, calls.length, nonce),
    explainFailure: (text, observation, stderr) => explainWith(text, observation, stderr, pythonFailureHint),
    suites: pythonSuites(parse, suite, pythonValueStyle),
  };

  function checkPython(text: string, { entry }: Contract): readonly Diagnostic[] {
    const tree = parse(text);
    const problem = pythonProblem(tree);
    if (problem !== null) {
      const lines = text.split('\n');
      const [before, line] = [(problem.line ?? 1) - 2, (problem.line ?? 1) - 1].map((index) => lines[index] ?? '') as [string, string];
      return [{ ...problem, hint: problem.hint ?? pythonSyntaxHint(problem.message, line, before) }];
    }
    const defined = pythonDefinitions(tree.root);
    const wanted = entry.kind === 'function' ? [entry.name] : entry.kind === 'module' ? entry.exports : [];
    const entryFaults = wanted.flatMap((name): readonly Diagnostic[] => {
      const node = defined.get(name);
      if (node === undefined) {
        const hint = `Define ${name} at the top of the program.`;
        return [{ severity: 'error', rule: 'entry-missing', message: `${name} is not defined`, hint }];
      }
      return [...pythonStub(node, name), ...pythonEntryCount(node, entry)];
    });
    const imports = missingTypingImports(tree.root);
    const uses = pythonNames(tree.root);
    const names = uses === null ? [] : undefinedNames(uses, pythonBuiltins, pythonImport, foreignWords);
    const unknown = names.filter(({ message }) => !imports.some((fault) => message.endsWith(` ${fault.message.split(' ', 1)[0] ?? ''}`)));
    return [...entryFaults, ...imports, ...unknown, ...pythonArgumentCounts(tree.root, defined), ...pythonUnawaited(tree.root)];
  }
}

function stub({ entry }: Contract): string {
  const one = (name: string, signature: string): string => `${signature === '' ? `def ${name}(*args, **kwargs)` : signature}:\n    pass\n`;
  if (entry.kind === 'function') return one(entry.name, formatPythonSignature(bareAnnotations(entry)));
  return entry.kind === 'module' ? entry.exports.map((name) => one(name, '')).join('\n') : 'pass\n';
}

/** Annotations name types that a stub does not import. */
const bareAnnotations = (entry: Extract<Entry, { readonly kind: 'function' }>): Entry => ({
  kind: 'function',
  name: entry.name,
  parameters: entry.parameters.map(({ name, defaultValue }) => ({ name, ...(defaultValue === undefined ? {} : { defaultValue: 'None' }) })),
});
