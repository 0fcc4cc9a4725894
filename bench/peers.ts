import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { chromium } from 'playwright-core';
import type { ReportDocument } from '../src/reporting/documents/model.ts';
import { viewerAssets } from '../src/reporting/renderers/html/assets.ts';
import { renderHtml } from '../src/reporting/renderers/html/render-html.ts';
import { RenderPool } from '../src/reporting/renderers/process/render-pool.ts';
import { median } from './median.ts';
import { variant } from './variant.ts';

const rounds = 15;
const executablePath = '/usr/bin/chromium';
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** One way to make a PDF; all get the same report with the same charts, alternating. */
interface Peer {
  readonly name: string;
  toPdf(document: ReportDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Our web page of the report with its stylesheet in it, so that nothing has to be fetched. */
function pageOf(document: ReportDocument): string {
  const page = renderHtml(document, { downloads: [], assets: '/', nonce: 'bench' });
  const [style] = viewerAssets.values();
  return page
    .replace(/<script src=[^>]*><\/script>/, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style?.body.toString('utf8')}</style>`);
}

async function ourselves(): Promise<Peer> {
  const pool = new RenderPool({ size: 1 });
  return {
    name: 'report-service',
    toPdf: async (document) => (await pool.render(document, 'pdf', { deadlineMs: 60_000 })).bytes,
    close: () => pool.close(),
  };
}

/** The fastest way to use a browser: one page that is reused. */
async function warmChromium(): Promise<Peer> {
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage();
  return {
    name: 'Chromium, one page kept',
    async toPdf(document) {
      await page.setContent(pageOf(document));
      return page.pdf({ format: 'A4', printBackground: true, tagged: true });
    },
    close: () => browser.close(),
  };
}

/** The part of jsreport that is used here. */
interface JsReport {
  use(extension: unknown): void;
  init(): Promise<unknown>;
  render(request: unknown): Promise<{ content: Uint8Array }>;
  close(): Promise<void>;
}

/** jsreport with a pool of one reused browser. */
async function jsreport(): Promise<Peer> {
  const require = createRequire(new URL('./peers/package.json', import.meta.url));
  const create: (options: unknown) => JsReport = require('@jsreport/jsreport-core');
  const chromePdf: () => unknown = require('@jsreport/jsreport-chrome-pdf');
  const server = create({
    rootDirectory: tmpdir(),
    loadConfig: false,
    discover: false,
    useExtensionsLocationCache: false,
    store: { provider: 'memory' },
    logger: { silent: true },
    workers: { numberOfWorkers: 1 },
    reportTimeout: 60_000,
    extensions: {
      'chrome-pdf': { launchOptions: { executablePath, args }, strategy: 'chrome-pool', numberOfWorkers: 1 },
    },
  });
  server.use(chromePdf());
  await server.init();
  const template = { engine: 'none', recipe: 'chrome-pdf', chrome: { format: 'A4', printBackground: true } };
  return {
    name: 'jsreport chrome-pdf',
    async toPdf(document) {
      return (await server.render({ template: { ...template, content: pageOf(document) } })).content;
    },
    close: () => server.close(),
  };
}

/** Why the peers cannot be measured here; null when they can. */
function obstacle(): string | null {
  if (!existsSync(executablePath)) return `${executablePath} is missing: install chromium`;
  if (!existsSync(new URL('./peers/node_modules', import.meta.url))) return 'run "npm ci" in bench/peers';
  return null;
}

/** Medians in milliseconds of reports that differ in every figure, and how many times as long as ours each takes. */
export async function benchPeers(): Promise<object> {
  const missing = obstacle();
  if (missing !== null) return { 'not measured': missing };
  const peers = [await ourselves(), await warmChromium(), await jsreport()];
  const times = new Map(peers.map(({ name }) => [name, [] as number[]]));
  try {
    for (let round = -3; round < rounds; round += 1) {
      for (const { name, toPdf } of peers) {
        const document = variant(round);
        const started = performance.now();
        const bytes = await toPdf(document);
        if (Buffer.from(bytes.subarray(0, 5)).toString() !== '%PDF-') throw new Error(`${name} made no PDF`);
        if (round >= 0) times.get(name)?.push(performance.now() - started);
      }
    }
  } finally {
    for (const peer of peers) await peer.close();
  }
  const ours = median(times.get('report-service') ?? []);
  return Object.fromEntries(
    [...times].map(([name, all]) => [name, { medianMs: median(all), timesOurs: median(all) / ours }]),
  );
}
