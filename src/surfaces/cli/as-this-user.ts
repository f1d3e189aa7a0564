import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** `root` needs no sudo, `sudo` has it, and `plain` has to ask somebody. */
export type User = 'root' | 'sudo' | 'plain';

/** Who runs this process, and whether there is a sudo on the path. */
export function thisUser(): User {
  if (process.geteuid?.() === 0) return 'root';
  const has = (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'sudo'), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
  return has ? 'sudo' : 'plain';
}

/** A message's commands such as `sudo apt-get install lua5.4` the way this user can give them. */
export function asThisUser(message: string, user: User): string {
  if (user === 'sudo' || !/\bsudo /.test(message)) return message;
  const bare = message.replace(/\bsudo /g, '');
  return user === 'root' ? bare : `${bare} (as root: there is no sudo here, so first: su -)`;
}
