import type { CommentedDocument } from '../../documents/comments.ts';
import { drawPngs } from '../docx/chart-png.ts';
import { drawLogoOfFile, drawPicturesOfFile } from '../logo/logo-apart.ts';
import { fitted as fittedIn, type Picture } from '../logo/picture.ts';
import { RenderError } from '../render-error.ts';
import { reportView } from '../view/report-view.ts';
import { mailContent } from './mail-content.ts';
import { cardPicture, mailHtml, type ShownMailPicture } from './mail-html.ts';
import type { MailOrder, MailPicture, RenderedMail } from './mail-order.ts';
import { mailText, mailWords } from './mail-words.ts';

const logoBounds = { width: 220, height: 48 };
const pixelsPerPoint = 4 / 3;
const cidDomain = 'report';

/**
 * The e-mail about a report. The same document and order always give the same. Draws by native code, so it belongs in a
 * process of its own. Throws RangeError for a locale, time zone or currency that Intl does not know.
 */
export async function renderMail(document: CommentedDocument, order: MailOrder): Promise<RenderedMail> {
  const view = reportView(narrowed(document, order));
  const content = mailContent(view);
  const words = mailWords(order, view);
  const pictures: MailPicture[] = [];
  const attach = (name: string, png: Uint8Array, size: { readonly width: number; readonly height: number }) => {
    const cid = `${name}@${cidDomain}`;
    pictures.push({ cid, filename: `${name}.png`, png });
    return { cid, width: Math.round(size.width), height: Math.round(size.height) } satisfies ShownMailPicture;
  };
  const logo = drawLogoOfFile(document.brand.logo);
  const [chart] = content.chart ? await drawPngs([content.chart.drawing], view.document.locale) : [];
  const cards = drawPicturesOfFile(
    content.gallery?.cards.map(({ picture }) => ({ as: 'card', uri: picture ?? '' })) ?? [],
  );
  const shown = {
    logo: logo ? { ...attach('logo', logo.png, fitted(logo)), light: logo.light } : null,
    chart: chart && content.chart ? attach('chart', chart, scaled(content.chart.drawing)) : null,
    cards: cards.map((card, index) => (card ? attach(`card${index + 1}`, card.png, withinCard(card)) : null)),
  };
  return {
    subject: words.subject,
    html: mailHtml(content, words, shown, view),
    text: mailText(content, words, view),
    pictures,
  };
}

/**
 * The report in the recipient's language, as far as it is not frozen in its own, with the named sections alone. Throws
 * RenderError where no section is called that, rather than to show others.
 */
function narrowed(document: CommentedDocument, { language, sections: names }: MailOrder): CommentedDocument {
  const told = language ? { ...document, locale: language } : document;
  if (!names) return told;
  const titles = reportView(document).sections.map(({ title }) => title?.toLowerCase());
  const wanted = names.map((name) => name.toLowerCase());
  const kept = document.sections.flatMap((section, index) =>
    wanted.includes(section.type) || wanted.includes(titles[index] ?? '') ? [index] : [],
  );
  if (kept.length === 0) throw new RenderError('failed', `The report has no section called ${names.join(' or ')}.`);
  const sections = kept.flatMap((index) => document.sections[index] ?? []);
  const own = new Set(sections.map((section) => ('connection_id' in section ? section.connection_id : null)));
  const comments = (document.comments ?? []).flatMap((comment) => {
    const at = kept.indexOf(comment.section - 1);
    return at < 0 ? [] : [{ ...comment, section: at + 1 }];
  });
  const warnings = document.warnings.filter(
    (warning) => warning.connection_id === null || own.has(warning.connection_id),
  );
  return { ...told, sections, comments, warnings };
}

function fitted({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, logoBounds.width / width, logoBounds.height / height);
  return { width: width * scale, height: height * scale };
}

function scaled({ width, height }: { readonly width: number; readonly height: number }) {
  return { width: width * pixelsPerPoint, height: height * pixelsPerPoint };
}

function withinCard({ png, ...size }: Picture) {
  return fittedIn({ png, ...scaled(size) }, cardPicture);
}
