import { Worker } from 'node:worker_threads';
import type { ReportDocument } from '../documents/model.ts';
import type { RenderedArtifact, RenderFormat } from './artifact.ts';
import { render } from './render.ts';

/** What the pool sends to a render process. */
export interface RenderRequest {
  readonly document: ReportDocument;
  readonly format: RenderFormat;
}

/** What a render process answers, once a request. */
export type RenderReply =
  | { readonly artifact: RenderedArtifact; readonly rssBytes: number }
  | { readonly failure: string; readonly rssBytes: number };

const watchIntervalMs = 1_000;

/** Ends this process when its parent is gone, even while native code keeps the main thread busy. */
function watchParent(): void {
  const source = `
    const parent = process.ppid;
    const alive = () => { try { process.kill(parent, 0); return process.ppid === parent; } catch { return false; } };
    setInterval(() => { if (!alive()) process.kill(process.pid, 'SIGKILL'); }, ${watchIntervalMs});`;
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
  new Worker(source, { eval: true, resourceLimits: limits }).unref();
}

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
process.on('disconnect', () => process.exit(0));
// A signal to the whole process group (Ctrl-C, systemd) must not end a render that the parent still waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
watchParent();
