import { codeAround } from '../domain/code-around.ts';
import type { Diagnostic } from '../domain/diagnostic.ts';
import type { Observation } from '../domain/observation.ts';

/** What went wrong in one observation: the line with its neighbours, and one hint. Null when nothing failed. */
export function explainWith(
  code: string,
  { outcome }: Observation,
  stderr: string,
  hint: (error: string, message: string, code: string) => string,
): Diagnostic | null {
  switch (outcome.type) {
    case 'value':
      return null;
    case 'raised': {
      const { error, message, line } = outcome;
      const title = error === 'error' ? message : `${error}: ${message}`;
      return atLine(code, 'runtime', title, line, hint(error, message, code));
    }
    case 'limit': {
      const reasons = { wall: 'time', cpu: 'time', memory: 'memory', output: 'output', processes: 'processes' } as const;
      const advice = outcome.limit === 'memory' ? 'Keep less in memory at once.' : 'Make sure that every loop and recursion ends.';
      return { severity: 'error', rule: 'limit', message: `used more ${reasons[outcome.limit]} than allowed`, hint: advice };
    }
    case 'missing': {
      const load = /^does not load: (?:(\w+): )?(.*?)(?: \(line (\d+)\))?$/s.exec(outcome.reason);
      if (load !== null) {
        const [, error = 'error', message = '', line] = load;
        return atLine(
          code,
          'load',
          `does not load: ${error === 'error' ? message : `${error}: ${message}`}`,
          line === undefined ? undefined : Number(line),
          hint(error, message, code),
        );
      }
      const said = stderr.trim().split('\n').at(-1) ?? '';
      return {
        severity: 'error',
        rule: 'missing',
        message: said === '' ? outcome.reason : `${outcome.reason}; it said: ${said.slice(0, 200)}`,
      };
    }
  }
}

function atLine(code: string, rule: string, message: string, line: number | undefined, hint: string): Diagnostic {
  if (line === undefined) return { severity: 'error', rule, message, hint };
  return { severity: 'error', rule, message: `${message}\n${codeAround(code, line)}`, line, hint };
}
