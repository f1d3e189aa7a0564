import type { EffectiveSettings } from '../../../config/load-settings.ts';
import { AppError } from '../../../domain/app-error.ts';
import type { LocalScriptLimits } from '../../http/localscript-limits.ts';
import { startService } from '../../http/start-service.ts';
import { once } from '../../once.ts';
import { retentionOf } from '../../retention.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';
import { defaultsFrom } from '../run-defaults.ts';
import { type RunOptions, settingsFlags } from '../run-options.ts';
import { serveMachine } from '../serve-machine.ts';
import { showPull } from '../show-pull.ts';
import { openServedBodies } from '../skills/open-bodies.ts';

type ServeOptions = Omit<RunOptions, 'input'> & {
  readonly host: string;
  readonly port: string;
  readonly token?: string;
  /** False under `--no-auth`. */
  readonly auth: boolean;
  readonly allowHost?: readonly string[];
  readonly parallelRuns: string;
  readonly maxQueued: string;
};

/** `anneal serve`: answers until it is stopped; what runs then is interrupted and goes on at the next start. Exit code 0. */
export const serveCommand =
  (version: string): CliCommand<ServeOptions> =>
  async ({ deps, terminal, signal, environment, invocation, workingFolder }, options) => {
    const port = numberOption('--port', options.port, { min: 0, max: 65_535, whole: true });
    const parallel = numberOption('--parallel-runs', options.parallelRuns, { min: 1, max: 64, whole: true });
    const mostQueued = numberOption('--max-queued', options.maxQueued, { min: 1, max: 100_000, whole: true });
    const access = chooseAccess(options, environment);
    const settings = await deps.settings(settingsFlags(options));
    for (const warning of settings.warnings) terminal.alert(`warning: ${warning}`, 'yellow');
    const runs = await deps.runs({ settings, keepModel: true, showPull: (name, parts) => showPull(terminal.note, name, parts) });
    const requests = await deps.requestReader();
    const skills = once(() => deps.skills(settings.values));
    const bodies = once(() => openServedBodies({ deps, terminal }, settings));
    const service = await startService({
      runs,
      readRequest: requests.read,
      language: deps.language,
      profiles: deps.profiles,
      defaults: defaultsFrom(settings),
      localScript: limitsFrom(settings),
      version,
      access,
      host: options.host,
      port,
      pageFolder: deps.pageFolder,
      machine: serveMachine({ deps, invocation }, settings),
      skills,
      bodies,
      parallel,
      mostQueued,
      countTokens: runs.countTokens,
      model: runs.model,
      mcp: { ...deps, skills, bodies, settings: settings.values, near: workingFolder },
      retention: retentionOf(settings.values),
      tell: (line) => terminal.note(line),
      warn: (line) => terminal.alert(`warning: ${line}`, 'yellow'),
    });
    const address = `http://${service.host.includes(':') ? `[${service.host}]` : service.host}:${service.port}`;
    terminal.note(`listening on ${address}   (API: ${address}/docs)`, 'bold');
    if (access.token !== null) terminal.note('callers send the token as: Authorization: Bearer …');
    if (service.pageLink !== null)
      terminal.note(`for one browser, once, within an hour: ${browserAddress(service, access)}${service.pageLink}`);
    if (!access.onLoopback && access.token === null) terminal.alert('warning: whoever reaches this address may use the service', 'yellow');
    if (service.recovered > 0) terminal.note(`${service.recovered} runs of an earlier process go on`);
    await stopped(signal);
    await service.close();
    // Here, so that the last line is true: runs are let go of with their facts stored.
    await runs.close();
    terminal.note(`stopped; what ran goes on at the next start: ${invocation} serve`);
    return 0;
  };

/** An address that a browser can open: what listens everywhere is reached under a name, or here by the loopback address. */
function browserAddress(
  { host, port }: { readonly host: string; readonly port: number },
  { hosts }: { readonly hosts: readonly string[] },
) {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? (hosts[0] ?? '127.0.0.1') : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);

/** Throws `usage` where strangers could call without a token and nobody said that they may. */
function chooseAccess({ host, token: flag, auth, allowHost }: ServeOptions, environment: Readonly<Record<string, string | undefined>>) {
  const fromEnvironment = environment.ANNEAL_TOKEN;
  const token = flag ?? (fromEnvironment === '' ? undefined : fromEnvironment) ?? null;
  if (flag !== undefined && !auth) throw new AppError('usage', '--token and --no-auth contradict each other', 'leave one of them out');
  if (token !== null && !/^[\x21-\x7e]{8,}$/.test(token)) {
    throw new AppError('usage', 'the token is too short, or holds spaces', 'make one: export ANNEAL_TOKEN=$(openssl rand -hex 16)');
  }
  const onLoopback = isLoopback(host);
  if (!onLoopback && token === null && auth) {
    throw new AppError(
      'usage',
      `--host ${host} is reachable for others, and no token is set`,
      'export ANNEAL_TOKEN=$(openssl rand -hex 16), or allow everybody: --no-auth',
    );
  }
  return { token: auth ? token : null, onLoopback, hosts: allowHost ?? [] };
}

const limitsFrom = ({ values }: EffectiveSettings): LocalScriptLimits => ({
  contextTokens: values.localscriptContext,
  sampleTokens: values.localscriptPredict,
  firstTemperature: values.localscriptTemperature,
  repairs: values.localscriptRepairs,
  questions: values.localscriptQuestions,
});

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
