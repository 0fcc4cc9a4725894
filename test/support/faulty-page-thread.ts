import { parentPort } from 'node:worker_threads';
import type { PageReply, PageRequest } from '../../src/reporting/renderers/html/page-thread.ts';

/** A thread that renders pages and behaves as the document says; otherwise its page is the document. */
function behave(document: string): PageReply {
  if (document === 'hang') for (;;);
  if (document === 'grow') for (const held: unknown[] = []; ; ) held.push(new Array(100_000).fill(held));
  if (document === 'crash') throw new Error('out of order');
  return document === 'refuse' ? { failure: 'refused' } : { html: document };
}

parentPort?.on('message', (request: PageRequest) => {
  const document = new TextDecoder().decode(request.document);
  if (document !== 'silence') parentPort?.postMessage(behave(document));
});
