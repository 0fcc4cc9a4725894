import { layoutSparkLine } from '../charts/line-chart.ts';
import type { Logo } from '../logo/logo.ts';
import type { Picture } from '../logo/picture.ts';
import { wider } from '../office/measure.ts';
import { xml } from '../text/markup.ts';
import { lineCount, shortened } from '../text/wrapped-text.ts';
import type { MakerView } from '../view/brand-view.ts';
import type { ReportView } from '../view/report-view.ts';
import type { Deck } from './deck.ts';
import { areaPath } from './drawn-line.ts';
import { lineRatio, page, sizes, span, textHeight } from './frame.ts';
import { color, solid } from './paint.ts';
import { paragraph } from './text.ts';

/** The panel in the brand's colour, and what lies in it and below it, in points. */
const panel = 350;
const silhouette = 110;
const pictureWidth = 400;
const titleSizes = [40, 32, 26, 20, 16];
const titleRoom = 150;
const [stroke, strokeWidth] = [2.5, 56];
const logoRoom = { width: 170, height: 70, least: 24 };
const makerWidth = 220;
/** Of the contact: the largest in which the logo keeps most of its height. */
const contactSizes = [sizes.small, 9, sizes.tiny];
const enoughForLogo = 44;
const mostContact = 5;
const afterName = 2;
const logoGap = 10;
/** Above the edge of the slide. */
const foot = 16;
const factLines = 2;

/** The first slide: lead, title and period on a panel in the brand's colour; facts, logo and maker below. */
export function coverSlide(deck: Deck, view: ReportView, logo: Logo | undefined, picture: Picture | undefined): void {
  const { document, colors, lead, periods, brand } = view;
  const slide = deck.slide('cover', document.title);
  const ink = colors.onBrand;
  slide.surface('Panel', { x: 0, y: 0, width: page.width, height: panel }, solid(colors.brand, colors));
  if (picture) drawPicture(picture);
  else drawSilhouette();
  const width = picture ? page.width - pictureWidth - page.side - 24 : span;
  const fits = (size: number) => lineCount(document.title, size * wider, width, 'bold') * size * lineRatio <= titleRoom;
  const size = titleSizes.find(fits) ?? 16;
  const title = shortened(document.title, Math.floor(titleRoom / (size * lineRatio)), size * wider, width, 'bold');
  const text = (shown: string) => paragraph(shown, view, { size: sizes.lead, color: ink });
  slide.surface(
    'Line',
    { x: page.side, y: 56, width: strokeWidth, height: stroke },
    xml`<a:solidFill>${color(ink, colors)}</a:solidFill>`,
  );
  slide.text(
    'Title',
    { x: page.side, y: 108, width, height: titleRoom },
    paragraph(title, view, { size, bold: true, color: ink }),
    { placeholder: 'ctrTitle', anchor: 'ctr' },
  );
  if (lead !== null) {
    const shown = shortened(lead, 1, sizes.lead * wider, width);
    slide.text('Lead', { x: page.side, y: 72, width, height: 28 }, text(shown));
  }
  slide.text('Period', { x: page.side, y: 266, width, height: 28 }, text(periods.current), { placeholder: 'subTitle' });
  below();

  function drawPicture({ png, width: wide, height: high }: Picture): void {
    // What is left of its width at the panel's height.
    const shown = pictureWidth / panel / (wide / high);
    const box = { x: page.width - pictureWidth, y: 0, width: pictureWidth, height: panel };
    slide.picture('Picture', box, deck.picture('cover', png), '', Math.max(0, (1 - shown) / 2));
  }

  function drawSilhouette(): void {
    if (!view.silhouette) return;
    const course = layoutSparkLine(view.silhouette, page.width, silhouette);
    const box = { x: 0, y: panel - silhouette, width: page.width, height: silhouette };
    const faint = xml`<a:solidFill><a:srgbClr val="${ink.slice(1)}"><a:alpha val="16000"/></a:srgbClr></a:solidFill><a:ln><a:noFill/></a:ln>`;
    slide.drawing('Pattern', box, areaPath(course), faint, '');
  }

  /** Facts about the report, with the logo and who made it at the side. */
  function below(): void {
    const top = panel + 24;
    const { maker } = brand;
    const side = logo || maker ? makerWidth + 30 : 0;
    const columns = Math.max(1, view.facts.length);
    const factWidth = (span - side) / columns - 16;
    for (const [index, { label, value }] of view.facts.entries()) {
      const box = { x: page.side + index * (factWidth + 16), y: top, width: factWidth, height: 60 };
      const shown = shortened(value, factLines, sizes.body * wider, factWidth);
      slide.text('Fact', box, [
        paragraph(label, view, { size: sizes.small, color: colors.muted, after: 2 }),
        paragraph(shown, view, { size: sizes.body }),
      ]);
    }
    const x = page.side + span - makerWidth;
    const room = page.height - foot - top;
    const made = maker && makerText(maker, view, logo ? room - logoGap : room);
    let y = top;
    if (logo) {
      const most = Math.min(logoRoom.height, room - logoGap - (made?.height ?? 0));
      const scale = Math.min(logoRoom.width / logo.width, most / logo.height);
      const [width, height] = [logo.width * scale, logo.height * scale];
      const place = { x, y, width, height };
      if (logo.light)
        slide.surface(
          'Surface',
          { x: x - 6, y: y - 6, width: width + 12, height: height + 12 },
          solid(colors.brand, colors),
        );
      slide.picture('Logo', place, deck.picture('logo', logo.png), brand.logoAlternative);
      y += height + logoGap;
    }
    if (made) slide.text('Maker', { x, y, width: makerWidth, height: made.height }, made.paragraphs);
    if (brand.footer !== null) {
      const box = { x: page.side, y: page.height - 40, width: span - side, height: 24 };
      slide.text(
        'Foot',
        box,
        paragraph(shortened(brand.footer, 2, sizes.tiny * wider, span - side), view, {
          size: sizes.tiny,
          color: colors.muted,
        }),
      );
    }
  }
}

/** Who made the report, in `room` points together with the logo: a long contact in smaller type, and what it has no room for left out. */
function makerText({ label, name, contact }: MakerView, view: ReportView, room: number) {
  const named = name === null ? null : shortened(name, 1, sizes.table * wider, makerWidth, 'bold');
  const head = [
    paragraph(label, view, { size: sizes.small, color: view.colors.muted, after: afterName }),
    named !== null && paragraph(named, view, { size: sizes.table, bold: true, after: afterName }),
  ];
  const headHeight = (sizes.small + (named === null ? 0 : sizes.table)) * lineRatio + 2 * afterName;
  const lines = contact.slice(0, mostContact);
  const heightIn = (size: number, shown = lines) =>
    shown.reduce((sum, line) => sum + textHeight(line, size, makerWidth), headHeight);
  const size = contactSizes.find((each) => heightIn(each) <= room - enoughForLogo) ?? sizes.tiny;
  while (heightIn(size) > room - logoRoom.least) lines.pop();
  return {
    height: heightIn(size),
    paragraphs: [...head, ...lines.map((line) => paragraph(line, view, { size }))],
  };
}
