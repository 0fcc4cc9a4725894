import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReportDocument } from '../src/documents/model.ts';
import type { RenderFormat } from '../src/renderers/artifact.ts';
import { RenderPool } from '../src/renderers/render-pool.ts';
import type { RenderReply } from '../src/renderers/render-process.ts';
import { benchmarkReport } from '../test/support/documents.ts';
import { median } from './median.ts';

/** Times in milliseconds, memory in MiB, of the six-page report with 4 charts and two tables of 50 rows. */
export interface PdfFigures {
  /** From no process to the first PDF. */
  readonly coldStartMs: number;
  /** Median of reports that all differ in every figure. */
  readonly pdfMs: number;
  /** Median of one report again and again: Typst remembers layouts, so this flatters. */
  readonly samePdfMs: number;
  readonly docxMs: number;
  readonly pdfsPerSecondTwoProcesses: number;
  readonly rssMiB: number;
}

const rounds = 40;
const options = { deadlineMs: 60_000 };

/** The benchmark report with every figure of its tables, charts and cards changed by `round`. */
function variant(round: number): ReportDocument {
  const factor = 1 + round / 97;
  const changed = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number' && key !== 'decimals' && key !== 'group_count') return value * factor;
    if (Array.isArray(value)) return value.map((item) => changed(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
  };
  const report = benchmarkReport({ title: `Report ${round}` });
  return { ...report, sections: changed(report.sections) as ReportDocument['sections'] };
}

async function medianMs(pool: RenderPool, format: RenderFormat, report: (round: number) => ReportDocument) {
  const times: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const document = report(round);
    const started = performance.now();
    await pool.render(document, format, options);
    if (round >= 0) times.push(performance.now() - started);
  }
  return median(times);
}

async function perSecond(size: number): Promise<number> {
  await using pool = new RenderPool({ size, queueLimit: 200 });
  const run = (first: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, round) => pool.render(variant(first + round), 'pdf', options)));
  await run(1_000, size * 5);
  const started = performance.now();
  await run(0, rounds * size);
  return (rounds * size * 1_000) / (performance.now() - started);
}

async function residentMiB(): Promise<number> {
  const processFile = fileURLToPath(new URL('../src/renderers/render-process.ts', import.meta.url));
  const child = fork(processFile, { execArgv: ['--max-semi-space-size=2'], serialization: 'advanced' });
  let rssBytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    child.send({ document: variant(round), format: 'pdf' });
    [{ rssBytes }] = (await once(child, 'message')) as [RenderReply];
  }
  child.disconnect();
  return rssBytes / 2 ** 20;
}

/** Measures PDF and Word rendering through the pool, as an export job does. */
export async function benchPdf(): Promise<PdfFigures> {
  await using pool = new RenderPool({ size: 1 });
  const started = performance.now();
  await pool.render(variant(0), 'pdf', options);
  const coldStartMs = performance.now() - started;
  const pdfMs = await medianMs(pool, 'pdf', variant);
  const samePdfMs = await medianMs(pool, 'pdf', () => benchmarkReport());
  const docxMs = await medianMs(pool, 'doc', variant);
  return {
    coldStartMs,
    pdfMs,
    samePdfMs,
    docxMs,
    pdfsPerSecondTwoProcesses: await perSecond(2),
    rssMiB: await residentMiB(),
  };
}

if (import.meta.main) console.table(await benchPdf());
