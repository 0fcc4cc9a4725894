import type { ReportDocument } from '../documents/model.ts';
import type { RenderedArtifact, RenderFormat } from './artifact.ts';

/**
 * Turns a report document into the bytes of a file. The same document always gives the same bytes.
 * Blocks its thread while it works (about 50 ms): call it through a RenderPool. Throws RenderError of kind `failed`.
 */
export async function render(document: ReportDocument, format: RenderFormat): Promise<RenderedArtifact> {
  if (format === 'pdf') {
    const { renderPdf } = await import('./pdf/render-pdf.ts');
    return renderPdf(document);
  }
  const { renderDocx } = await import('./docx/render-docx.ts');
  return renderDocx(document);
}
