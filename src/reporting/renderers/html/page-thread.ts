import { parentPort } from 'node:worker_threads';
import type { Comment } from '../../documents/comments.ts';
import type { ReportDocument } from '../../documents/model.ts';
import { drawCoverApart, drawLogoApart, drawPicturesApart } from '../logo/logo-apart.ts';
import { renderHtml, type ViewerPage } from './render-html.ts';
import { reportFront } from './report-front.ts';

/** Asks for the page of a report, or for its front as JSON. */
export type PageRequest = {
  /** A report document as JSON in UTF-8. */
  readonly document: Uint8Array;
  /** None if absent. */
  readonly comments?: readonly Comment[];
} & ({ readonly page: ViewerPage } | { readonly front: true });

/** One answer for each request. */
export type PageReply = { readonly html: string } | { readonly failure: string };

function answer({ document, comments = [], ...asked }: PageRequest): PageReply {
  try {
    const parsed: ReportDocument = JSON.parse(new TextDecoder().decode(document));
    if ('front' in asked) return { html: JSON.stringify(reportFront(parsed, drawLogoApart)) };
    // A native panic in a thread would end the whole service.
    const draw = { logo: drawLogoApart, cover: drawCoverApart };
    return { html: renderHtml({ ...parsed, comments }, asked.page, draw, drawPicturesApart) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: PageRequest) => parentPort?.postMessage(answer(request)));
