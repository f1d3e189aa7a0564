import { InternalLuauWasmModule, LuauState } from 'luau-web';
import type { Diagnostic } from '../../domain/diagnostic.ts';

/** Says what Luau's own compiler has against a program; null: nothing. */
export type LuauCompiler = (program: string) => Diagnostic | null;

/** A state keeps every program that it compiled. */
const programsOfOneState = 200;

/**
 * Luau's own compiler as WebAssembly. It only compiles: nothing of the program runs. What it cannot take at all (nesting beyond its
 * limits) ends the compilation, not the process, and is a diagnostic too.
 */
export async function loadLuauCompiler(): Promise<LuauCompiler> {
  // Without this it would tell the terminal of each compilation that it gave up.
  Object.assign(InternalLuauWasmModule, { print: quiet, printErr: quiet });
  let state = await LuauState.createAsync();
  let left = programsOfOneState;
  return (program) => {
    left -= 1;
    if (left === 0) {
      left = programsOfOneState;
      LuauState.createAsync().then(
        (next) => {
          state.destroy();
          state = next;
        },
        // The old one goes on; the next change is tried after as many programs again.
        () => undefined,
      );
    }
    try {
      state.loadstring(program, 'program', true);
      return null;
    } catch (error) {
      return readProblem(error instanceof Error ? error.message : String(error));
    }
  };
}

const quiet = (): void => undefined;

function readProblem(text: string): Diagnostic {
  const [, line, message] = /^\[string "program"\]:(\d+): (.*)/s.exec(text) ?? [];
  if (line !== undefined && message !== undefined) {
    return { severity: 'error', rule: 'luau-compile', message: message.trim(), line: Number(line) };
  }
  return {
    severity: 'error',
    rule: 'luau-compile',
    message: "Luau's compiler gives up on this program",
    hint: 'Nest tables and expressions less deeply.',
  };
}
