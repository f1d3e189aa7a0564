import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Language } from '../../ports/language.ts';
import { readsBy } from '../extraction/other-languages.ts';
import { ecmascriptLanguage } from '../javascript/ecmascript-language.ts';
import { javascriptLine } from '../javascript/javascript-code.ts';
import { loadProbe, loadSuite } from '../javascript/javascript-language.ts';
import { readProgram } from '../javascript/javascript-problem.ts';
import { loadParser } from '../syntax-tree.ts';
import type { StripLibrary } from './strip-types.ts';

const typeLine = /^(?:export\s+)?(?:declare\s+)?(?:interface\s+\w+|type\s+\w+\s*(?:<[^>]*>)?\s*=|(?:const\s+)?enum\s+\w+|namespace\s+\w+)/;

/**
 * TypeScript, run as the JavaScript that is left without its types. `compiler`: the folder of the package `typescript` in the
 * sandbox, for its type errors; null leaves them out.
 * Reads its parsers once; what comes back does no input or output.
 */
export async function loadTypeScript(compiler: string | null = null): Promise<Language> {
  const [{ createTypeStripper }, parse, parsePython, parseLua, probe, suite, program] = await Promise.all([
    import('./strip-types.ts'),
    loadParser('typescript'),
    loadParser('python'),
    loadParser('lua'),
    loadProbe(),
    loadSuite(),
    readFile(new URL('./type-check.cjs', import.meta.url), 'utf8'),
  ]);
  const stripTypes = createTypeStripper(freshStripLibrary);
  return ecmascriptLanguage({
    id: 'typescript',
    title: 'TypeScript',
    types: true,
    // JavaScript is TypeScript without annotations.
    tags: new Set(['typescript', 'ts', 'tsx', 'mts', 'javascript', 'js', 'node']),
    codeLine: new RegExp(`${javascriptLine.source}|${typeLine.source}`, 'u'),
    signatureExample: 'function f(xs: number[]): number',
    parse,
    problem(code) {
      const stripped = stripTypes(code);
      return stripped.ok ? readProgram(stripped.code).problem : stripped.problem;
    },
    toJavaScript(code) {
      const stripped = stripTypes(code);
      return stripped.ok ? stripped.code : code;
    },
    isForeign: (code) => readsBy(parsePython)(code) || readsBy(parseLua)(code),
    probe,
    suite,
    ...(compiler === null ? {} : { typeChecker: { program, folder: compiler } }),
  });
}

function freshStripLibrary(): StripLibrary {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@swc/wasm-typescript');
  delete require.cache[path];
  return require(path) as StripLibrary;
}
