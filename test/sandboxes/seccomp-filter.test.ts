import { describe, expect, test } from 'vitest';
import { seccompFilter } from '../../src/sandboxes/bubblewrap/seccomp-filter.ts';
import { type Architecture, auditArchitectures, type SyscallName, syscallNumber } from '../../src/sandboxes/bubblewrap/syscall-table.ts';

type Call = { readonly name?: SyscallName; readonly number?: number; readonly arguments?: readonly bigint[]; readonly audit?: number };

/** What the kernel's interpreter would return for a system call. */
function evaluate(filter: Uint8Array, architecture: Architecture, call: Call): string {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.number ?? syscallNumber(call.name ?? 'mount', architecture) ?? 0, true);
  data.setUint32(4, call.audit ?? auditArchitectures[architecture], true);
  for (const [index, value] of (call.arguments ?? []).entries()) data.setBigUint64(16 + 8 * index, value, true);
  const program = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  let accumulator = 0;
  for (let at = 0; ; at++) {
    const code = program.getUint16(at * 8, true);
    const [jumpTrue, jumpFalse, operand] = [
      program.getUint8(at * 8 + 2),
      program.getUint8(at * 8 + 3),
      program.getUint32(at * 8 + 4, true),
    ];
    if (code === 0x20) accumulator = data.getUint32(operand, true);
    else if (code === 0x54) accumulator = (accumulator & operand) >>> 0;
    else if (code === 0x15) at += accumulator === operand ? jumpTrue : jumpFalse;
    else if (code === 0x35) at += accumulator >= operand ? jumpTrue : jumpFalse;
    else if (code === 0x06) return nameOf(operand);
    else throw new Error(`instruction ${code.toString(16)}`);
  }
}

function nameOf(value: number): string {
  if (value === 0x80000000) return 'kill';
  if (value === 0x7fff0000) return 'allow';
  if (value === 0x7fc00000) return 'notify';
  return `errno ${value & 0xffff}`;
}

const notify = { memoryBytes: 512 * 2 ** 20, memoryKind: 'address-space' } as const;

for (const architecture of ['x64', 'arm64'] as const) {
  describe(`the filter on ${architecture}`, () => {
    const job = seccompFilter({ architecture, profile: 'job', notify });
    const says = (call: Call, filter = job): string => evaluate(filter, architecture, call);

    test('kills foreign architectures', () => {
      expect(says({ number: 1, audit: 0x40000003 })).toBe('kill');
      expect(says({ number: 1, audit: auditArchitectures[architecture === 'x64' ? 'arm64' : 'x64'] })).toBe('kill');
    });
    test('refuses what reaches beyond the job', () => {
      for (const name of [
        'mount',
        'unshare',
        'setns',
        'ptrace',
        'bpf',
        'io_uring_setup',
        'keyctl',
        'memfd_create',
        'socket',
        'shmget',
        'io_setup',
      ] as const) {
        expect([name, says({ name })]).toEqual([name, 'errno 1']);
      }
    });
    test('lets the launcher make namespaces, and nothing worse', () => {
      const launcher = seccompFilter({ architecture, profile: 'launcher' });
      expect(['mount', 'unshare', 'seccomp'].map((name) => says({ name: name as SyscallName }, launcher))).toEqual([
        'allow',
        'allow',
        'allow',
      ]);
      expect(['bpf', 'keyctl', 'init_module'].map((name) => says({ name: name as SyscallName }, launcher))).toEqual([
        'errno 1',
        'errno 1',
        'errno 1',
      ]);
    });
    test('tells a fork from a new namespace', () => {
      expect(says({ name: 'clone', arguments: [0x01200011n] })).toBe('allow');
      for (const flag of [0x20000n, 0x2000000n, 0x4000000n, 0x8000000n, 0x10000000n, 0x20000000n, 0x40000000n]) {
        expect(says({ name: 'clone', arguments: [flag | 17n] })).toBe('errno 1');
      }
      expect(says({ name: 'clone3' })).toBe('errno 38');
    });
    test('is not misled by the upper half of a request', () => {
      expect(says({ name: 'ioctl', arguments: [0n, 0x5412n] })).toBe('errno 1');
      expect(says({ name: 'ioctl', arguments: [0n, 0x1_0000_5412n] })).toBe('errno 1');
      expect(says({ name: 'ioctl', arguments: [0n, 0x5401n] })).toBe('allow');
      expect(says({ name: 'fcntl', arguments: [0n, 1031n] })).toBe('errno 1');
      expect(says({ name: 'fcntl', arguments: [0n, 3n] })).toBe('allow');
    });
    test('hands over large allocations, failing exits, aborts and socket pairs', () => {
      expect(says({ name: 'mmap', arguments: [0n, 1n << 20n, 3n] })).toBe('allow');
      expect(says({ name: 'mmap', arguments: [0n, 64n << 20n, 3n] })).toBe('notify');
      expect(says({ name: 'mmap', arguments: [0n, 1n << 32n, 3n] })).toBe('notify');
      expect(says({ name: 'exit_group', arguments: [0n] })).toBe('allow');
      expect(says({ name: 'exit_group', arguments: [1n] })).toBe('notify');
      expect(says({ name: 'tgkill', arguments: [2n, 2n, 6n] })).toBe('notify');
      expect(says({ name: 'tgkill', arguments: [2n, 2n, 15n] })).toBe('allow');
      expect(says({ name: 'socketpair' })).toBe('notify');
    });
    test('does not look at address space that a runtime only reserves', () => {
      const data = seccompFilter({ architecture, profile: 'job', notify: { ...notify, memoryKind: 'data' } });
      expect(says({ name: 'mmap', arguments: [0n, 1n << 36n, 0n] }, data)).toBe('allow');
      expect(says({ name: 'mmap', arguments: [0n, 1n << 36n, 3n] }, data)).toBe('notify');
    });
    test('needs no notifications', () => {
      const plain = seccompFilter({ architecture, profile: 'job' });
      expect(['socketpair', 'exit_group', 'mmap'].map((name) => says({ name: name as SyscallName }, plain))).toEqual([
        'errno 1',
        'allow',
        'allow',
      ]);
    });
    test('fits into what the kernel accepts', () => {
      expect(job.byteLength % 8).toBe(0);
      expect(job.byteLength / 8).toBeLessThan(4096);
    });
  });
}

test('the x32 numbers of x86-64 are no way around', () => {
  const job = seccompFilter({ architecture: 'x64', profile: 'job', notify });
  expect(evaluate(job, 'x64', { number: 0x40000000 + 165 })).toBe('kill');
});
