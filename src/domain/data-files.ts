/** Files that are no text, or too long for one, in base64 by path. */
export type DataFiles = Readonly<Record<string, string>>;

/** The bytes of such files, as a sandbox gets them. */
export const bytesOfFiles = (data: DataFiles | undefined): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(Object.entries(data ?? {}).map(([path, base64]) => [path, Uint8Array.from(Buffer.from(base64, 'base64'))]));
