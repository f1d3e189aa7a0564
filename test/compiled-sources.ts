import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Folders of the repository, with all below them, as JavaScript, for processes of their own: Node 20 runs no TypeScript, and the tests must not depend on a
 * build. They lie below node_modules, so that they find the libraries and git does not see them. Returns where the repository's root is there.
 */
export async function compiledSources(...folders: readonly string[]): Promise<URL> {
  const target = join(root, 'node_modules', '.cache', 'test-child', String(process.pid));
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (name.endsWith('.ts')) await compile(join(folder, name), join(target, folder, name.replace(/\.ts$/, '.js')));
    }
  }
  return pathToFileURL(`${target}/`);
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
