// Answers one text, then fails with nobody waiting.
import { parentPort } from 'node:worker_threads';

parentPort.once('message', ({ id }) => {
  parentPort.postMessage({ id, type: 'ready' });
  parentPort.postMessage({ id, type: 'found', found: { type: 'rejected', reason: 'no-code', detail: 'by the thread that dies' } });
  setTimeout(() => {
    throw new Error('out of something');
  }, 20);
});
