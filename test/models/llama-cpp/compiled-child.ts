import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The embedded model's child as JavaScript: Node 20 runs no TypeScript, and the tests must not depend on a build.
 * It lies below node_modules, so that it finds the libraries and git does not see it.
 */
export async function compiledChild(): Promise<URL> {
  const target = join(root, 'node_modules', '.cache', 'test-child', String(process.pid));
  for (const folder of ['domain', 'ports', 'models', 'models/llama-cpp']) {
    for (const name of await readdir(join(root, 'src', folder))) {
      if (name.endsWith('.ts')) await compile(join('src', folder, name), join(target, folder, name.replace(/\.ts$/, '.js')));
    }
  }
  return pathToFileURL(join(target, 'models', 'llama-cpp', 'child.js'));
}

async function compile(source: string, target: string): Promise<void> {
  const { outputText } = ts.transpileModule(await readFile(join(root, source), 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
    fileName: join(root, source),
  });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, outputText);
}
