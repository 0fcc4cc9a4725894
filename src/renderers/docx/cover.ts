import {
  type FileChild,
  HeightRule,
  Paragraph,
  ShadingType,
  Table,
  TableBorders,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalAlign,
  WidthType,
} from 'docx';
import { isRightToLeft } from '../clean-text.ts';
import { logoParagraph } from './pictures.ts';
import type { Making } from './sections.ts';
import { pageWidth } from './tables.ts';
import { paragraph, runs } from './text.ts';

const panelHeight = 8_200;

/** The cover: client and title on a panel in the brand's colour, the periods below, the logo last. */
export function coverBlocks({ view, ids }: Making): FileChild[] {
  const { document, client, logo, facts, colors } = view;
  const white = { color: 'FFFFFF' };
  const titleSize = document.title.length <= 40 ? 72 : document.title.length <= 90 ? 52 : 38;
  const title = new Paragraph({
    style: 'Title',
    bidirectional: isRightToLeft(document.title),
    children: runs(document.title, { ...white, size: titleSize }),
  });
  const panel = new TableCell({
    width: { size: pageWidth, type: WidthType.DXA },
    shading: { type: ShadingType.CLEAR, fill: colors.accent.slice(1) },
    verticalAlign: VerticalAlign.BOTTOM,
    margins: { left: 500, right: 500, top: 500, bottom: 700 },
    children: [...(client === null ? [] : [paragraph(client, {}, { ...white, size: 26 })]), title],
  });
  return [
    new Table({
      layout: TableLayoutType.FIXED,
      width: { size: pageWidth, type: WidthType.DXA },
      columnWidths: [pageWidth],
      borders: TableBorders.NONE,
      rows: [new TableRow({ height: { value: panelHeight, rule: HeightRule.ATLEAST }, children: [panel] })],
    }),
    new Paragraph({ style: 'Gap' }),
    ...facts.map(({ label, value }) => {
      const children = [...runs(label + view.labels.colon, { color: colors.muted.slice(1) }), ...runs(value)];
      return new Paragraph({ spacing: { after: 80 }, children });
    }),
    ...(logo ? [logoParagraph(logo, view.labels.logo(client ?? document.project_name), ids.next())] : []),
  ];
}
