import { systemCode } from '../../domain/system-error.ts';

/** Whether a process of this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return systemCode(cause) === 'EPERM';
  }
}
