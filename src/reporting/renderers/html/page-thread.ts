import { parentPort } from 'node:worker_threads';
import type { Comment } from '../../documents/comments.ts';
import type { ReportDocument } from '../../documents/model.ts';
import { type FigureFormat, writeFigures } from '../figures/formats.ts';
import { reportFigures } from '../figures/report-figures.ts';
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

/** The same for a file with the figures of a document. */
export interface FiguresRequest {
  readonly document: Uint8Array;
  readonly figures: FigureFormat;
}

/** One answer for each request. */
export type PageReply = { readonly html: string } | { readonly bytes: Uint8Array } | { readonly failure: string };

function answer(request: PageRequest | FiguresRequest): PageReply {
  try {
    const document: ReportDocument = JSON.parse(new TextDecoder().decode(request.document));
    if ('figures' in request) {
      return { bytes: Buffer.concat([...writeFigures(reportFigures(document), request.figures)]) };
    }
    if ('front' in request) return { html: JSON.stringify(reportFront(document, drawLogoApart)) };
    const { comments = [], page } = request;
    // A native panic in a thread would end the whole service.
    const draw = { logo: drawLogoApart, cover: drawCoverApart };
    return { html: renderHtml({ ...document, comments }, page, draw, drawPicturesApart) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: PageRequest | FiguresRequest) => parentPort?.postMessage(answer(request)));
