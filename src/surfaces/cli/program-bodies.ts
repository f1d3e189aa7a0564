import type { Command } from 'commander';
import type { CommandRunner } from './add-command.ts';
import { addCommand, collect } from './add-command.ts';
import { shared } from './shared-options.ts';

const models = (to: Command): Command =>
  to
    .optionsGroup('Model:')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl)
    .option('--decide-model <name>', 'a small model that decides and names: NAME or BACKEND:NAME (default: the model)')
    .option('--decide-url <address>', 'its server')
    .option(...shared.threads);

const sandbox = (to: Command): Command =>
  to
    .optionsGroup('Sandbox:')
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.python);

/** What a call of a skill with `predict` and `act` is given. */
export const callOptions = (to: Command): Command =>
  to
    .option('--config <key=value>', 'a setting for this call, repeatable', collect)
    .option('--allow-net <host:port>', 'a host that it may reach in this call, exactly; repeatable', collect)
    .option('--remember', 'grant the hosts of --allow-net to this body for good')
    .option('--file <path>', 'a file to hand in, repeatable', collect)
    .option('--output-folder <folder>', 'where files that it hands out are written (default: here)')
    .option('--no-input', 'never ask; a question ends the run with exit code 4')
    .option('--decide-model <name>', 'the model that decides: NAME or BACKEND:NAME (default: the model)')
    .option('--decide-url <address>', 'its server')
    .option(...shared.backend)
    .option(...shared.model)
    .option(...shared.baseUrl);

/** Commands of `anneal skills` that make skills and that are about bodies with `predict` and `act`. */
export function addBodies(skills: Command, run: CommandRunner): void {
  const create = addCommand(
    skills,
    'create [request]',
    'make a skill of a request: tests first, then a body that a model writes, run in the sandbox',
    'anneal skills create "Report what the status page says" --write-url http://127.0.0.1:8000/v1',
  )
    .option('--kind <kind>', 'function or predict-act (default: function with --example f(…), --signature or another language)')
    .option('-l, --language <name>', 'of a function: python, lua, javascript or typescript')
    .option('--signature <text>', "of a function, e.g. 'def f(xs: list[int]) -> int'")
    .option('-e, --example <text>', 'trusted example, repeatable: \'f(3) == 6\', or {"request": "…", "expect": {…}}', collect)
    .option('--contract <file>', 'in place of the shipped contract for bodies')
    .option('--root <root>', 'user or project (default: user)')
    .option('--project', 'the same as --root project')
    .option('--new', 'even where a skill does this already')
    .option('--resume <name>', 'go on with a stub')
    .option('--write-model <name>', 'a larger model that writes: NAME or BACKEND:NAME (default: the model)')
    .option('--write-url <address>', 'its server, any that speaks OpenAI’s protocol')
    .option('--write-timeout <seconds>', 'for one answer of it (default: 600)')
    .option(...shared.nCandidates)
    .option(...shared.seed)
    .option(...shared.json);
  sandbox(models(create)).action((request: string | undefined, options) =>
    run(async () => (await import('./commands/skills-create.ts')).skillsCreateCommand, options, request),
  );
  const answer = callOptions(
    addCommand(
      skills,
      'answer <id> <text>',
      'answer the question of a run that waits, and go on with it',
      'anneal skills answer 3f9c2a "three"',
    ),
  ).option(...shared.json);
  sandbox(answer).action((id: string, text: string, options) =>
    run(async () => (await import('./commands/skills-run-body.ts')).answerBodyCommand, options, id, text),
  );
  addCommand(skills, 'runs', 'runs that wait for an answer, and the last ones', 'anneal skills runs')
    .option('--limit <n>', 'how many', '20')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/skills-runs.ts')).skillsRunsCommand, options));
  addCommand(
    skills,
    'config [name] [settings...]',
    'settings that skills read; secrets go to a file of their own',
    'anneal skills config post-to-board board_url=http://127.0.0.1:8123\n  anneal skills config post-to-board --secret board_token',
  )
    .option('--user', 'for all skills that declare the setting')
    .option('--category <path>', 'for the skills of a category and what is below it')
    .option('--secret <key>', 'asks for its value, or reads it from standard input')
    .option('--unset <key>', 'take a setting or a secret away, repeatable', collect)
    .option(...shared.json)
    .action((name: string | undefined, settings: string[], options) =>
      run(async () => (await import('./commands/skills-config.ts')).skillsConfigCommand, options, name, settings),
    );
  addCommand(
    skills,
    'grant <name> [hosts...]',
    'hosts that a skill’s present body may reach',
    'anneal skills grant post-to-board 127.0.0.1:8123',
  )
    .option('--forget', 'take these hosts away, or all')
    .option(...shared.json)
    .action((name: string, hosts: string[], options) =>
      run(async () => (await import('./commands/skills-grant.ts')).skillsGrantCommand, options, name, hosts),
    );
}
