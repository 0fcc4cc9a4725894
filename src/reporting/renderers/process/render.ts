import type { CommentedDocument } from '../../documents/comments.ts';
import type { RenderedArtifact } from '../artifact.ts';
import type { ExportFormat } from '../formats.ts';
import type { PreparedPdf } from '../pdf/prepare-pdf.ts';
import { RenderError } from '../render-error.ts';

/** A request to a render process. */
export type RenderRequest =
  | { readonly format: 'pdf'; readonly prepared: PreparedPdf }
  | { readonly format: 'doc' | 'pptx'; readonly document: CommentedDocument };

/**
 * Does the work that needs no native code, while a render process starts: the texts and lengths of a PDF. Throws
 * RenderError of kind `failed`.
 */
export async function prepare(document: CommentedDocument, format: ExportFormat): Promise<RenderRequest> {
  if (format !== 'pdf') return { format, document };
  return asRenderError(async () => {
    const { preparePdf } = await import('../pdf/prepare-pdf.ts');
    return { format, prepared: preparePdf(document) };
  });
}

/**
 * Makes the bytes of a file. The same document always gives the same bytes. Blocks its thread for a tenth of a second
 * or more and runs native code, so it belongs in a render process. Throws RenderError of kind `failed`.
 */
export function render(request: RenderRequest): Promise<RenderedArtifact> {
  // Each renderer is loaded on first use, so that a process that only makes PDFs stays smaller.
  return asRenderError(async () => {
    switch (request.format) {
      case 'pdf':
        return (await import('../pdf/render-pdf.ts')).renderPdf(request.prepared);
      case 'doc':
        return (await import('../docx/render-docx.ts')).renderDocx(request.document);
      case 'pptx':
        return (await import('../pptx/render-pptx.ts')).renderPptx(request.document);
    }
  });
}

async function asRenderError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw new RenderError('failed', error instanceof Error ? error.message : String(error), { cause: error });
  }
}
