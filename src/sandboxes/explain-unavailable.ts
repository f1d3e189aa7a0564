import { readFile } from 'node:fs/promises';
import { AppError } from '../domain/app-error.ts';

/** What a machine tells about itself, as far as it decides whether namespaces work. */
export type MachineFacts = {
  readonly platform: NodeJS.Platform;
  readonly kernelVersion: string;
  readonly osRelease: string;
  readonly container: boolean;
  /** Values of kernel settings; absent where the kernel has no such setting. */
  readonly appArmorRestrictsNamespaces: boolean;
  readonly userNamespacesOff: boolean;
  readonly userNamespacesZero: boolean;
};

export async function readMachineFacts(): Promise<MachineFacts> {
  const read = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).trim();
  const [kernelVersion, osRelease, cgroup, docker, podman, appArmor, clone, most] = await Promise.all([
    ...[read('/proc/version'), read('/etc/os-release'), read('/proc/1/cgroup'), exists('/.dockerenv'), exists('/run/.containerenv')],
    ...[read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'), read('/proc/sys/kernel/unprivileged_userns_clone')],
    read('/proc/sys/user/max_user_namespaces'),
  ]);
  return {
    platform: process.platform,
    kernelVersion: String(kernelVersion),
    osRelease: String(osRelease),
    container: docker === true || podman === true || /docker|kubepods|containerd|lxc/.test(String(cgroup)),
    appArmorRestrictsNamespaces: appArmor === '1',
    userNamespacesOff: clone === '0',
    userNamespacesZero: most === '0',
  };
}

const exists = async (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  );

const installCommands: readonly (readonly [family: RegExp, command: string])[] = [
  [/debian|ubuntu|mint|raspbian/, 'sudo apt-get install bubblewrap'],
  [/fedora|rhel|centos|rocky|almalinux/, 'sudo dnf install bubblewrap'],
  [/arch|manjaro/, 'sudo pacman -S bubblewrap'],
  [/alpine/, 'sudo apk add bubblewrap'],
  [/suse/, 'sudo zypper install bubblewrap'],
];

export function installCommand(facts: MachineFacts): string {
  const family = (/^ID=.*$/m.exec(facts.osRelease)?.[0] ?? '') + (/^ID_LIKE=.*$/m.exec(facts.osRelease)?.[0] ?? '');
  return installCommands.find(([pattern]) => pattern.test(family))?.[1] ?? 'sudo apt-get install bubblewrap';
}

const appArmorFix =
  'sudo apt-get install apparmor-profiles && sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict';
const containerFix =
  'docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined …';

/** Why there is no sandbox here, with the exact fix. `detail` is what bwrap said; null when it is not installed. */
export function explainUnavailable(facts: MachineFacts, detail: string | null): AppError {
  const because = (message: string, hint: string): AppError => new AppError('sandbox-unavailable', message, hint);
  if (facts.platform !== 'linux') {
    return because(
      `There is no sandbox for ${facts.platform} yet.`,
      'Run Anneal in a Linux container or virtual machine, or accept that programs run unprotected: --allow-unsandboxed',
    );
  }
  if (/Microsoft/.test(facts.kernelVersion) && !/WSL2/i.test(facts.kernelVersion)) {
    return because('WSL 1 has no namespaces to isolate programs with.', 'In PowerShell: wsl --set-version <distribution> 2');
  }
  if (detail === null) return because('bubblewrap is not installed.', `Run: ${installCommand(facts)}`);
  if (facts.userNamespacesOff)
    return because('User namespaces are switched off.', 'Run: sudo sysctl -w kernel.unprivileged_userns_clone=1');
  if (facts.userNamespacesZero) return because('User namespaces are switched off.', 'Run: sudo sysctl -w user.max_user_namespaces=15000');
  if (facts.appArmorRestrictsNamespaces)
    return because(`AppArmor keeps bubblewrap from creating namespaces: ${detail}`, `Run: ${appArmorFix}`);
  if (facts.container) return because(`This container does not allow namespaces: ${detail}`, `Start it with: ${containerFix}`);
  return because(`bubblewrap does not work here: ${detail}`, 'Run: anneal sandbox probe');
}
