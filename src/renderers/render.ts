import type { ReportDocument } from '../documents/model.ts';
import type { RenderedArtifact, RenderFormat } from './artifact.ts';
import type { PreparedPdf } from './pdf/prepare-pdf.ts';
import { RenderError } from './render-error.ts';

/** What a render process is asked for. */
export type RenderRequest =
  | { readonly format: 'pdf'; readonly prepared: PreparedPdf }
  | { readonly format: 'doc'; readonly document: ReportDocument };

/**
 * Does what needs no native code and is done while a render process starts: the texts and lengths of a PDF. Throws
 * RenderError of kind `failed`.
 */
export async function prepare(document: ReportDocument, format: RenderFormat): Promise<RenderRequest> {
  if (format === 'doc') return { format, document };
  return asRenderError(async () => {
    const { preparePdf } = await import('./pdf/prepare-pdf.ts');
    return { format, prepared: preparePdf(document) };
  });
}

/**
 * Makes the bytes of a file. The same document always gives the same bytes. Blocks its thread while it works (a tenth of a
 * second and more) and runs native code: a matter for a render process. Throws RenderError of kind `failed`.
 */
export function render(request: RenderRequest): Promise<RenderedArtifact> {
  // Each renderer is loaded when it is first needed: a process that only makes PDF stays smaller.
  return asRenderError(async () =>
    request.format === 'pdf'
      ? (await import('./pdf/render-pdf.ts')).renderPdf(request.prepared)
      : (await import('./docx/render-docx.ts')).renderDocx(request.document),
  );
}

async function asRenderError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw new RenderError('failed', error instanceof Error ? error.message : String(error), { cause: error });
  }
}
