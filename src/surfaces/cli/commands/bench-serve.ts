import { measureServe, type ServeReport } from '../../bench/serve/measure-serve.ts';
import type { CliCommand } from '../cli-context.ts';
import { numberOption } from '../number-option.ts';

type Options = { readonly runs: string; readonly readers: string; readonly soak: string; readonly json?: boolean };

/** `anneal bench serve`: load on the service with a scripted model and sandbox, from another process, over loopback. */
export const benchServeCommand: CliCommand<Options> = async ({ deps, terminal, signal }, options) => {
  const runs = numberOption('--runs', options.runs, { min: 1, max: 5000, whole: true });
  const readers = numberOption('--readers', options.readers, { min: 2, max: 5000, whole: true });
  const soakMinutes = numberOption('--soak', options.soak, { min: 0, max: 1440, whole: true });
  const service = await deps.benchService();
  try {
    const report = await measureServe(service, { runs, readers, soakMinutes, signal, tell: (line) => terminal.note(line) });
    if (options.json) terminal.json(report, 2);
    else terminal.data(table(report));
    return report.lost === 0 && report.wrongReaders === 0 ? 0 : 1;
  } finally {
    await service.close();
  }
};

function table(report: ServeReport): string {
  const rows: readonly (readonly [string, string, string])[] = [
    ['runs at once, lost', `${report.runs}, ${report.lost}`, '0 lost'],
    ['runs a second', report.runsPerSecond.toFixed(1), ''],
    ['own CPU a request, a run', `${report.cpuMsPerRequest.toFixed(1)} ms, ${report.cpuMsPerRun.toFixed(1)} ms`, '< 10 ms a request'],
    ['at half load: promise p95', `${report.p95PromiseMs.toFixed(1)} ms`, '< 25 ms'],
    ['at half load: whole run p95', `${report.p95RunMs.toFixed(1)} ms`, ''],
    ['readers, of them stopped', `${report.readers}, ${report.stoppedReaders}`, ''],
    ['readers with a gap or repeat', `${report.wrongReaders} (${report.facts} facts each)`, '0'],
    ['delivery p95', `${report.p95DeliveryMs.toFixed(0)} ms`, '< 250 ms'],
    ['longest stall, while locked', `${report.stallMs.toFixed(0)} ms, ${report.stallWhileLockedMs.toFixed(0)} ms`, '< 100 ms'],
    ['resident memory, most', `${report.rssMb.toFixed(0)} MB, ${report.mostRssMb.toFixed(0)} MB`, '< 300 MB'],
    ...report.soak.map(({ minute, rssMb, runs }) => [`minute ${minute}`, `${rssMb.toFixed(0)} MB`, `${runs} runs`] as const),
  ];
  const { soak: _soak, ...figures } = report;
  const summary = Object.entries(figures).map(([name, value]) => `${name}=${Number.isInteger(value) ? value : value.toFixed(1)}`);
  return `${rows.map(([name, value, goal]) => `${name.padEnd(30)} ${value.padEnd(24)} ${goal}`.trimEnd()).join('\n')}\n${summary.join(' ')}\n`;
}
