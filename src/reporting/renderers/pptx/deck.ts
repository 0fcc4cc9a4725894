import type { Part } from '../office/package.ts';
import { Relationships } from '../office/relationships.ts';
import type { ReportView } from '../view/report-view.ts';
import type { ChartPart } from './charts/chart-part.ts';
import { chartWorkbook } from './charts/chart-workbook.ts';
import { type Layout, Slide } from './slide.ts';

const drawingml = 'application/vnd.openxmlformats-officedocument.drawingml';

/** The slides of a presentation, and the charts and pictures that they show. */
export class Deck {
  readonly slides: Slide[] = [];
  readonly #view: ReportView;
  readonly #parts: Part[] = [];
  readonly #media = new Set<string>();
  #charts = 0;

  constructor(view: ReportView) {
    this.#view = view;
  }

  slide(layout: Layout, title: string): Slide {
    const slide = new Slide(layout, title, this.#view);
    this.slides.push(slide);
    return slide;
  }

  /** Where a chart lies, for the slide that shows it; with its figures as a workbook, by which people edit it. */
  chart({ content, sheet }: ChartPart): string {
    this.#charts += 1;
    const [chart, book] = [`chart${this.#charts}.xml`, `figures${this.#charts}.xlsx`];
    const relationships = new Relationships();
    relationships.add('embedded', `../embeddings/${book}`);
    this.#parts.push(
      { path: `ppt/charts/${chart}`, contentType: `${drawingml}.chart+xml`, content },
      { path: `ppt/charts/_rels/${chart}.rels`, contentType: null, content: relationships.toXml() },
      { path: `ppt/embeddings/${book}`, contentType: null, content: chartWorkbook(sheet) },
    );
    return `../charts/${chart}`;
  }

  /** Where a picture lies; the same `name` is the same picture. */
  picture(name: string, png: Uint8Array): string {
    if (!this.#media.has(name)) {
      this.#media.add(name);
      this.#parts.push({ path: `ppt/media/${name}.png`, contentType: null, content: png });
    }
    return `../media/${name}.png`;
  }

  parts(): readonly Part[] {
    return this.#parts;
  }
}
