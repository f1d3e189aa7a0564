import { lstat, readlink } from 'node:fs/promises';
import type { RuntimeSpec } from '../../ports/sandbox.ts';

/** Top-level folders that are links into /usr on merged systems, and real folders elsewhere. */
const systemFolders = ['/bin', '/sbin', '/lib', '/lib64', '/lib32'];
const devices = ['null', 'zero', 'full', 'random', 'urandom'];

/** The user and group of everything inside; on the host as well, when Anneal runs as root. */
export const sandboxUser = 65534;

/** The environment of every job; a runtime adds to it. Nothing of Anneal's own environment is passed on. */
export const baseEnvironment: Readonly<Record<string, string>> = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8' };

/** bwrap's arguments for what is visible: the system's programs read-only, empty mount points, five devices, no devpts. */
export async function viewArguments(runtime: RuntimeSpec): Promise<string[]> {
  const view = ['--ro-bind', '/usr', '/usr'];
  for (const folder of systemFolders) {
    const entry = await lstat(folder).catch(() => null);
    if (entry?.isSymbolicLink()) view.push('--symlink', await readlink(folder), folder);
    else if (entry?.isDirectory()) view.push('--ro-bind', folder, folder);
  }
  view.push('--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache');
  for (const path of runtime.readOnlyPaths) view.push('--ro-bind', path, path);
  view.push('--size', '65536', '--tmpfs', '/dev');
  for (const device of devices) view.push('--dev-bind', `/dev/${device}`, `/dev/${device}`);
  view.push('--symlink', '/proc/self/fd', '/dev/fd');
  for (const [index, name] of ['stdin', 'stdout', 'stderr'].entries()) view.push('--symlink', `/proc/self/fd/${index}`, `/dev/${name}`);
  return view;
}

/** What a runtime needs of folders that each job has empty for itself: it must be shown once more on top of them. */
export const coveredPaths = ({ readOnlyPaths }: RuntimeSpec): readonly string[] =>
  readOnlyPaths.filter((path) => /^\/(?:tmp|src|job|program|dev\/shm)\//.test(path));

/** Namespaces and identity that every use of bwrap shares. */
export const isolationArguments: readonly string[] = [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--uid', String(sandboxUser), '--gid', String(sandboxUser), '--hostname', 'sandbox'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
];

export function environmentArguments(runtime: RuntimeSpec): string[] {
  return Object.entries({ ...baseEnvironment, ...runtime.environment }).flatMap(([name, value]) => ['--setenv', name, value]);
}
