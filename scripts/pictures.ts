import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { renderDocument } from '../test/support/render.ts';
import { buildSample } from '../test/support/samples.ts';
import { startViewerServer } from '../test/support/viewer-server.ts';

/** Makes the pictures of the README from the sample reports: pages of a PDF side by side, and a report as a web page. */

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const browserFile = '/usr/bin/chromium';
const shownPages = [1, 2, 3, 4];

const missing = [
  ...(spawnSync('pdftoppm', ['-v']).error ? ['pdftoppm (poppler-utils)'] : []),
  ...(existsSync(browserFile) ? [] : [`${browserFile} (chromium)`]),
];
if (missing.length > 0) {
  console.error(`The pictures need ${missing.join(' and ')}.`);
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: browserFile, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await drawPages(browser);
  await drawWebPage(browser);
} finally {
  await browser.close();
}

async function drawPages(browser: Browser): Promise<void> {
  const { bytes } = await renderDocument(await buildSample('flights'), 'pdf');
  const page = await browser.newPage({ viewport: { width: 1200, height: 100 } });
  await page.setContent(`<style>
    body { margin: 0; padding: 16px; display: flex; align-items: start; gap: 16px; background: #d9dee5 }
    img { flex: 1; min-width: 0; box-shadow: 0 1px 6px #0004 }
  </style>${pictures(bytes)
    .map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
    .join('')}`);
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  save('flights-pdf.png', await page.screenshot({ fullPage: true }));
  await page.close();
}

/** The shown pages of a PDF. */
function pictures(pdf: Uint8Array): Buffer[] {
  const work = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    return shownPages.map((number) => {
      const file = join(work, String(number));
      const only = ['-f', String(number), '-l', String(number), '-singlefile'];
      execFileSync('pdftoppm', ['-png', '-r', '110', ...only, '-', file], { input: pdf });
      return readFileSync(`${file}.png`);
    });
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function drawWebPage(browser: Browser): Promise<void> {
  await using server = await startViewerServer();
  const page = await browser.newPage({ viewport: { width: 1240, height: 1720 }, deviceScaleFactor: 0.62 });
  await page.goto(server.show(await buildSample('weather')));
  save('weather-page.png', await page.screenshot());
  await page.close();
}

function save(name: string, png: Buffer): void {
  const file = join(folder, name);
  writeFileSync(file, png);
  console.log(`docs/pictures/${name}: ${Math.round(statSync(file).size / 1024)} KB`);
}
