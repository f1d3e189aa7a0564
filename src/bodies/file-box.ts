import type { BodyAnswer, BodyAsk } from '../domain/skill-body.ts';

/** Bytes of one file in or out, and of all that go out. */
export const mostFileBytes = 4 * 2 ** 20;
const mostWritten = 16 * 2 ** 20;
const mostFiles = 100;

type FileAsk = Extract<BodyAsk, { readonly ask: 'list-files' | 'read-file' | 'write-file' }>;

/** A plain name: no folder, nothing hidden, nothing that a terminal or a file system takes for more than a name. */
export const isPlainName = (name: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_. ()+,=@-]{0,99}$/u.test(name) && !/[. ]$/.test(name);

/** Files of one run, in memory: what was handed in, and what is handed out once the run has ended well. */
export class FileBox {
  readonly out = new Map<string, Uint8Array>();
  private written = 0;
  private readonly given: ReadonlyMap<string, Uint8Array>;

  constructor(given: ReadonlyMap<string, Uint8Array>) {
    this.given = given;
  }

  answer(ask: FileAsk): BodyAnswer {
    if (ask.ask === 'list-files') return { ok: { names: [...this.given.keys()].sort() } };
    if (ask.ask === 'read-file') {
      const data = this.out.get(ask.name) ?? this.given.get(ask.name);
      if (data !== undefined) return { ok: { data: Buffer.from(data).toString('base64') } };
      const names = [...this.given.keys()].join(', ');
      return refused(`no file ${JSON.stringify(ask.name)} was handed in; there is ${names === '' ? 'none' : names}`);
    }
    if (!isPlainName(ask.name)) return refused(`${JSON.stringify(ask.name)} is no plain file name`);
    const data = Buffer.from(ask.data, 'base64');
    this.written += data.byteLength;
    if (data.byteLength > mostFileBytes || this.written > mostWritten) return refused(`${ask.name} is larger than what may be handed out`);
    if (!this.out.has(ask.name) && this.out.size >= mostFiles) return refused(`more than ${mostFiles} files`);
    this.out.set(ask.name, data);
    return { ok: null };
  }
}

const refused = (message: string): BodyAnswer => ({ error: { kind: 'file', message } });
