import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../domain/app-error.ts';
import { isAbsent, systemReason } from '../../domain/system-error.ts';

const storedReportSchema = z.object({
  v: z.literal(1),
  id: z.string(),
  /** Which bench made it, e.g. `tasks`. */
  kind: z.string(),
  /** What was measured, in a few words: a file, languages. */
  title: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  model: z.string().nullable(),
  /** What the bench prints with `--json`. */
  report: z.record(z.string(), z.unknown()),
});

/** A report of a bench as it is kept in the data folder, a file each. */
export type StoredReport = z.output<typeof storedReportSchema>;

const endings = '.json';

/** A name that sorts by time and says the kind. */
export function reportId(kind: string, at: number): string {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '');
  return `${time}-${kind}-${randomBytes(2).toString('hex')}`;
}

export const isReportId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

export const reportFile = (folder: string, id: string): string => join(folder, `${id}${endings}`);

/** Null where there is none, or none that this version can read. */
export async function readReport(folder: string, id: string): Promise<StoredReport | null> {
  if (!isReportId(id)) return null;
  const text = await readFile(reportFile(folder, id), 'utf8').catch(whenAbsent(null, folder));
  if (text === null) return null;
  try {
    const report = storedReportSchema.parse(JSON.parse(text));
    return report.id === id ? report : null;
  } catch {
    // Written by another version, or damaged: it is left where it is, for whoever wants to look.
    return null;
  }
}

/** Those that can be read, newest first. */
export async function listReports(folder: string): Promise<readonly StoredReport[]> {
  const names = await readdir(folder).catch(whenAbsent([], folder));
  const ids = names
    .filter((name) => name.endsWith(endings))
    .map((name) => name.slice(0, -endings.length))
    .sort()
    .reverse();
  return (await Promise.all(ids.map((id) => readReport(folder, id)))).filter((report) => report !== null);
}

/** False where there was none. */
export async function removeReport(folder: string, id: string): Promise<boolean> {
  if (!isReportId(id)) return false;
  return rm(reportFile(folder, id)).then(() => true, whenAbsent(false, folder));
}

/** What stands for a file or folder that is not there; every other failure is thrown. */
const whenAbsent =
  <T>(instead: T, folder: string) =>
  (cause: unknown): T => {
    if (isAbsent(cause)) return instead;
    const hint = `make what is in it yours to read and write: ls -la ${folder}`;
    throw new AppError('store-unavailable', `${folder}: ${systemReason(cause)}`, hint, { cause });
  };
