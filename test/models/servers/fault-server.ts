import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { countAnswers, startLoopbackServer } from '../loopback-server.ts';

export type Body = Readonly<Record<string, unknown>>;
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Body;
};

/** What a well-behaved server answers. `frames` are whole lines or events; the last `endFrames` of them say that it is over. */
export type Reply =
  | { readonly type: 'document'; readonly status: number; readonly body: unknown }
  | { readonly type: 'stream'; readonly contentType: string; readonly frames: readonly string[]; readonly endFrames: number };

/** A protocol: pure, from a request to its answer. */
export type Speak = (request: SeenRequest) => Reply;

/** What goes wrong with one answer. */
export type Fault =
  | { readonly type: 'slow-first-byte'; readonly ms: number }
  /** The connection breaks after so many frames. */
  | { readonly type: 'break'; readonly frames: number }
  /** A clean close in the middle of a frame. */
  | { readonly type: 'half-frame'; readonly frames: number }
  /** A clean close before the frames that say that it is over. */
  | { readonly type: 'no-end' }
  /** The same frame for ever. */
  | { readonly type: 'endless' }
  /** One line that never ends. */
  | { readonly type: 'endless-line' }
  | { readonly type: 'silent' }
  | { readonly type: 'status'; readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly type: 'reply'; readonly reply: Reply };

export type FaultServerOptions = {
  readonly speak: Speak;
  readonly tokenMs?: number;
  /** `generation`: index among the requests that stream; -1 for all others. */
  readonly fault?: (request: SeenRequest, generation: number) => Fault | null;
};

export type FaultServer = {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly generations: readonly SeenRequest[];
  /** Streams that the client closed before their end. */
  readonly aborted: number;
  readonly mostInFlight: number;
  close(): Promise<void>;
};

export const page: Fault = {
  type: 'status',
  status: 200,
  body: '<!doctype html><html><title>Router login</title></html>',
  headers: { 'content-type': 'text/html' },
};

/** A real HTTP server on loopback that speaks a model server's protocol and can fail in the ways that such servers do. */
export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const generations: SeenRequest[] = [];
  const answers = countAnswers();

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const generation = request.body.stream === true ? generations.push(request) - 1 : -1;
    const fault = options.fault?.(request, generation) ?? null;
    if (fault?.type === 'silent') return;
    if (fault?.type === 'slow-first-byte') await sleep(fault.ms);
    if (fault?.type === 'status') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body);
      return;
    }
    const reply = fault?.type === 'reply' ? fault.reply : options.speak(request);
    if (reply.type === 'document') {
      response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(reply.body));
      return;
    }
    const end = answers.begin(response);
    response.writeHead(200, { 'content-type': reply.contentType });
    await stream(response, reply, fault, options.tokenMs ?? 1);
    end();
  }

  const server = await startLoopbackServer(answer);
  return {
    ...server,
    requests,
    generations,
    get aborted() {
      return answers.aborted;
    },
    get mostInFlight() {
      return answers.mostInFlight;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Body,
  };
}

async function stream(
  response: ServerResponse,
  { frames, endFrames }: Extract<Reply, { type: 'stream' }>,
  fault: Fault | null,
  tokenMs: number,
): Promise<void> {
  let wake = (): void => undefined;
  response.on('drain', () => wake());
  response.on('close', () => wake());
  const write = async (text: string): Promise<void> => {
    if (response.destroyed) throw new Error('The client is gone.');
    if (response.write(text)) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  if (fault?.type === 'endless-line') for (;;) await write('x'.repeat(65_536));
  if (fault?.type === 'endless') {
    const middle = frames[Math.floor(frames.length / 2)] ?? '';
    for (const first of frames.slice(0, 2)) await write(first);
    for (;;) await write(middle.repeat(50));
  }
  const sent = fault?.type === 'no-end' ? frames.slice(0, frames.length - endFrames) : frames;
  for (const [index, frame] of sent.entries()) {
    if (fault?.type === 'break' && index === fault.frames) {
      await sleep(20);
      response.destroy();
      throw new Error('Broken on purpose.');
    }
    if (fault?.type === 'half-frame' && index === fault.frames) {
      await write(frame.slice(0, Math.floor(frame.length / 2)));
      return;
    }
    if (tokenMs > 0) await sleep(tokenMs);
    await write(frame);
  }
}
