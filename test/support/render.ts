import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ReportDocument } from '../../src/documents/model.ts';
import type { RenderedArtifact, RenderFormat } from '../../src/renderers/artifact.ts';
import { prepare, render } from '../../src/renderers/render.ts';
import type { RenderReply } from '../../src/renderers/render-process.ts';

/** The file of a document, made in this process. */
export async function renderDocument(document: ReportDocument, format: RenderFormat): Promise<RenderedArtifact> {
  return render(await prepare(document, format));
}

/** What a render process, which has nothing else to do, makes of a document's PDF; its resident memory is in bytes. */
export async function renderIn(
  child: ChildProcess,
  document: ReportDocument,
): Promise<Exclude<RenderReply, { ready: true }>> {
  child.send(await prepare(document, 'pdf'));
  for (;;) {
    const [reply] = (await once(child, 'message')) as [RenderReply];
    if (!('ready' in reply)) return reply;
  }
}
