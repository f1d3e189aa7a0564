import { readFile } from 'node:fs/promises';
import type { Language } from '../../ports/language.ts';
import { readsBy } from '../extraction/other-languages.ts';
import { loadParser } from '../syntax-tree.ts';
import { ecmascriptLanguage } from './ecmascript-language.ts';
import { javascriptLine } from './javascript-code.ts';
import { readProgram } from './javascript-problem.ts';

/** JavaScript as Node runs it. Reads its parsers and its probe once; what comes back does no input or output. */
export async function loadJavaScript(): Promise<Language> {
  const [parse, parseTypeScript, parsePython, parseLua, probe, suite] = await Promise.all([
    loadParser('javascript'),
    loadParser('typescript'),
    loadParser('python'),
    loadParser('lua'),
    loadProbe(),
    loadSuite(),
  ]);
  return ecmascriptLanguage({
    id: 'javascript',
    title: 'JavaScript',
    types: false,
    tags: new Set(['javascript', 'js', 'node', 'nodejs', 'mjs', 'cjs', 'ecmascript', 'jsx', 'es6']),
    codeLine: javascriptLine,
    signatureExample: 'function f(a, b)',
    parse,
    problem: (code) => readProgram(code).problem,
    toJavaScript: (code) => code,
    isForeign: (code) => (parse(code).hasError && readsBy(parseTypeScript)(code)) || readsBy(parsePython)(code) || readsBy(parseLua)(code),
    probe,
    suite,
  });
}

/** The program that runs calls inside of the sandbox. */
export const loadProbe = (): Promise<string> => readFile(new URL('./probe.cjs', import.meta.url), 'utf8');

/** The program that runs test files inside of the sandbox. */
export const loadSuite = (): Promise<string> => readFile(new URL('./suite.cjs', import.meta.url), 'utf8');
