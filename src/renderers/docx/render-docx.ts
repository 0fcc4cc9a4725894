import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  Header,
  InternalHyperlink,
  type ISectionOptions,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx';
import type { ReportDocument } from '../../documents/model.ts';
import type { RenderedArtifact } from '../artifact.ts';
import { type ReportView, reportView } from '../report-view.ts';
import { coverBlocks } from './cover.ts';
import { type Lists, numbering } from './markdown-blocks.ts';
import { coreProperties, stampEntries } from './package.ts';
import { sectionPictures } from './pictures.ts';
import { type Making, sectionBlocks } from './sections.ts';
import { documentStyles } from './styles.ts';
import { dataTable } from './tables.ts';
import { anchoredHeading, paragraph, runs, startIds } from './text.ts';

const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const margin = { top: 1300, bottom: 1200, left: 1134, right: 1134, header: 620, footer: 560 };
const size = { width: 11906, height: 16838 };

/** A .docx with real headings, tables and pictures, showing the same texts as the PDF. */
export async function renderDocx(document: ReportDocument): Promise<RenderedArtifact> {
  const view = reportView(document);
  const lists: Lists = { starts: new Set(), instances: 0 };
  const making: Making = { view, ids: startIds(), lists };
  const pictures = sectionPictures(view);
  const cover = coverBlocks(making);
  const body = [
    ...contents(view),
    ...view.sections.flatMap((section, index) =>
      sectionBlocks(section, pictures[index] ?? null, `section${index}`, making),
    ),
  ];
  const closing = [...sources(making), ...warnings(making)];
  const file = new Document({
    title: view.document.title,
    styles: documentStyles(view),
    numbering: numbering(lists),
    sections: [
      { properties: { page: { margin, size } }, children: cover },
      { ...frame(view), properties: { page: { margin, size } }, children: [...body, ...closing] },
    ],
  });
  const bytes = await Packer.toBuffer(file, false, [{ path: 'docProps/core.xml', data: coreProperties(view) }]);
  stampEntries(bytes, view.createdAt);
  return { bytes, contentType, warnings: view.faults };
}

/** Header and footer of all pages but the cover. */
function frame({ document, labels, client }: ReportView): Pick<ISectionOptions, 'headers' | 'footers'> {
  const [before = '', between = '', after = ''] = labels.page('\0', '\0').split('\0');
  const number = new TextRun({ children: [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after] });
  const head = `${document.title} · ${client ?? document.project_name}`;
  return {
    headers: { default: new Header({ children: [paragraph(head, { style: 'Source' })] }) },
    footers: {
      default: new Footer({
        children: [new Paragraph({ style: 'Source', alignment: AlignmentType.END, children: [number] })],
      }),
    },
  };
}

/** Links to the sections. Page numbers would be blank until someone updates the fields, so there are none. */
function contents(view: ReportView): FileChild[] {
  const entries = view.sections.flatMap(({ title }, index) =>
    title === null ? [] : [{ title, anchor: `section${index}` }],
  );
  if (view.sources) entries.push({ title: view.labels.dataSources, anchor: 'sources' });
  if (view.warnings.length > 0) entries.push({ title: view.labels.notes, anchor: 'notes' });
  const color = view.colors.accent.slice(1);
  const links = entries.map(({ title, anchor }) => {
    const link = new InternalHyperlink({ anchor, children: runs(title, { color }) });
    return new Paragraph({ spacing: { after: 60 }, children: [link] });
  });
  return [paragraph(view.labels.contents, { style: 'ContentsTitle' }), ...links];
}

function sources({ view, ids }: Making): FileChild[] {
  if (!view.sources) return [];
  const gap = new Paragraph({ style: 'Gap' });
  return [anchoredHeading(view.labels.dataSources, 'sources', ids.next()), dataTable(view.sources, view.colors), gap];
}

function warnings({ view, ids }: Making): FileChild[] {
  if (view.warnings.length === 0) return [];
  const list = { reference: 'bullets', level: 0 };
  const items = view.warnings.map((text) => paragraph(text, { numbering: list }));
  return [anchoredHeading(view.labels.notes, 'notes', ids.next()), ...items];
}
