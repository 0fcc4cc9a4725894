import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import type { ReportDocument } from '../documents/model.ts';
import type { RenderedArtifact, RenderFormat } from './artifact.ts';
import { probe } from './probe.ts';
import { render } from './render.ts';
import { watchParent } from './watch-parent.ts';

/** What the pool sends to a render process. */
export interface RenderRequest {
  readonly document: ReportDocument;
  readonly format: RenderFormat;
}

/** What a render process answers, once a request. */
export type RenderReply =
  | { readonly artifact: RenderedArtifact; readonly rssBytes: number }
  | { readonly failure: string; readonly rssBytes: number };

async function answer({ document, format }: RenderRequest): Promise<RenderReply> {
  try {
    const artifact = await render(document, format);
    return { artifact, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), rssBytes: process.memoryUsage.rss() };
  }
}

/** Native documents hang on small objects that the garbage collector is in no hurry to collect. */
const documentsPerCollection = 8;
/** Longer than a request takes that was sent before this process ran. */
const idleMs = 20;
let isAsked = false;
let answered = 0;

process.on('message', async (request: RenderRequest) => {
  isAsked = true;
  process.send?.(await answer(request));
  answered += 1;
  // The pool ends this process without notice, so the cache of compiled code is written while it waits.
  if (answered === 1) flushCompileCache();
  if (answered % documentsPerCollection === 0) globalThis.gc?.();
});
// A signal to the whole process group (Ctrl-C, systemd) must not end a render that the parent still waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
watchParent();
// Most documents become PDF; a process that waits for its first one has read fonts and template by then.
await import('./pdf/render-pdf.ts');
await setTimeout(idleMs);
if (!isAsked) await answer({ document: probe, format: 'pdf' });
