import type { ReportDocument } from '../documents/model.ts';
import type { RenderedArtifact, RenderFormat } from './artifact.ts';
import { RenderError } from './render-error.ts';

/**
 * Turns a report document into the bytes of a file. The same document always gives the same bytes.
 * Blocks its thread while it works (a tenth of a second and more): call it through a RenderPool. Throws RenderError of kind `failed`.
 */
export async function render(document: ReportDocument, format: RenderFormat): Promise<RenderedArtifact> {
  try {
    // Each renderer is loaded when it is first needed: a process that only makes PDF stays smaller.
    if (format === 'pdf') return await (await import('./pdf/render-pdf.ts')).renderPdf(document);
    return await (await import('./docx/render-docx.ts')).renderDocx(document);
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw new RenderError('failed', error instanceof Error ? error.message : String(error), { cause: error });
  }
}
