import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundle } from '../scripts/packing/bundle.ts';
import type { ReportDocument } from '../src/reporting/documents/model.ts';
import type { ExportFormat } from '../src/reporting/renderers/formats.ts';
import { RenderPool, renderProcess } from '../src/reporting/renderers/process/render-pool.ts';
import { benchmarkReport } from '../test/support/documents.ts';
import { renderIn } from '../test/support/render.ts';
import { fullReport } from './full-report.ts';
import { median } from './median.ts';
import { variant } from './variant.ts';

/** Milliseconds and MiB for the six-page report with 8 key figures, 4 charts of 90 days and two tables of 50 rows. */
export interface PdfFigures {
  /** From no render process to the first PDF; the code cache is warm, as after the first start of an installation. */
  readonly coldStartMs: number;
  /** The same in a fresh thread, as for an export that is the first job after a start. */
  readonly newThreadStartMs: number;
  /** The first PDF of a process started in advance, as for an export during the preceding generation. */
  readonly waitingStartMs: number;
  /** Median of reports that all differ in every figure. */
  readonly pdfMs: number;
  /** The processor time of the same, over all threads, which does not depend on other load. */
  readonly pdfCpuMs: number;
  /** The processor time of a report as long with goals, channels and six charts. */
  readonly fullPdfCpuMs: number;
  /** Median of the same report repeatedly: Typst caches layouts, so this flatters. */
  readonly samePdfMs: number;
  readonly docxMs: number;
  readonly pdfsPerSecondTwoProcesses: number;
  readonly samePdfsPerSecondTwoProcesses: number;
  /** The resident memory of a process after a quarter and after all of its documents. */
  readonly rssMiB: number;
  readonly rssAtEndMiB: number;
}

const rounds = 40;
/** More than a process needs to warm up. */
const readyMs = 1_000;
const options = { deadlineMs: 60_000 };

async function medianMs(pool: RenderPool, format: ExportFormat, report: (round: number) => ReportDocument) {
  const times: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const document = report(round);
    const started = performance.now();
    await pool.render(document, format, options);
    if (round >= 0) times.push(performance.now() - started);
  }
  return median(times);
}

async function perSecond(size: number, report: (round: number) => ReportDocument): Promise<number> {
  await using pool = new RenderPool({ size, queueLimit: 200 });
  const run = (first: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, round) => pool.render(report(first + round), 'pdf', options)));
  await run(1_000, size * 5);
  const started = performance.now();
  await run(0, rounds * size);
  return (rounds * size * 1_000) / (performance.now() - started);
}

function startProcess(codeCache?: string): ChildProcess {
  return fork(renderProcess.file, { ...renderProcess.options(codeCache), stdio: 'inherit' });
}

/** The processor time of a process so far in milliseconds, over all its threads; NaN where the system has no /proc. */
async function cpuMs({ pid }: ChildProcess): Promise<number> {
  try {
    const threads = await readdir(`/proc/${pid}/task`);
    const stats = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
    return (await Promise.all(stats)).reduce((sum, stat) => sum + Number(stat.split(' ')[0]) / 1e6, 0);
  } catch {
    return Number.NaN;
  }
}

async function firstDocuments(): Promise<Pick<PdfFigures, 'coldStartMs' | 'newThreadStartMs' | 'waitingStartMs'>> {
  const codeCache = await mkdtemp(join(tmpdir(), 'code-cache-'));
  const { RenderPool, folder } = await bundledPool();
  const firstMs = (round: number, waitMs = 0) => firstDocumentMs(new RenderPool({ size: 1, codeCache }), round, waitMs);
  const times = { coldStartMs: [] as number[], newThreadStartMs: [] as number[], waitingStartMs: [] as number[] };
  await firstMs(0);
  for (let round = 1; round < 10; round += 1) {
    times.coldStartMs.push(await firstMs(round));
    times.newThreadStartMs.push(await newThreadMs(folder, codeCache, round));
    times.waitingStartMs.push(await firstMs(round, readyMs));
  }
  await Promise.all([codeCache, folder].map((path) => rm(path, { recursive: true })));
  const { coldStartMs, newThreadStartMs, waitingStartMs } = times;
  return {
    coldStartMs: median(coldStartMs),
    newThreadStartMs: median(newThreadStartMs),
    waitingStartMs: median(waitingStartMs),
  };
}

/** The pool from a bundle, as an installed service has it, in a folder for `first-pdf.ts`, too. */
async function bundledPool(): Promise<{ RenderPool: typeof RenderPool; folder: string }> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = await mkdtemp(join(root, 'node_modules/.cache/bench-'));
  await bundle(root, 'src/reporting/renderers/process/render-pool.ts', folder, (file) => file);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return { ...(await import(join(folder, 'main.js'))), folder };
}

/** The time of the first PDF of a pool, whose process may wait before. */
async function firstDocumentMs(made: RenderPool, round: number, waitMs: number): Promise<number> {
  await using pool = made;
  if (waitMs > 0) {
    pool.warm();
    await delay(waitMs);
  }
  const document = variant(round);
  const started = performance.now();
  await pool.render(document, 'pdf', options);
  return performance.now() - started;
}

async function newThreadMs(folder: string, codeCache: string, round: number): Promise<number> {
  const thread = new Worker(new URL('./first-pdf.ts', import.meta.url), {
    workerData: { folder, codeCache, document: variant(round) },
  });
  const [[tookMs]] = await Promise.all([once(thread, 'message'), once(thread, 'exit')]);
  return tookMs;
}

/** One process over many different documents. */
async function endurance(documents: number): Promise<Pick<PdfFigures, 'pdfCpuMs' | 'rssMiB' | 'rssAtEndMiB'>> {
  const child = startProcess();
  const warmUp = Math.floor(documents / 4);
  let before = 0;
  let rssMiB = 0;
  let rssAtEndMiB = 0;
  for (let round = 0; round < documents; round += 1) {
    if (round === warmUp) before = await cpuMs(child);
    const { rssBytes } = await renderIn(child, variant(round));
    rssAtEndMiB = rssBytes / 2 ** 20;
    if (round <= warmUp) rssMiB = rssAtEndMiB;
  }
  const pdfCpuMs = ((await cpuMs(child)) - before) / (documents - warmUp);
  child.disconnect();
  return { pdfCpuMs, rssMiB, rssAtEndMiB };
}

/** Of documents that all differ. */
async function fullCpuMs(): Promise<number> {
  const child = startProcess();
  let spent = 0;
  for (let round = -10; round < rounds; round += 1) {
    const before = await cpuMs(child);
    await renderIn(child, variant(round, fullReport));
    if (round >= 0) spent += (await cpuMs(child)) - before;
  }
  child.disconnect();
  return spent / rounds;
}

/** Measures PDF and Word rendering through the pool, as an export job does; `long` keeps a process for 1,000 documents. */
export async function benchPdf({ long = false } = {}): Promise<PdfFigures> {
  await using pool = new RenderPool({ size: 1 });
  return {
    ...(await firstDocuments()),
    pdfMs: await medianMs(pool, 'pdf', variant),
    samePdfMs: await medianMs(pool, 'pdf', () => benchmarkReport()),
    docxMs: await medianMs(pool, 'doc', variant),
    pdfsPerSecondTwoProcesses: await perSecond(2, variant),
    samePdfsPerSecondTwoProcesses: await perSecond(2, () => benchmarkReport()),
    ...(await endurance(long ? 1_000 : 100)),
    fullPdfCpuMs: await fullCpuMs(),
  };
}

if (import.meta.main) console.table(await benchPdf({ long: process.argv.includes('--long') }));
