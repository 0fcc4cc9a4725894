import type { ReportDocument } from '../documents/model.ts';
import type { RenderedArtifact, RenderFormat } from './artifact.ts';
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

process.on('message', async (request: RenderRequest) => {
  process.send?.(await answer(request));
});
// A signal to the whole process group (Ctrl-C, systemd) must not end a render that the parent still waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
watchParent();
// Most documents become PDF; a process that waits for its first one has it loaded.
await import('./pdf/render-pdf.ts');
