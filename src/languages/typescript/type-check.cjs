// Runs the TypeScript compiler over one program, inside of the sandbox, and prints what it says as JSON: the program itself
// never runs here. Arguments: the folder of the package `typescript`, and the program's file.
'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const [folder, file] = process.argv.slice(2);
const ts = require(join(folder, 'lib', 'typescript.js'));

/** What Node has besides the language, as far as short programs use it; its own types are a package of their own. */
const ambient = `
declare const console: { log(...args: unknown[]): void; error(...args: unknown[]): void; warn(...args: unknown[]): void; info(...args: unknown[]): void; debug(...args: unknown[]): void };
declare const process: any; declare const require: any; declare const module: any; declare const exports: any; declare const Buffer: any; declare const global: any;
declare const performance: any; declare const crypto: any; declare const URL: any; declare const URLSearchParams: any; declare const TextEncoder: any; declare const TextDecoder: any;
declare const AbortController: any; declare const structuredClone: <T>(value: T) => T; declare const fetch: any; declare const __dirname: string; declare const __filename: string;
declare function setTimeout(run: (...args: any[]) => void, ms?: number, ...args: any[]): any; declare function clearTimeout(id: any): void;
declare function setInterval(run: (...args: any[]) => void, ms?: number, ...args: any[]): any; declare function clearInterval(id: any): void;
declare function setImmediate(run: (...args: any[]) => void, ...args: any[]): any; declare function queueMicrotask(run: () => void): void;
declare module 'node:*'; declare module 'fs'; declare module 'path'; declare module 'util'; declare module 'assert'; declare module 'events'; declare module 'crypto'; declare module 'readline'; declare module 'os';
`;

const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts', 'lib.decorators.d.ts'],
  types: [],
  noEmit: true,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
  strictNullChecks: true,
  strictFunctionTypes: true,
  useUnknownInCatchVariables: false,
  noImplicitAny: false,
};

const texts = new Map([
  ['candidate.ts', readFileSync(file, 'utf8')],
  ['ambient.d.ts', ambient],
]);
const host = {
  getSourceFile(name, version) {
    const own = texts.get(name);
    const text = own ?? (name.startsWith(join(folder, 'lib')) ? readFileSync(name, 'utf8') : undefined);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version);
  },
  getDefaultLibFileName: () => join(folder, 'lib', 'lib.es2023.d.ts'),
  getDefaultLibLocation: () => join(folder, 'lib'),
  writeFile: () => undefined,
  getCurrentDirectory: () => '',
  getCanonicalFileName: (name) => name,
  useCaseSensitiveFileNames: () => true,
  getNewLine: () => '\n',
  fileExists: (name) => texts.has(name),
  readFile: (name) => texts.get(name),
  directoryExists: () => false,
  getDirectories: () => [],
};

const program = ts.createProgram(['candidate.ts', 'ambient.d.ts'], options, host);
const source = program.getSourceFile('candidate.ts');
const found = program.getSemanticDiagnostics(source).slice(0, 8);
process.stdout.write(
  JSON.stringify(
    found.map((diagnostic) => {
      const place = ts.getLineAndCharacterOfPosition(source, diagnostic.start ?? 0);
      const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ').slice(0, 300);
      return { code: diagnostic.code, message, line: place.line + 1 };
    }),
  ),
);
