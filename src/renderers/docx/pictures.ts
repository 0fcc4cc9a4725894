import { ImageRun, Paragraph } from 'docx';
import { layoutBarChart } from '../charts/bar-chart.ts';
import { layoutLineChart } from '../charts/line-chart.ts';
import { type Drawing, drawPngs } from '../charts/png.ts';
import { barChartSvg, lineChartSvg } from '../charts/svg.ts';
import type { Logo } from '../logo.ts';
import type { ReportView } from '../report-view.ts';
import type { SectionView } from '../section-views.ts';

/** A chart with a PNG for word processors that do not know SVG. */
export interface Picture extends Drawing {
  readonly png: Buffer;
  readonly alternative: string;
}

const chartSize = { width: 481.9, height: 150 };
const pixelsPerPoint = 96 / 72;

/** The chart of each section, null for sections without one. */
export function sectionPictures(view: ReportView): (Picture | null)[] {
  const drawings = view.sections.map((section) => drawing(section, view));
  const pngs = drawPngs(
    drawings.filter((drawn) => drawn !== null),
    view.document.locale,
  );
  let used = 0;
  return drawings.map((drawn) => drawn && { ...drawn, png: pngs[used++] ?? Buffer.alloc(0) });
}

function drawing(section: SectionView, view: ReportView): Omit<Picture, 'png'> | null {
  if (section.type === 'timeseries') {
    const chart = layoutLineChart(section.data, view.document, chartSize);
    return { svg: lineChartSvg(chart, view.colors), ...chartSize, alternative: section.alternative };
  }
  if (section.type !== 'tables' || !section.bars) return null;
  const { rows, alternative } = section.bars;
  const chart = layoutBarChart(rows, chartSize.width);
  return { svg: barChartSvg(chart, view.colors), width: chart.width, height: chart.height, alternative };
}

export function chartParagraph(picture: Picture, id: number): Paragraph {
  const image = new ImageRun({
    type: 'svg',
    data: Buffer.from(picture.svg),
    fallback: { type: 'png', data: picture.png },
    transformation: {
      width: Math.round(picture.width * pixelsPerPoint),
      height: Math.round(picture.height * pixelsPerPoint),
    },
    altText: { id: String(id), name: `Chart ${id}`, description: picture.alternative },
  });
  return new Paragraph({ spacing: { before: 80, after: 160 }, children: [image] });
}

export function logoParagraph(logo: Logo, alternative: string, id: number): Paragraph {
  const scale = Math.min(180 / logo.width, 96 / logo.height);
  const image = new ImageRun({
    type: 'png',
    data: logo.png,
    transformation: { width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) },
    altText: { id: String(id), name: `Logo ${id}`, description: alternative },
  });
  return new Paragraph({ spacing: { before: 480 }, children: [image] });
}
