import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { asThisUser, thisUser, type User } from './as-this-user.ts';

/** How the person can start this program from where they are: `anneal`, `npx --no-install anneal`, or node with a path. */
export function howToCall(bin: string, workingFolder: string, path: string): string {
  const isBin = (candidate: string): boolean => {
    try {
      return realpathSync(candidate) === realpathSync(bin);
    } catch {
      return false;
    }
  };
  // npx puts node_modules/.bin on the path of what it starts: that is not where the person types.
  const folders = path.split(delimiter).filter((folder) => folder !== '' && !/node_modules[\\/]\.bin$/.test(folder));
  if (folders.some((folder) => isBin(join(folder, 'anneal')))) return 'anneal';
  // In a clone npx sets the bin's mode first, so there it needs the right to write.
  const inClone = belongsTo(dirname(dirname(bin)), workingFolder) && isWritable(bin);
  return inClone || installedAbove(workingFolder, isBin) ? 'npx --no-install anneal' : `node ${bin}`;
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function belongsTo(root: string, folder: string): boolean {
  // The nearest package decides what npx finds.
  const between = relative(root, folder);
  if (between.startsWith('..')) return false;
  for (let at = folder; at !== root && at !== dirname(at); at = dirname(at)) if (existsSync(join(at, 'package.json'))) return false;
  return true;
}

function installedAbove(folder: string, isBin: (candidate: string) => boolean): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (isBin(join(at, 'node_modules', '.bin', 'anneal'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** Writes commands such as "anneal models pull" and "sudo apt-get install lua5.4" in a message the way they work here, for this user. */
export function withInvocation(message: string, invocation: string, user: User = thisUser()): string {
  return asThisUser(message, user).replace(/(?<![\w./@-])(?<!--no-install )anneal (?=[a-z-])/g, `${invocation} `);
}
