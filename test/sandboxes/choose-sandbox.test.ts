import { describe, expect, test } from 'vitest';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { runAllCanaries, runQuickCanaries } from '../../src/sandboxes/canaries.ts';
import { chooseSandbox } from '../../src/sandboxes/choose-sandbox.ts';
import { explainUnavailable, type MachineFacts } from '../../src/sandboxes/explain-unavailable.ts';
import { probeSandbox } from '../../src/sandboxes/probe-sandbox.ts';
import { openSubprocessSandbox } from '../../src/sandboxes/subprocess/subprocess-sandbox.ts';

describe('choosing', () => {
  test('finds bubblewrap here, by running canaries', async () => {
    const sandbox = await chooseSandbox();
    expect([sandbox.level, sandbox.missing]).toEqual(['L2', ['cgroup']]);
    await sandbox.close();
  });
  test('refuses less than was asked for, and says how to accept it', async () => {
    await expect(chooseSandbox({ minLevel: 'L3' })).rejects.toMatchObject({
      code: 'sandbox-unavailable',
      message: expect.stringMatching(/on this machine is L2, and L3 is required; L3 would also need cgroup/),
      hint: 'Accept what is here: --min-level L2',
    });
  });
  test('prefers isolation even where none is allowed', async () => {
    const sandbox = await chooseSandbox({ allowUnsandboxed: true });
    expect(sandbox.level).toBe('L2');
    await sandbox.close();
  });
  test('sees that a subprocess isolates nothing', async () => {
    expect(await runQuickCanaries(await openSubprocessSandbox())).toContain('can read files of the host');
    const escaped = (await runAllCanaries(await openSubprocessSandbox()))
      .filter((canary) => !canary.contained)
      .map((canary) => canary.name);
    expect(escaped).toEqual(expect.arrayContaining(['read', 'connect', 'write']));
  });
  test('holds without a launcher as well', async () => {
    const sandbox = await openBubblewrapSandbox({ launcherPython: null });
    expect(await runQuickCanaries(sandbox)).toBeNull();
    const escaped = (await runAllCanaries(sandbox)).filter((canary) => !canary.contained);
    expect(escaped.map((canary) => canary.name)).toEqual(['inodes']);
  });
  test('the probe names every canary', async () => {
    const report = await probeSandbox();
    expect(report.canaries.map((canary) => [canary.name, canary.contained])).toEqual(
      ['read', 'connect', 'fork', 'allocate', 'write', 'inodes'].map((name) => [name, true]),
    );
    expect(report.advice).toHaveLength(report.missing.length);
  });
});

describe('where there is no sandbox', () => {
  const debian: MachineFacts = {
    platform: 'linux',
    kernelVersion: 'Linux version 6.1.0-18-amd64',
    osRelease: 'ID=debian\n',
    container: false,
    appArmorRestrictsNamespaces: false,
    userNamespacesOff: false,
    userNamespacesZero: false,
  };
  const denied = 'bwrap: setting up uid map: Permission denied';
  const cases: readonly (readonly [string, Partial<MachineFacts>, string | null, RegExp])[] = [
    ['bubblewrap is missing', {}, null, /sudo apt-get install bubblewrap/],
    ['bubblewrap is missing on Fedora', { osRelease: 'ID=fedora\n' }, null, /sudo dnf install bubblewrap/],
    [
      'bubblewrap is missing on a descendant of Ubuntu',
      { osRelease: 'ID=pop\nID_LIKE="ubuntu debian"\n' },
      null,
      /apt-get install bubblewrap/,
    ],
    [
      'AppArmor restricts namespaces',
      { appArmorRestrictsNamespaces: true },
      denied,
      /apparmor_parser -r \/etc\/apparmor.d\/bwrap-userns-restrict/,
    ],
    ['Docker forbids namespaces', { container: true }, denied, /docker run --security-opt seccomp=unconfined/],
    ['namespaces are off', { userNamespacesOff: true }, denied, /sysctl -w kernel.unprivileged_userns_clone=1/],
    ['WSL 1', { kernelVersion: 'Linux version 4.4.0-19041-Microsoft' }, null, /wsl --set-version/],
    ['macOS', { platform: 'darwin' }, null, /--allow-unsandboxed/],
  ];
  for (const [what, facts, detail, fix] of cases) {
    test(`${what}: the exact fix`, () => {
      const error = explainUnavailable({ ...debian, ...facts }, detail);
      expect([error.code, error.exitCode]).toEqual(['sandbox-unavailable', 6]);
      expect(error.hint).toMatch(fix);
    });
  }
  test('WSL 2 is not taken for WSL 1', () => {
    const error = explainUnavailable({ ...debian, kernelVersion: 'Linux version 5.15.90.1-microsoft-standard-WSL2' }, null);
    expect(error.message).toBe('bubblewrap is not installed.');
  });
});
