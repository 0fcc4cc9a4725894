import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { removeFolder } from './folders.ts';
import { elements, parseXml } from './xml.ts';

const missing = spawnSync('pdftotext', ['-v']).error !== undefined;
if (missing && process.env.CI) throw new Error('Install poppler-utils: these tests read PDF files with it.');

/** Why a test that reads PDF text cannot run here, or false. */
export const withoutPoppler = missing && 'pdftotext (poppler-utils) is not installed';

/** What a program of poppler says about a PDF. */
export function poppler(program: string, options: readonly string[], pdf: Uint8Array): string {
  const { stdout, status, stderr } = spawnSync(program, [...options], { input: pdf, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout.toString('utf8');
}

/** The text of a PDF in reading order, without the zero-width characters that only guide line breaks. */
export function pdfText(pdf: Uint8Array): string {
  return poppler('pdftotext', ['-raw', '-', '-'], pdf).replace(/[\u200b\u2060]/g, '');
}

interface WordPlace {
  readonly word: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far from the left and the upper edge the words of a page begin and end, in points, in the order of the page's content. */
export function wordPlaces(pdf: Uint8Array, page: number): WordPlace[] {
  const boxes = poppler('pdftotext', ['-bbox', '-f', String(page), '-l', String(page), '-', '-'], pdf);
  return [...boxes.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g)].map(
    ([, left, top, right, bottom, word = '']) => ({
      word,
      left: Number(left),
      right: Number(right),
      top: Number(top),
      bottom: Number(bottom),
    }),
  );
}

/** What `pdfinfo` says, by name. */
export function pdfInfo(pdf: Uint8Array): Map<string, string> {
  const lines = poppler('pdfinfo', ['-'], pdf).split('\n');
  return new Map(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]));
}

/** What `pdfinfo` complains of in a PDF; empty when of nothing. */
export function pdfComplaints(pdf: Uint8Array): string {
  return spawnSync('pdfinfo', ['-'], { input: pdf }).stderr.toString();
}

/** The tagged structure of a PDF as pdfinfo prints it: elements indented by depth, and texts in quotes where asked for. */
export function pdfStructure(pdf: Uint8Array, texts: 'with texts' | 'without texts'): string {
  return poppler('pdfinfo', [texts === 'with texts' ? '-struct-text' : '-struct', '-'], pdf);
}

/** The names of the fonts in a PDF. */
export function pdfFonts(pdf: Uint8Array): string[] {
  const [, , ...rows] = poppler('pdffonts', ['-'], pdf).trimEnd().split('\n');
  return rows.map((row) => row.split(' ')[0] ?? '');
}

/** Why a test that checks the structure of a PDF cannot run here, or false. */
export const withoutQpdf = spawnSync('qpdf', ['--version']).error !== undefined && 'qpdf is not installed';
if (withoutQpdf && process.env.CI) throw new Error('Install qpdf: these tests check PDF files with it.');

function qpdf(pdf: Uint8Array, ...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    return spawnSync('qpdf', [...options, file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  } finally {
    removeFolder(folder);
  }
}

/** What `qpdf --check` finds wrong with a PDF; empty when nothing. */
export function pdfFaults(pdf: Uint8Array): string {
  const { status, stdout, stderr } = qpdf(pdf, '--check');
  return status === 0 ? '' : stdout + stderr;
}

type PdfObject = Readonly<Record<string, unknown>>;

function pdfObjects(pdf: Uint8Array): PdfObject[] {
  const { stdout } = qpdf(pdf, '--json=2', '--json-key=qpdf');
  const [, objects] = (JSON.parse(stdout) as { qpdf: [unknown, Record<string, { value?: PdfObject }>] }).qpdf;
  return Object.values(objects).flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/** The alternative texts of the figures of a tagged PDF, in no order; empty for a figure without one. */
export function pdfAlternatives(pdf: Uint8Array): string[] {
  return (
    pdfObjects(pdf)
      .filter((object) => object['/S'] === '/Figure')
      // A text is marked by how it was written.
      .map((object) => String(object['/Alt'] ?? '').replace(/^u:/, ''))
  );
}

/** What is missing in links and column heads of a tagged PDF: where they lead, and what they are the heads of. */
export function pdfSilences(pdf: Uint8Array): string[] {
  return pdfObjects(pdf).flatMap((object) => {
    if (object['/Subtype'] === '/Link' && !object['/Contents']) return ['a link without contents'];
    const scoped = JSON.stringify(object['/A'] ?? null).includes('"/Scope":"/Column"');
    return object['/S'] === '/TH' && !scoped ? ['a head without a scope'] : [];
  });
}

/** The pages to which the entries of a PDF's outline lead, at its first level. */
export function pdfOutlinePages(pdf: Uint8Array): number[] {
  const { stdout } = qpdf(pdf, '--json', '--json-key=outlines');
  const { outlines } = JSON.parse(stdout) as { outlines: { destpageposfrom1: number }[] };
  return outlines.map(({ destpageposfrom1 }) => destpageposfrom1);
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
