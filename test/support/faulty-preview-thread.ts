import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from '../../src/domains/previews/protocol.ts';

const tell = (message: FromThread) => parentPort?.postMessage(message);

/** A thread that makes previews and behaves as the title of the draft says; otherwise its page is the title. */
function make({ id, draft }: Extract<ToThread, { type: 'make' }>): void {
  const title = draft.settings.title ?? '';
  tell({ type: 'measure', measure: { name: 'connector', labels: { title }, seconds: 0 } });
  if (title.startsWith('hang')) for (;;);
  if (title === 'grow') for (const held: unknown[] = []; ; ) held.push(new Array(100_000).fill(held));
  if (title === 'crash') throw new Error('out of order');
  if (title.startsWith('wait')) return;
  if (title === 'fail') tell({ type: 'failed', id, error: 'out of order' });
  else tell({ type: 'made', id, page: { html: new TextEncoder().encode(title), nonce: 'nonce' } });
}

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'warm')
    tell({ type: 'measure', measure: { name: 'connector', labels: { title: 'warm' }, seconds: 0 } });
  if (message.type === 'make') make(message);
  if (message.type === 'abort') tell({ type: 'failed', id: message.id, error: 'aborted' });
  if (message.type === 'stop') parentPort?.close();
});
