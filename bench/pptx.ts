import { benchmarkReport, breakdown, reportDocument } from '../test/support/documents.ts';
import { renderDocument } from '../test/support/render.ts';
import { median } from './median.ts';

/** Medians of warm runs in one process, in turns with Word, of the six-page report with 4 charts and two tables of 50 rows. */
export interface PptxFigures {
  /** Processor time of all threads, in milliseconds. */
  readonly processorMs: number;
  readonly wordProcessorMs: number;
  readonly bytes: number;
  readonly wordBytes: number;
  /** Of a report with 5,000 rows, the maximum. */
  readonly fiveThousandRowsProcessorMs: number;
  readonly fiveThousandRowsInWordProcessorMs: number;
}

const rounds = 30;
const formats = ['pptx', 'doc'] as const;

async function inTurns(report: ReturnType<typeof reportDocument>, times: number) {
  const taken = { pptx: [] as number[], doc: [] as number[] };
  const bytes = { pptx: 0, doc: 0 };
  for (let round = -5; round < times; round += 1) {
    for (const format of formats) {
      const before = process.cpuUsage();
      bytes[format] = (await renderDocument(report, format)).bytes.length;
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) taken[format].push((user + system) / 1_000);
    }
  }
  return { pptx: median(taken.pptx), doc: median(taken.doc), bytes };
}

/** Measures presentations beside Word files in this process. */
export async function benchPptx(): Promise<PptxFigures> {
  const usual = await inTurns(benchmarkReport(), rounds);
  const rows = reportDocument({ sections: [breakdown('City', (index) => `Row ${index + 1}`, 5_000)] });
  const long = await inTurns(rows, 7);
  return {
    processorMs: usual.pptx,
    wordProcessorMs: usual.doc,
    bytes: usual.bytes.pptx,
    wordBytes: usual.bytes.doc,
    fiveThousandRowsProcessorMs: long.pptx,
    fiveThousandRowsInWordProcessorMs: long.doc,
  };
}

if (import.meta.main) console.table(await benchPptx());
