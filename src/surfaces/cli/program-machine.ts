import type { Command } from 'commander';
import { type CommandRunner, addCommand as command } from './add-command.ts';
import { shared } from './shared-options.ts';

/** `anneal models …`. */
export function addModels(program: Command, run: CommandRunner): void {
  const models = program.command('models').description('local weights and what each backend offers');
  const backend = ['-b, --backend <name>', 'whose models (default: llama-cpp)'] as const;
  command(models, 'list', 'what each backend offers', 'anneal models list', { isDefault: true })
    .option('-b, --backend <name>', 'only this one')
    .option(...shared.baseUrl)
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/models-list.ts')).modelsListCommand, options));
  command(models, 'pull [name]', 'fetch a model, verified and resumable', 'anneal models pull')
    .option(...backend)
    .option(...shared.baseUrl)
    .action((name: string | undefined, options) =>
      run(async () => (await import('./commands/models-pull.ts')).modelsPullCommand, options, name),
    );
  command(models, 'rm <name>', 'remove local weights', 'anneal models rm smollm2')
    .option(...backend)
    .option('--yes', 'also the model that runs take now, without asking')
    .option(...shared.baseUrl)
    .action((name: string, options) => run(async () => (await import('./commands/models-rm.ts')).modelsRmCommand, options, name));
  command(
    models,
    'use <name>',
    'make a model the default; auto: each run chooses again',
    'anneal models use qwen2.5-coder:7b --backend ollama\n  anneal models use auto',
  )
    .option(...backend)
    .option(...shared.baseUrl)
    .action((name: string, options) => run(async () => (await import('./commands/models-use.ts')).modelsUseCommand, options, name));
}

/** `anneal profiles`. */
export function addProfiles(program: Command, run: CommandRunner): void {
  command(program, 'profiles [name]', 'Lua hosts that --profile knows, and whether their Lua is here', 'anneal profiles wf-vars')
    .option(...shared.json)
    .action((name: string | undefined, options) =>
      run(async () => (await import('./commands/profiles.ts')).profilesCommand, options, name),
    );
}

/** `anneal doctor`. */
export function addDoctor(program: Command, run: CommandRunner): void {
  command(program, 'doctor', 'what works on this machine, and the fix for what does not', 'anneal doctor')
    .option('--full', 'measure the model too, in a few minutes, and go by it from then on')
    .option('-b, --backend <name>', 'with --full: where the model runs (default: auto)')
    .option('-m, --model <name>', 'with --full: model name, or the path of a GGUF file')
    .option('-l, --language <name>', 'with --full: language of the known tasks (default: python, else what is here)')
    .option(...shared.baseUrl)
    .option(...shared.threads)
    .option('--budget-seconds <n>', 'with --full: the whole measurement (default: 240)')
    .option('--question-seconds <n>', 'with --full: one question to the model (default: 60)')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/doctor.ts')).doctorCommand, options));
}

/** `anneal config …`. */
export function addConfig(program: Command, run: CommandRunner): void {
  const config = program.command('config').description('the effective configuration, with where each value came from');
  command(config, 'show', 'every setting, its value and its source', 'anneal config show --json', { isDefault: true })
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/config-show.ts')).configShowCommand, options));
  command(config, 'trust [folder]', 'let this folder’s anneal.json set everything', 'anneal config trust .')
    .option('--remove', 'trust it no longer')
    .action((folder: string | undefined, options) =>
      run(async () => (await import('./commands/config-trust.ts')).configTrustCommand, options, folder),
    );
}

/** `anneal store …`. */
export function addStore(program: Command, run: CommandRunner): void {
  const store = program.command('store').description('the database of runs');
  command(store, 'check', 'is it whole and readable', 'anneal store check', { isDefault: true })
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/store.ts')).storeCheckCommand, options));
  command(store, 'prune', 'remove old finished runs', 'anneal store prune --max-runs 1000')
    .option('--max-runs <n>', 'finished runs to keep')
    .option('--max-age-days <n>', 'days to keep a finished run')
    .option('--max-megabytes <n>', 'megabytes of events to keep')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/store.ts')).storePruneCommand, options));
  command(store, 'migrate', 'bring it to this version’s schema', 'anneal store migrate').action((options) =>
    run(async () => (await import('./commands/store.ts')).storeMigrateCommand, options),
  );
}
