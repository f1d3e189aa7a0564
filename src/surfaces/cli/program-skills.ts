import type { Command } from 'commander';
import type { CommandRunner } from './add-command.ts';
import { collect, addCommand as command } from './add-command.ts';
import { addBodies, callOptions } from './program-bodies.ts';
import { shared } from './shared-options.ts';

const project = ['--project', 'among the skills of this project (.agents/skills), not your own'] as const;
const replace = ['--replace', 'in place of one of that name, which moves to the history'] as const;

const sandboxed = (to: Command): Command =>
  to
    .option('--timeout <seconds>', 'CPU seconds of one call; wall is one more (default: 5)')
    .option(...shared.minLevel)
    .option(...shared.allowUnsandboxed)
    .option(...shared.interpreter);

/** `anneal skills …`: one line a command here, its own code in `commands/`. */
export function addSkills(program: Command, run: CommandRunner): void {
  const skills = program.command('skills').description('verified programs that are worth keeping, as Agent Skills folders');
  command(skills, 'list', 'all of them by category, with the status that holds here', 'anneal skills list --category text', {
    isDefault: true,
  })
    .option('--category <path>', 'only what is filed there or below')
    .option('--status <status>', 'only verified, unverified, quarantined or stub')
    .option('-l, --language <name>', 'only bodies in this language')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/skills-list.ts')).skillsListCommand, options));
  command(skills, 'show <name>', 'what it does, how it is entered, its body and tests', 'anneal skills show slugify --body')
    .option('--body', 'print the body only')
    .option(...shared.json)
    .action((name: string, options) => run(async () => (await import('./commands/skills-show.ts')).skillsShowCommand, options, name));
  command(skills, 'find <request>', 'the nearest skills for a request, by rules', 'anneal skills find "make a URL slug of a title"')
    .option('--signature <text>', "strong evidence, e.g. 'def slugify(title)'")
    .option('-l, --language <name>', 'only bodies in this language')
    .option('--limit <n>', 'how many', '5')
    .option(...shared.json)
    .action((request: string, options) => run(async () => (await import('./commands/skills-find.ts')).skillsFindCommand, options, request));
  const runOne = command(
    skills,
    'run <name> [request]',
    'run its body in the sandbox: on calls, or one with predict and act on a request',
    'anneal skills run slugify -c "slugify(\'Hello World\')"\n  anneal skills run tally-words "count the words of notes.txt" --file notes.txt',
  );
  callOptions(sandboxed(runOne).optionsGroup('On a request:'))
    .optionsGroup('On calls:')
    .option('-c, --call <source>', 'a call, repeatable; for a program that answers from data: JSON', collect)
    .option('--stdin <file>', 'for a program: standard input; - reads ours')
    .option('--arg <text>', 'for a program: an argument, repeatable', collect)
    .option(...shared.json)
    .action((name: string, request: string | undefined, options) =>
      run(async () => (await import('./commands/skills-run.ts')).skillsRunCommand, options, name, request),
    );
  sandboxed(command(skills, 'verify [names...]', 'run the tests of all, or of these, where something changed', 'anneal skills verify'))
    .option('--again', 'also where nothing changed')
    .option(...shared.json)
    .action((names: string[], options) =>
      run(async () => (await import('./commands/skills-verify.ts')).skillsVerifyCommand, options, names),
    );
  command(skills, 'stats', 'how right kept decisions were, by kind and decider', 'anneal skills stats --json')
    .option('--kind <kind>', 'only skill-category, skill-leaf, same-or-different, plan or skill-body')
    .option(...shared.json)
    .action((options) => run(async () => (await import('./commands/skills-stats.ts')).skillsStatsCommand, options));
  command(
    skills,
    'import <folder>',
    'copy an Agent Skills folder, also another agent’s; it arrives unverified',
    'anneal skills import ~/downloads/slugify',
  )
    .option(...project)
    .option(...replace)
    .option(...shared.json)
    .action((folder: string, options) =>
      run(async () => (await import('./commands/skills-import.ts')).skillsImportCommand, options, folder),
    );
  command(skills, 'export <name>', 'copy its folder to hand it on', 'anneal skills export slugify --into /tmp')
    .option('--into <folder>', 'where the folder is made', '.')
    .action((name: string, options) => run(async () => (await import('./commands/skills-export.ts')).skillsExportCommand, options, name));
  sandboxed(command(skills, 'keep <run-id>', 'keep the program of a successful run as a skill', 'anneal skills keep 0f3a9c --name slugify'))
    .option('--name <name>', 'of a–z, 0–9 and - (default: from the entry or the request)')
    .option('--description <text>', 'what it does (default: the request)')
    .option('--category <path>', 'such as text/format (default: where the request belongs)')
    .option(...project)
    .option(...replace)
    .option(...shared.json)
    .action((id: string, options) => run(async () => (await import('./commands/skills-keep.ts')).skillsKeepCommand, options, id));
  command(skills, 'trust [folder]', 'use the skills of a project; the same as anneal config trust', 'anneal skills trust .')
    .option('--remove', 'trust it no longer')
    .action((folder: string | undefined, options) =>
      run(async () => (await import('./commands/skills-trust.ts')).skillsTrustCommand, options, folder),
    );
  command(skills, 'rm <names...>', 'remove skills; their folders stay in the history', 'anneal skills rm slugify').action(
    (names: string[], options) => run(async () => (await import('./commands/skills-rm.ts')).skillsRmCommand, options, names),
  );
  command(skills, 'history <name>', 'what was replaced or removed; each folder can be imported again', 'anneal skills history slugify')
    .option(...shared.json)
    .action((name: string, options) => run(async () => (await import('./commands/skills-history.ts')).skillsHistoryCommand, options, name));
  addBodies(skills, run);
}
