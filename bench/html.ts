import { gzipSync } from 'node:zlib';
import { viewerAssets } from '../src/reporting/renderers/html/assets.ts';
import { renderHtml } from '../src/reporting/renderers/html/render-html.ts';
import { benchmarkReport } from '../test/support/documents.ts';
import { median } from './median.ts';

/** Processor time in milliseconds, sizes in KiB, of the web page of the six-page report with 4 charts and two tables of 50 rows. */
export interface HtmlFigures {
  /** The first page of a process. */
  readonly firstMs: number;
  readonly htmlMs: number;
  readonly pageKiB: number;
  readonly zippedPageKiB: number;
  /** Stylesheet and script, which a browser loads once. */
  readonly zippedAssetsKiB: number;
}

const rounds = 200;
const page = { downloads: [], assets: '/assets', nonce: 'bm9uY2U=' };

/** Processor time, so that other work on the machine does not count. */
function milliseconds(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/** Measures the page, as a guest link asks for it. */
export function benchHtml(): HtmlFigures {
  const report = benchmarkReport();
  const render = () => renderHtml(report, page);
  const firstMs = milliseconds(render);
  for (let round = 0; round < 50; round += 1) render();
  const times = Array.from({ length: rounds }, () => milliseconds(render));
  const html = render();
  const zipped = [...viewerAssets.values()].reduce((sum, { body }) => sum + gzipSync(body).length, 0);
  return {
    firstMs,
    htmlMs: median(times),
    pageKiB: Buffer.byteLength(html) / 1024,
    zippedPageKiB: gzipSync(html).length / 1024,
    zippedAssetsKiB: zipped / 1024,
  };
}

if (import.meta.main) console.table(benchHtml());
