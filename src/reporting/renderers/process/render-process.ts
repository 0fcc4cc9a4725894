import { flushCompileCache } from 'node:module';
import { watchParent } from '../../processes/watch-parent.ts';
import type { RenderedArtifact } from '../artifact.ts';
import { type RenderRequest, render } from './render.ts';

/** What a render process sends: one message that it is ready, then an answer to each request. */
export type RenderReply =
  | { readonly ready: true }
  | { readonly artifact: RenderedArtifact; readonly rssBytes: number }
  | { readonly failure: string; readonly rssBytes: number };

async function answer(request: RenderRequest): Promise<RenderReply> {
  try {
    const artifact = await render(request);
    return { artifact, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), rssBytes: process.memoryUsage.rss() };
  }
}

const say = (reply: RenderReply) => process.send?.(reply);

/** Native documents are held by small young objects, which the garbage collector is in no hurry to collect. */
const documentsPerCollection = 4;
let answered = 0;

process.on('message', async (request: RenderRequest) => {
  say(await answer(request));
  answered += 1;
  // The pool ends this process without notice, so the compile cache is written while it waits.
  if (answered === 1) flushCompileCache();
  if (answered % documentsPerCollection === 0) globalThis.gc?.({ type: 'minor' });
});
// A signal to the whole process group (Ctrl-C, systemd) must not end a render that the parent still waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
watchParent();
// Most documents become PDF.
await import('../pdf/render-pdf.ts');
say({ ready: true });
