import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeError, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { RenderedArtifact } from '../artifact.ts';
import { type Logo, logoFaults } from '../logo/logo.ts';
import { drawCoverOfFile, drawLogoOfFile, drawPicturesOfFile } from '../logo/logo-apart.ts';
import { coverFaults, type Picture, pictureFaults } from '../logo/picture.ts';
import { RenderError } from '../render-error.ts';
import { brandFontFolders, fontFolders } from '../text/fonts.ts';
import { withoutSuspects } from './mark-info.ts';
import type { PreparedPdf } from './prepare-pdf.ts';

/** Typst can read the files in its workspace, so this folder holds nothing but the template. */
const workspace = fileURLToPath(new URL('./template', import.meta.url));
const template = join(workspace, 'report.typ');

const newCompiler = (fontPaths: string[]) => NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });

// Created before the report is there, while it is still being prepared.
const westernFolders = fontFolders().filter((folder) => folder.includes('/noto-sans/'));
const western = newCompiler(westernFolders);
/** Made when a report first needs them, and kept: by whether brands choose their families, and scripts are not western. */
const others = new Map<string, NodeCompiler>();

/**
 * A compiler with just the fonts that a report needs: reading all 80 MB for an English report would double its start
 * time.
 */
function typst({ families, font }: PreparedPdf): NodeCompiler {
  const isHouse = font === 'Noto Sans';
  const isWestern = families.every((family) => family === 'Noto Sans' || family === font);
  if (isHouse && isWestern) return western;
  const key = `${isHouse} ${isWestern}`;
  const house = isWestern ? westernFolders : fontFolders();
  const compiler = others.get(key) ?? newCompiler(isHouse ? house : [...brandFontFolders(), ...house]);
  others.set(key, compiler);
  return compiler;
}

/**
 * A tagged PDF: PDF/UA-1 where every character has a glyph, otherwise tagged without that claim, with a warning. Throws
 * RenderError of kind `failed`.
 */
export async function renderPdf(prepared: PreparedPdf): Promise<RenderedArtifact> {
  const compiler = typst(prepared);
  const logo = drawLogoOfFile(prepared.logo);
  const pictures = drawPicturesOfFile(prepared.pictures);
  const cover = drawCoverOfFile(prepared.coverPicture);
  try {
    const { bytes, warnings } = write(
      compiler,
      compile(compiler, prepared, { logo, pictures, cover }),
      prepared.createdAt,
    );
    const faults = [
      ...logoFaults(prepared.logo, logo),
      ...coverFaults(prepared.coverPicture, cover),
      ...pictureFaults(pictures),
    ];
    return { bytes, contentType: 'application/pdf', warnings: [...faults, ...warnings] };
  } finally {
    // Keeps what the last document used, above all the parsed template.
    compiler.evictCache(1);
    // Native documents are freed only after a turn of the event loop.
    await setImmediate();
  }
}

interface Drawn {
  readonly logo: Logo | undefined;
  readonly pictures: readonly (Picture | undefined)[];
  readonly cover: Picture | undefined;
}

function compile(compiler: NodeCompiler, prepared: PreparedPdf, { logo, pictures, cover }: Drawn): NodeTypstDocument {
  const add = (name: string, content: Uint8Array | string) =>
    compiler.mapShadow(join(workspace, name), Buffer.from(content));
  compiler.resetShadow();
  add('report.json', prepared.data);
  add('fonts.json', JSON.stringify(prepared.families));
  add('logo.json', JSON.stringify(logo ? { ...logo, png: null } : null));
  if (logo) add('logo.png', logo.png);
  add('cover.json', JSON.stringify(cover !== undefined));
  if (cover) add('cover.png', cover.png);
  const sizes = pictures.map((picture) => picture && { width: picture.width, height: picture.height });
  add('pictures.json', JSON.stringify(sizes.map((size) => size ?? null)));
  for (const [index, picture] of pictures.entries()) if (picture) add(`picture-${index}.png`, picture.png);
  // In the order of their notes.
  const shown = [...(prepared.logo ? [logo] : []), ...(prepared.coverPicture ? [cover] : []), ...pictures];
  add('left-out.json', JSON.stringify(shown.flatMap((picture, index) => (picture ? [] : [index]))));
  const compiled = compiler.compile({ mainFilePath: template });
  if (compiled.result) return compiled.result;
  throw new RenderError('failed', `Typst refused the document: ${explain(compiler, compiled.takeDiagnostics())}`);
}

function write(
  compiler: NodeCompiler,
  compiled: NodeTypstDocument,
  creationTimestamp: number,
): { bytes: Uint8Array; warnings: string[] } {
  const options = { creationTimestamp };
  try {
    return { bytes: withoutSuspects(compiler.pdf(compiled, { pdfStandard: 'ua-1', ...options })), warnings: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const bytes = withoutSuspects(compiler.pdf(compiled, options));
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
