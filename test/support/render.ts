import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { CommentedDocument } from '../../src/reporting/documents/comments.ts';
import type { RenderedArtifact } from '../../src/reporting/renderers/artifact.ts';
import type { ExportFormat } from '../../src/reporting/renderers/formats.ts';
import { prepare, render } from '../../src/reporting/renderers/process/render.ts';
import type { RenderReply } from '../../src/reporting/renderers/process/render-process.ts';

/** The file of a document, made in this process. */
export async function renderDocument(document: CommentedDocument, format: ExportFormat): Promise<RenderedArtifact> {
  return render(await prepare(document, format));
}

/** A document's PDF from an otherwise idle render process; its resident memory is in bytes. */
export async function renderIn(
  child: ChildProcess,
  document: CommentedDocument,
): Promise<Exclude<RenderReply, { ready: true }>> {
  child.send(await prepare(document, 'pdf'));
  for (;;) {
    const [reply] = (await once(child, 'message')) as [RenderReply];
    if (!('ready' in reply)) return reply;
  }
}
