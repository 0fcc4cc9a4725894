import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeError, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { ReportDocument } from '../../documents/model.ts';
import type { RenderedArtifact } from '../artifact.ts';
import { type FontFamily, fontFamilies, fontFolders } from '../fonts.ts';
import { RenderError } from '../render-error.ts';
import { type ReportView, reportView } from '../report-view.ts';
import { typstData } from './typst-data.ts';

/** Typst can read files of its workspace, so this folder holds the template and nothing else. */
const workspace = fileURLToPath(new URL('./template', import.meta.url));
const template = join(workspace, 'report.typ');

const newCompiler = (fontPaths: string[]) => NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });

// Made before there is a report: the thread that watches over the parent gets Intl ready meanwhile.
const western = newCompiler(fontFolders().filter((folder) => folder.includes('/noto-sans/')));
let worldwide: NodeCompiler | undefined;

/** A compiler that knows the fonts of a report: reading 80 MB of them for one in English doubles its start. */
function typst(families: readonly FontFamily[]): NodeCompiler {
  if (families.length === 1) return western;
  worldwide ??= newCompiler(fontFolders());
  return worldwide;
}

/**
 * A tagged PDF, by PDF/UA-1 where every character has a glyph; otherwise tagged without the claim, with a warning.
 * Throws RenderError of kind `failed`.
 */
export async function renderPdf(document: ReportDocument): Promise<RenderedArtifact> {
  const view = reportView(document);
  const data = JSON.stringify(typstData(view));
  const families = fontFamilies(document.locale, data);
  const compiler = typst(families);
  try {
    const { bytes, warnings } = write(compiler, compile(compiler, data, families, view), view);
    return { bytes, contentType: 'application/pdf', warnings: [...view.faults, ...warnings] };
  } finally {
    // What the last document used is kept: the parsed template above all.
    compiler.evictCache(1);
    // Native documents are freed only after a turn of the event loop.
    await setImmediate();
  }
}

function compile(
  compiler: NodeCompiler,
  data: string,
  families: readonly FontFamily[],
  view: ReportView,
): NodeTypstDocument {
  compiler.resetShadow();
  compiler.mapShadow(join(workspace, 'report.json'), Buffer.from(data));
  compiler.mapShadow(join(workspace, 'fonts.json'), Buffer.from(JSON.stringify(families)));
  if (view.logo) compiler.mapShadow(join(workspace, 'logo.png'), view.logo.png);
  const compiled = compiler.compile({ mainFilePath: template });
  if (compiled.result) return compiled.result;
  throw new RenderError('failed', `Typst refused the document: ${explain(compiler, compiled.takeDiagnostics())}`);
}

function write(
  compiler: NodeCompiler,
  compiled: NodeTypstDocument,
  view: ReportView,
): { bytes: Uint8Array; warnings: string[] } {
  const creationTimestamp = Math.floor(view.createdAt.getTime() / 1000);
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
