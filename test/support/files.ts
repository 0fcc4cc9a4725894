import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { elements, parseXml } from './xml.ts';

const missing = spawnSync('pdftotext', ['-v']).error !== undefined;
if (missing && process.env.CI) throw new Error('Install poppler-utils: these tests read PDF files with it.');

/** Why a test that reads PDF text cannot run here, or false. */
export const withoutPoppler = missing && 'pdftotext (poppler-utils) is not installed';

function poppler(program: string, options: readonly string[], pdf: Uint8Array): string {
  const { stdout, status, stderr } = spawnSync(program, [...options], { input: pdf, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout.toString('utf8');
}

/** The text of a PDF in reading order, without the zero-width characters that only guide line breaks. */
export function pdfText(pdf: Uint8Array): string {
  return poppler('pdftotext', ['-raw', '-', '-'], pdf).replace(/[\u200b\u2060]/g, '');
}

/** What `pdfinfo` says, by name. */
export function pdfInfo(pdf: Uint8Array): Map<string, string> {
  const lines = poppler('pdfinfo', ['-'], pdf).split('\n');
  return new Map(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]));
}

/** Why a test that checks the structure of a PDF cannot run here, or false. */
export const withoutQpdf = spawnSync('qpdf', ['--version']).error !== undefined && 'qpdf is not installed';

/** What `qpdf --check` finds wrong with a PDF; empty when nothing. */
export function pdfFaults(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files of a .docx as texts. */
export function docxParts(docx: Uint8Array): Map<string, string> {
  const decoder = new TextDecoder();
  return new Map(Object.entries(unzipSync(docx)).map(([path, bytes]) => [path, decoder.decode(bytes)]));
}

/** The text of a .docx, one line a paragraph. */
export function docxText(docx: Uint8Array): string {
  const body = parseXml(docxParts(docx).get('word/document.xml') ?? '');
  return elements(body, 'w:p')
    .map(({ text }) => text)
    .join('\n');
}
