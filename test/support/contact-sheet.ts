import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { CommentedDocument } from '../../src/reporting/documents/comments.ts';
import { convertedToPdf } from './office.ts';
import { renderDocument } from './render.ts';
import type { ViewerServer } from './viewer-server.ts';

/** The ways in which a report is looked at: as PDF, as an office lays the Word file out, and as a web page, wide and narrow. */
export const looks = ['pdf', 'word', 'web', 'phone'] as const;
export type Look = (typeof looks)[number];

/** What a contact sheet shows under each other, one line a report. */
export interface SheetLine {
  readonly name: string;
  readonly document: CommentedDocument;
}

/** Draws the pages of reports in one picture, PNG, `pageWidth` pixels a page: for eyes, as no test sees what looks wrong. */
export async function contactSheet(
  browser: Browser,
  viewer: ViewerServer,
  lines: readonly SheetLine[],
  look: Look,
  pageWidth = 330,
): Promise<Buffer> {
  const isPaper = look === 'pdf' || look === 'word';
  const pictures = isPaper ? await paperPages(lines, look, pageWidth) : await webPages(browser, viewer, lines, look);
  // Web pages are high: their lines are columns.
  const most = isPaper ? Math.max(...pictures.map((pages) => pages.length)) : lines.length;
  const page = await browser.newPage({ viewport: { width: Math.max(600, most * (pageWidth + 8) + 8), height: 200 } });
  try {
    const shown = (png: Buffer) => `<img src="data:image/png;base64,${png.toString('base64')}" width="${pageWidth}">`;
    const rows = lines.map(
      ({ name }, index) =>
        `<section><h1>${name}</h1><div>${(pictures[index] ?? []).map(shown).join('')}</div></section>`,
    );
    await page.setContent(`<style>body{margin:8px;background:#cfd6de;font:14px sans-serif}h1{font-size:15px;margin:6px 0}
${isPaper ? '' : 'body{display:flex;gap:8px}'}div{display:flex;gap:8px;align-items:start}img{background:#fff}</style>${rows.join('')}`);
    return await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
  }
}

async function paperPages(lines: readonly SheetLine[], look: 'pdf' | 'word', width: number): Promise<Buffer[][]> {
  const files: Uint8Array[] = [];
  for (const { document } of lines) files.push((await renderDocument(document, look === 'pdf' ? 'pdf' : 'doc')).bytes);
  return (look === 'pdf' ? files : convertedToPdf(files)).map((bytes) => pagesOf(bytes, width));
}

/** The pages of a PDF as pictures of this width in pixels. */
function pagesOf(pdf: Uint8Array, width: number): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'contact-sheet-'));
  try {
    writeFileSync(join(folder, 'report.pdf'), pdf);
    const pages = join(folder, 'pages');
    mkdirSync(pages);
    const size = ['-scale-to-x', String(width), '-scale-to-y', '-1'];
    execFileSync('pdftoppm', ['-png', ...size, join(folder, 'report.pdf'), join(pages, 'page')]);
    return readdirSync(pages)
      .sort()
      .map((name) => readFileSync(join(pages, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function webPages(
  browser: Browser,
  viewer: ViewerServer,
  lines: readonly SheetLine[],
  look: 'web' | 'phone',
): Promise<Buffer[][]> {
  const page = await browser.newPage({ viewport: { width: look === 'web' ? 1100 : 390, height: 800 } });
  const pictures: Buffer[][] = [];
  for (const { document } of lines) {
    await page.goto(viewer.show(document), { waitUntil: 'networkidle' });
    pictures.push([await page.screenshot({ fullPage: true })]);
  }
  await page.close();
  return pictures;
}
