import type { ReportDocument } from '../../reporting/documents/model.ts';
import { renderHtml } from '../../reporting/renderers/html/render-html.ts';
import { drawCoverApart, drawLogoApart, drawPicturesApart } from '../../reporting/renderers/logo/logo-apart.ts';
import type { Picture, SectionPicture } from '../../reporting/renderers/logo/picture.ts';
import { makeSecret } from '../accounts/secrets.ts';
import type { Asking, Open } from '../generation-jobs/ask-connections.ts';
import { type Draft, type GenerationContext, makeDocument } from '../generation-jobs/make-document.ts';
import type { DraftDocument, PreviewPage } from './protocol.ts';

/** Where the viewer's files are, from a page below `/manage/v1/previews`. */
const assets = '../../../shared/assets';
const mostPictures = 50;
const drawBrand = { logo: drawLogoApart, cover: drawCoverApart };
const encoder = new TextEncoder();

/** The page of a draft, as guests would see its report. Rejects as `makeDocument` does. */
export async function makePreview(
  context: GenerationContext,
  draft: Draft,
  run: Asking,
  open: Open,
): Promise<PreviewPage> {
  const { document } = await makeDocument(context, draft, run, open);
  // As it would be read from the store.
  const stored: ReportDocument = JSON.parse(JSON.stringify(document));
  const nonce = makeSecret();
  // A native panic in a thread would end the whole service.
  const html = renderHtml(stored, { downloads: [], assets, nonce }, drawBrand, drawPicturesOnce);
  return { html: encoder.encode(html), nonce };
}

/** The document of a draft as it would be stored. Rejects as `makeDocument` does. */
export async function makeStored(
  context: GenerationContext,
  draft: Draft,
  run: Asking,
  open: Open,
): Promise<DraftDocument> {
  const { document } = await makeDocument(context, draft, run, open);
  const [oldest = document.created_at] = document.sources.map(({ fetched_at }) => fetched_at).sort();
  return { bytes: encoder.encode(JSON.stringify(document)), asOf: oldest };
}

/** The last pictures drawn: each takes a process, and those of a layout stay while it is edited. */
const drawn = new Map<string, Picture | undefined>();

function drawPicturesOnce(pictures: readonly SectionPicture[]): (Picture | undefined)[] {
  const unknown = pictures.filter(({ uri }) => !drawn.has(uri));
  const fresh = drawPicturesApart(unknown);
  for (const [index, { uri }] of unknown.entries()) drawn.set(uri, fresh[index]);
  const shown = new Map(pictures.map(({ uri }) => [uri, drawn.get(uri)]));
  for (const [oldest] of drawn) {
    if (drawn.size <= mostPictures) break;
    if (!shown.has(oldest)) drawn.delete(oldest);
  }
  return [...shown.values()];
}
