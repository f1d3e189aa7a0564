/** Milliseconds of processor that work took: unlike a clock's, a busy machine hardly changes them. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
