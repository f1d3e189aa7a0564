import { and, assemble, type BpfInstruction, ifAtLeast, ifEqual, load, ret, seccompData, seccompReturn } from './bpf-assembler.ts';
import { type Architecture, auditArchitectures, type SyscallName, syscallNumber } from './syscall-table.ts';

const eperm = seccompReturn.errno(1);
const enosys = seccompReturn.errno(38);
const pretendSuccess = seccompReturn.errno(0);

/** No program has a use for these: they reach the whole machine or parts of the kernel with a long record of holes. */
const alwaysDenied: readonly SyscallName[] = [
  ...(['acct', 'adjtimex', 'clock_adjtime', 'clock_settime', 'settimeofday', 'reboot', 'swapon', 'swapoff', 'syslog', 'vhangup'] as const),
  ...(['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'iopl', 'ioperm', 'modify_ldt'] as const),
  ...(['bpf', 'perf_event_open', 'userfaultfd', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const),
  ...(['keyctl', 'add_key', 'request_key', 'quotactl', 'quotactl_fd', 'nfsservctl', 'lookup_dcookie', 'uselib', 'ustat', 'sysfs'] as const),
  ...(['open_by_handle_at', 'name_to_handle_at', 'fanotify_init', 'fanotify_mark'] as const),
];

/** The launcher needs some of these to build a job's namespaces; a job needs none. */
const deniedToJobs: readonly SyscallName[] = [
  ...(['mount', 'umount2', 'pivot_root', 'chroot', 'fsopen', 'fsconfig', 'fsmount', 'fspick'] as const),
  ...(['open_tree', 'open_tree_attr', 'move_mount', 'mount_setattr', 'statmount', 'listmount'] as const),
  ...(['unshare', 'setns', 'sethostname', 'setdomainname', 'seccomp'] as const),
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'process_mrelease', 'kcmp', 'pidfd_getfd'] as const),
  // Memory that no limit of a process counts, or resources whose limit is the whole machine's.
  ...(['memfd_create', 'memfd_secret', 'vmsplice', 'io_setup', 'io_submit', 'inotify_init', 'inotify_init1', 'inotify_add_watch'] as const),
  ...(['shmget', 'shmat', 'shmctl', 'shmdt', 'semget', 'semop', 'semtimedop', 'semctl'] as const),
  ...(['msgget', 'msgsnd', 'msgrcv', 'msgctl'] as const),
  ...(['mq_open', 'mq_unlink', 'mq_timedsend', 'mq_timedreceive', 'mq_notify', 'mq_getsetattr'] as const),
  ...(['mbind', 'set_mempolicy', 'set_mempolicy_home_node', 'migrate_pages', 'move_pages'] as const),
  ...(['socket', 'connect', 'bind', 'listen', 'accept', 'accept4', 'setsockopt'] as const),
];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of linux/sched.h. */
const namespaceFlags = 0x7e020000;
/** TIOCSTI, TIOCLINUX, TIOCSCTTY, TIOCCONS, TIOCSETD of asm-generic/ioctls.h. */
const terminalRequests = [0x5412, 0x541c, 0x540e, 0x541d, 0x5423];
/** F_SETPIPE_SZ, F_SETLEASE, F_NOTIFY of linux/fcntl.h. */
const fileCommands = [1031, 1024, 1026];
/** PR_SET_SECCOMP, PR_SET_MM of linux/prctl.h. */
const processOptions = [22, 35];
const signalAbort = 6;
const protWrite = 2;

export type FilterOptions = {
  readonly architecture: Architecture;
  /** `launcher`: for the fork server itself, which goes on to build namespaces. */
  readonly profile: 'job' | 'launcher';
  /**
   * Hand large allocations, failing exits and socket pairs to the supervisor, which lets them go on and keeps the
   * account. Absent: nothing is handed over, and socket pairs are denied.
   */
  readonly notify?: { readonly memoryBytes: number; readonly memoryKind: 'address-space' | 'data' };
};

/** A share of the memory limit: larger requests are looked at one by one, smaller ones show in the peak. */
export const largeAllocationShare = 8;

/** A denylist (allowlists break honest programs at random as libraries move on), assembled for seccomp(2). */
export function seccompFilter(options: FilterOptions): Uint8Array {
  const program: BpfInstruction[] = [
    load(seccompData.architecture),
    ifEqual(auditArchitectures[options.architecture], 1, 0),
    ret(seccompReturn.kill),
    load(seccompData.number),
  ];
  // x32 shares the architecture's number and differs by this bit.
  if (options.architecture === 'x64') program.push(ifAtLeast(0x40000000, 0, 1), ret(seccompReturn.kill));
  const rule = (name: SyscallName, body: readonly BpfInstruction[]): void => {
    const number = syscallNumber(name, options.architecture);
    if (number !== null) program.push(ifEqual(number, 0, body.length), ...body);
  };
  const denied = options.profile === 'job' ? [...alwaysDenied, ...deniedToJobs] : alwaysDenied;
  for (const name of denied) rule(name, [ret(eperm)]);
  if (options.profile === 'job') addJobRules(rule, options.notify);
  program.push(ret(seccompReturn.allow));
  return assemble(program);
}

function addJobRules(rule: (name: SyscallName, body: readonly BpfInstruction[]) => void, notify: FilterOptions['notify']): void {
  rule('clone', [load(seccompData.low(0)), and(namespaceFlags), ifEqual(0, 0, 1), ret(seccompReturn.allow), ret(eperm)]);
  // Its flags lie in memory, where a filter cannot look; C libraries fall back to clone.
  rule('clone3', [ret(enosys)]);
  rule('sync', [ret(pretendSuccess)]);
  rule('syncfs', [ret(pretendSuccess)]);
  rule('ioctl', denyWhen(1, terminalRequests));
  rule('fcntl', denyWhen(1, fileCommands));
  rule('prctl', denyWhen(0, processOptions));
  // 0xffffffff asks, 0 is the ordinary one.
  rule('personality', [load(seccompData.low(0)), ifEqual(0xffffffff, 1, 0), ifEqual(0, 0, 1), ret(seccompReturn.allow), ret(eperm)]);
  rule('socketpair', [ret(notify === undefined ? eperm : seccompReturn.notify)]);
  if (notify === undefined) return;
  rule('exit_group', [load(seccompData.low(0)), ifEqual(0, 1, 0), ret(seccompReturn.notify), ret(seccompReturn.allow)]);
  rule('tgkill', [load(seccompData.low(2)), ifEqual(signalAbort, 0, 1), ret(seccompReturn.notify), ret(seccompReturn.allow)]);
  const large = Math.min(Math.floor(notify.memoryBytes / largeAllocationShare), 0xffffffff);
  rule('mremap', atLeast(2, large));
  // A runtime that reserves address space maps it without access, which the data limit does not count either.
  const onlyWritable = [load(seccompData.low(2)), and(protWrite), ifEqual(0, 0, 1), ret(seccompReturn.allow)];
  rule('mmap', notify.memoryKind === 'data' ? [...onlyWritable, ...atLeast(1, large)] : atLeast(1, large));
}

/** Compares the low word only: the kernel ignores the rest of these arguments, so a filter must as well. */
function denyWhen(argument: number, values: readonly number[]): BpfInstruction[] {
  const tests = values.map((value, index) => ifEqual(value, values.length - index, 0));
  return [load(seccompData.low(argument)), ...tests, ret(seccompReturn.allow), ret(eperm)];
}

function atLeast(argument: number, bytes: number): BpfInstruction[] {
  return [
    load(seccompData.high(argument)),
    ifEqual(0, 0, 2),
    load(seccompData.low(argument)),
    ifAtLeast(bytes, 0, 1),
    ret(seccompReturn.notify),
    ret(seccompReturn.allow),
  ];
}
