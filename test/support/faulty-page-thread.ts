import { parentPort } from 'node:worker_threads';
import type { PageReply, PageRequest } from '../../src/reporting/renderers/html/page-thread.ts';

/** A thread that renders pages and behaves as the document says; otherwise its page is the document. */
function behave(document: string): PageReply {
  if (document === 'hang') for (;;);
  if (document === 'crash') throw new Error('out of order');
  return document === 'refuse' ? { failure: 'refused' } : { html: document };
}

parentPort?.on('message', ({ document }: PageRequest) => {
  parentPort?.postMessage(behave(new TextDecoder().decode(document)));
});
