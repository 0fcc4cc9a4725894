import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeError, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { RenderedArtifact } from '../artifact.ts';
import { type Logo, logoFaults } from '../logo/logo.ts';
import { drawLogoOfFile, drawPicturesOfFile } from '../logo/logo-apart.ts';
import { type Picture, pictureFaults } from '../logo/picture.ts';
import { RenderError } from '../render-error.ts';
import { type FontFamily, fontFolders } from '../text/fonts.ts';
import type { PreparedPdf } from './prepare-pdf.ts';

/** Typst can read the files in its workspace, so this folder holds nothing but the template. */
const workspace = fileURLToPath(new URL('./template', import.meta.url));
const template = join(workspace, 'report.typ');

const newCompiler = (fontPaths: string[]) => NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });

// Created before the report is there, while it is still being prepared.
const western = newCompiler(fontFolders().filter((folder) => folder.includes('/noto-sans/')));
let worldwide: NodeCompiler | undefined;

/**
 * A compiler with just the fonts that a report needs: reading all 80 MB for an English report would double its start
 * time.
 */
function typst(families: readonly FontFamily[]): NodeCompiler {
  if (families.length === 1) return western;
  worldwide ??= newCompiler(fontFolders());
  return worldwide;
}

/**
 * A tagged PDF: PDF/UA-1 where every character has a glyph, otherwise tagged without that claim, with a warning. Throws
 * RenderError of kind `failed`.
 */
export async function renderPdf(prepared: PreparedPdf): Promise<RenderedArtifact> {
  const compiler = typst(prepared.families);
  const logo = drawLogoOfFile(prepared.logo);
  const pictures = drawPicturesOfFile(prepared.pictures);
  try {
    const { bytes, warnings } = write(compiler, compile(compiler, prepared, logo, pictures), prepared.createdAt);
    const faults = [...logoFaults(prepared.logo, logo), ...pictureFaults(pictures)];
    return { bytes, contentType: 'application/pdf', warnings: [...faults, ...warnings] };
  } finally {
    // Keeps what the last document used, above all the parsed template.
    compiler.evictCache(1);
    // Native documents are freed only after a turn of the event loop.
    await setImmediate();
  }
}

function compile(
  compiler: NodeCompiler,
  { data, families }: PreparedPdf,
  logo: Logo | undefined,
  pictures: readonly (Picture | undefined)[],
): NodeTypstDocument {
  const add = (name: string, content: Uint8Array | string) =>
    compiler.mapShadow(join(workspace, name), Buffer.from(content));
  compiler.resetShadow();
  add('report.json', data);
  add('fonts.json', JSON.stringify(families));
  add('logo.json', JSON.stringify(logo ? { ...logo, png: null } : null));
  if (logo) add('logo.png', logo.png);
  const sizes = pictures.map((picture) => picture && { width: picture.width, height: picture.height });
  add('pictures.json', JSON.stringify(sizes.map((size) => size ?? null)));
  for (const [index, picture] of pictures.entries()) if (picture) add(`picture-${index}.png`, picture.png);
  const compiled = compiler.compile({ mainFilePath: template });
  if (compiled.result) return compiled.result;
  throw new RenderError('failed', `Typst refused the document: ${explain(compiler, compiled.takeDiagnostics())}`);
}

function write(
  compiler: NodeCompiler,
  compiled: NodeTypstDocument,
  creationTimestamp: number,
): { bytes: Uint8Array; warnings: string[] } {
  try {
    return { bytes: compiler.pdf(compiled, { pdfStandard: 'ua-1', creationTimestamp }), warnings: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const bytes = compiler.pdf(compiled, { creationTimestamp });
    return { bytes, warnings: [`The PDF is tagged but not PDF/UA-1: ${reason}`] };
  }
}

function explain(compiler: NodeCompiler, diagnostics: NodeError | null): string {
  if (!diagnostics) return 'no reason given';
  const found = compiler.fetchDiagnostics(diagnostics) as { message?: string; range?: unknown }[];
  return found
    .map(({ message, range }) => `${message} (${JSON.stringify(range)})`)
    .join('; ')
    .slice(0, 1_000);
}
