import type { Direction } from '../../documents/direction.ts';
import { directionOf, isolate } from '../office/text-runs.ts';
import { emus } from '../office/units.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import { lineRatio, sizes } from './frame.ts';
import { solid } from './paint.ts';

/** How a run is set. Sizes in points, colours as `#rrggbb`; `link` is the id of a relationship. */
export interface RunFormat {
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: string;
  readonly font?: string;
  readonly link?: string;
}

/** How a paragraph is set, in points. */
export interface ParagraphFormat {
  readonly before?: number;
  readonly after?: number;
  /** The size of its type, which decides the height of its lines. */
  readonly size?: number;
  /** The side of the page's lines that it is at. */
  readonly at?: 'start' | 'center' | 'end';
  /** Indents the paragraph, and its first line back by `hanging`. */
  readonly indent?: number;
  readonly hanging?: number;
  readonly bullet?: string | { readonly from: number };
}

const eastAsian = /^(ja|ko|zh)\b/;
const mostLanguages = 100;

const languages = new Map<string, Markup>();

/** The language of a run, by which programs check its spelling and read it aloud. */
export function languageOf({ document: { locale } }: Pick<ReportView, 'document'>): Markup {
  return languages.getOrInsertComputed(locale, () => {
    if (languages.size > mostLanguages) languages.clear();
    const { baseName } = new Intl.Locale(locale);
    return xml` lang="${baseName}"${eastAsian.test(baseName) && xml` altLang="en-US"`}`;
  });
}

/** `a:rPr`, or another element of its kind. */
export function runProperties(format: RunFormat, view: ReportView, element: 'rPr' | 'endParaRPr' = 'rPr'): Markup {
  const { size = sizes.body, bold, italic, color, font, link } = format;
  const attributes = [bold && xml` b="1"`, italic && xml` i="1"`];
  return xml`<a:${element}${languageOf(view)} sz="${Math.round(size * 100)}"${attributes} dirty="0">${color && solid(color, view.colors)}${font && xml`<a:latin typeface="${font}"/><a:cs typeface="${font}"/>`}${link && xml`<a:hlinkClick r:id="${link}"/>`}</a:${element}>`;
}

/** A text in one format; line feeds become breaks. Names in isolates are separate runs, as in Word files. */
export function run(text: string, view: ReportView, format: RunFormat = {}): Markup {
  const properties = runProperties(format, view);
  const parts = text.split(isolate).filter((part) => part !== '');
  return xml`${parts.map((part) =>
    part
      .replaceAll('\t', ' ')
      .split('\n')
      .map((line, index) => [
        index > 0 && xml`<a:br>${properties}</a:br>`,
        line !== '' && xml`<a:r>${properties}<a:t>${line}</a:t></a:r>`,
      ]),
  )}`;
}

/** A paragraph of runs in their direction, at a side of the page's lines. */
export function paragraphOf(runs: Value, direction: Direction, view: ReportView, format: ParagraphFormat = {}): Markup {
  const { before = 0, after = 0, size = sizes.body, at = 'start', indent = 0, hanging = 0, bullet } = format;
  const isLeft = (at === 'start') === (view.direction === 'ltr');
  const align = at === 'center' ? 'ctr' : isLeft ? 'l' : 'r';
  const side = direction === 'rtl' ? 'marR' : 'marL';
  const margins = indent > 0 && xml` ${side}="${emus(indent)}"${hanging > 0 && xml` indent="${-emus(hanging)}"`}`;
  const distance = (element: string, points: number) =>
    xml`<a:${element}><a:spcPts val="${Math.round(points * 100)}"/></a:${element}>`;
  return xml`<a:p><a:pPr${margins || xml` marL="0" indent="0"`} algn="${align}"${direction === 'rtl' && xml` rtl="1"`}>${distance('lnSpc', size * lineRatio)}${distance('spcBef', before)}${distance('spcAft', after)}${marker(bullet)}</a:pPr>${runs}</a:p>`;
}

function marker(bullet: ParagraphFormat['bullet']): Markup {
  if (bullet === undefined) return xml`<a:buNone/>`;
  if (typeof bullet === 'string') return xml`<a:buFont typeface="Arial"/><a:buChar char="${bullet}"/>`;
  const from = bullet.from > 1 && bullet.from <= 32_767 && xml` startAt="${bullet.from}"`;
  return xml`<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"${from}/>`;
}

/** A paragraph of one text. */
export function paragraph(text: string, view: ReportView, format: ParagraphFormat & RunFormat = {}): Markup {
  return paragraphOf(run(text, view, format), directionOf(text, view.direction), view, format);
}

/** An empty line. */
export function emptyParagraph(view: ReportView, size: number): Markup {
  return xml`<a:p><a:pPr marL="0" indent="0"><a:buNone/></a:pPr>${runProperties({ size }, view, 'endParaRPr')}</a:p>`;
}
