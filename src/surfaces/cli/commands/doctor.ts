import type { CliCommand, CliContext } from '../cli-context.ts';
import { toRunError } from '../failure.ts';
import { formatBytes } from '../format-bytes.ts';
import { freeBytes } from '../free-bytes.ts';

type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly fix: string | null };

/** `anneal doctor`: one line a part, with its fix. Exit code 0 only when the main job can run. */
export const doctorCommand: CliCommand<object> = async (context, options) => {
  const { deps, terminal } = context;
  const { values, warnings } = await deps.settings({});
  for (const warning of warnings) terminal.alert(`warning: ${warning}`, 'yellow');
  const python = await check(context, 'python', async () => (await deps.runtime('python', values)).version);
  const lua = await check(context, 'lua', async () => (await deps.runtime('lua', values)).version);
  const node = await check(context, 'node', async () => (await deps.runtime('javascript', values)).version);
  const sandbox = await check(context, 'sandbox', async () => {
    const { level, missing } = await deps.sandbox(values);
    return missing.length === 0 ? level : `${level}, without ${missing.join(', ')}`;
  });
  const embedded = await check(context, 'embedded', () => embeddedModel(context));
  const ollama = await check(context, 'ollama', async () => {
    const models = await (await deps.backend('ollama', values)).list({
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(1000)]),
    });
    return `${models.length} models: ${models
      .slice(0, 5)
      .map(({ name }) => name)
      .join(', ')}`;
  });
  const store = await check(context, 'store', async () => {
    await deps.store();
    return (await deps.folders()).data;
  });
  const disk = await check(context, 'disk', () => diskSpace(context));
  const ready = (python.ok || lua.ok || node.ok) && sandbox.ok && store.ok && (embedded.ok || ollama.ok);
  const checks = [python, lua, node, sandbox, embedded, ollama, store, disk];
  const next = nextCommand(context, ready, checks);
  if (options.json) terminal.json({ ready, checks, next }, 2);
  else {
    for (const { name, ok, detail, fix } of checks) {
      terminal.data(`${ok ? 'ok  ' : 'no  '} ${name.padEnd(9)} ${detail}${fix === null ? '' : `\n     ${''.padEnd(9)} fix: ${fix}`}\n`);
    }
    terminal.data(`${ready ? 'the main job can run' : 'the main job cannot run yet'}; next: ${next}\n`);
  }
  return ready ? 0 : 1;
};

async function check({ signal, invocation }: CliContext, name: string, measure: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await measure(), fix: null };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const { message, hint } = toRunError(thrown, invocation);
    return { name, ok: false, detail: message, fix: hint };
  }
}

async function embeddedModel({ deps, signal }: CliContext): Promise<string> {
  const { values } = await deps.settings({});
  const models = await (await deps.backend('llama-cpp', values)).list({ signal });
  const ready = models.filter(({ present }) => present);
  if (ready.length > 0) return ready.map(({ name, bytes }) => (bytes === null ? name : `${name} (${formatBytes(bytes)})`)).join(', ');
  const size = models.find(({ name }) => name === deps.defaultEmbeddedModel)?.bytes ?? null;
  return `${deps.defaultEmbeddedModel}: not fetched yet, the first run fetches ${size === null ? 'it' : formatBytes(size)}`;
}

async function diskSpace({ deps }: CliContext): Promise<string> {
  const { cache, data } = await deps.folders();
  return `${formatBytes(await freeBytes(cache))} free for models, ${formatBytes(await freeBytes(data))} for runs`;
}

function nextCommand({ invocation }: CliContext, ready: boolean, checks: readonly Check[]): string {
  if (ready) return `${invocation} run "Return the factorial of n" -l lua --signature "function factorial(n)" -e "factorial(5) == 120"`;
  return checks.find(({ ok, fix }) => !ok && fix !== null)?.fix ?? `${invocation} run --backend mock`;
}
