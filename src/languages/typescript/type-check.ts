import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { Execution } from '../../domain/execution.ts';
import type { SandboxJob, SandboxLimits } from '../../ports/sandbox.ts';

/** The compiler's program, and the folder of the package `typescript` as the sandbox sees it. */
export type TypeChecker = { readonly program: string; readonly folder: string };

/** One run of the compiler over a program that it only reads. */
export function typeCheckJob({ program, folder }: TypeChecker, code: string, limits: SandboxLimits): SandboxJob {
  return {
    files: { 'type-check.cjs': program, 'candidate.ts': code },
    main: 'type-check.cjs',
    args: [folder, 'candidate.ts'],
    stdin: '',
    wantsResult: false,
    limits,
  };
}

const hints: Readonly<Record<number, string>> = {
  2304: 'Define or import the name, or pass it as a parameter.',
  2322: 'Return or assign a value of the declared type, or declare the type that it has.',
  2339: 'Use a property that the type has, or declare it in the type.',
  2345: 'Pass a value of the type that the parameter has, or convert it first.',
  2355: 'Return a value on every path.',
  2365: 'Convert both sides to one type.',
  2366: 'Return a value on every path.',
  2367: 'Compare values of the same type.',
  2454: 'Give the variable a value on every path before it is read.',
  2531: 'Test for null first.',
  2532: 'Test for undefined first.',
  2554: 'Pass as many arguments as the function takes.',
  2555: 'Pass as many arguments as the function takes.',
  2769: 'Pass arguments that fit one of the forms of the function.',
  2801: 'Write await before the promise.',
  18046: 'Narrow the type with typeof or instanceof first.',
  18047: 'Test for null first, or give a default with ??.',
  18048: 'Test for undefined first, or give a default with ??.',
};

/** What the compiler said. A compiler that was cut short, or that a program made fail, said nothing. */
export function readTypeCheck({ termination, stdout }: Execution): readonly Diagnostic[] {
  if (termination.type !== 'exit' || termination.code !== 0) return [];
  const data = parse(new TextDecoder().decode(stdout));
  return data.flatMap((item): readonly Diagnostic[] => {
    const { code, message, line } = item as { readonly [key: string]: unknown };
    if (typeof code !== 'number' || typeof message !== 'string' || typeof line !== 'number') return [];
    const meant = /Did you mean (?:the [a-z ]*member )?'([^']+)'\?/.exec(message)?.[1];
    const awaits = /'Promise<[^']*>'/.test(message) && code !== 2322;
    const hint =
      meant === undefined
        ? awaits
          ? 'Write await before the promise.'
          : (hints[code] ?? 'Make the types agree.')
        : `Did you mean ${meant}?`;
    return [{ severity: 'warning', rule: 'type', message: `TS${code}: ${message}`, line, hint }];
  });
}

function parse(text: string): readonly object[] {
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data.filter((item): item is object => typeof item === 'object' && item !== null) : [];
  } catch {
    return [];
  }
}
