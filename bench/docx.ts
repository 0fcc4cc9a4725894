import type { RenderedArtifact } from '../src/reporting/renderers/artifact.ts';
import { wordFile } from '../src/reporting/renderers/docx/render-docx.ts';
import { reportView } from '../src/reporting/renderers/view/report-view.ts';
import { benchmarkReport, breakdown, reportDocument } from '../test/support/documents.ts';
import { renderDocument } from '../test/support/render.ts';
import { median } from './median.ts';

/** Medians of warm runs in one process, of the six-page report with 4 charts and two tables of 50 rows. */
export interface DocxFigures {
  readonly ms: number;
  /** Processor time of all threads: the pictures are drawn in parallel. */
  readonly processorMs: number;
  /** Processor time of the same report without pictures: the XML and the archive. */
  readonly withoutPicturesProcessorMs: number;
  readonly bytes: number;
  /** Processor time of a report with 5,000 rows, the maximum. */
  readonly fiveThousandRowsProcessorMs: number;
}

const rounds = 30;

async function medians(work: () => Promise<unknown>, times = rounds): Promise<{ ms: number; processorMs: number }> {
  const ms: number[] = [];
  const processorMs: number[] = [];
  for (let round = -5; round < times; round += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (round < 0) continue;
    ms.push(performance.now() - started);
    processorMs.push((user + system) / 1_000);
  }
  return { ms: median(ms), processorMs: median(processorMs) };
}

/** Measures Word rendering in this process; `pdf` measures it through the pool. */
export async function benchDocx(): Promise<DocxFigures> {
  const report = benchmarkReport();
  const view = reportView(report);
  const sections = view.sections.filter(({ type }) => type !== 'timeseries' && type !== 'kpis');
  const plain = { ...view, silhouette: null, sections };
  const rows = reportDocument({ sections: [breakdown('City', (index) => `Row ${index + 1}`, 5_000)] });
  const whole = await medians(() => renderDocument(report, 'doc'));
  const { bytes }: RenderedArtifact = await renderDocument(report, 'doc');
  return {
    ...whole,
    withoutPicturesProcessorMs: (await medians(() => wordFile(plain))).processorMs,
    bytes: bytes.length,
    fiveThousandRowsProcessorMs: (await medians(() => renderDocument(rows, 'doc'), 7)).processorMs,
  };
}

if (import.meta.main) console.table(await benchDocx());
