import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeError, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { ReportDocument } from '../../documents/model.ts';
import type { RenderedArtifact } from '../artifact.ts';
import { fontFolders } from '../fonts.ts';
import { RenderError } from '../render-error.ts';
import { type ReportView, reportView } from '../report-view.ts';
import { typstData } from './typst-data.ts';

/** Typst can read files of its workspace, so this folder holds the template and nothing else. */
const workspace = fileURLToPath(new URL('./template', import.meta.url));
const template = join(workspace, 'report.typ');

/** What Noto Sans alone covers: Latin, Greek, Cyrillic and the punctuation and currencies around them. */
const western = /^[\0-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u214f\u2212]*$/;
const compilers = new Map<'western' | 'all', NodeCompiler>();

/** A compiler that knows the fonts a text needs: reading 80 MB of fonts for a report in English doubles its start. */
function typst(text: string): NodeCompiler {
  const fonts = western.test(text) ? 'western' : 'all';
  let compiler = compilers.get(fonts);
  if (!compiler) {
    const folders = fontFolders();
    const fontPaths = fonts === 'all' ? folders : folders.filter((folder) => folder.includes('/noto-sans/'));
    compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });
    compilers.set(fonts, compiler);
  }
  return compiler;
}

/**
 * A tagged PDF, by PDF/UA-1 where every character has a glyph; otherwise tagged without the claim, with a warning.
 * Throws RenderError of kind `failed`.
 */
export async function renderPdf(document: ReportDocument): Promise<RenderedArtifact> {
  const view = reportView(document);
  const data = JSON.stringify(typstData(view));
  const compiler = typst(data);
  try {
    const { bytes, warnings } = write(compiler, compile(compiler, data, view), view);
    return { bytes, contentType: 'application/pdf', warnings: [...view.faults, ...warnings] };
  } finally {
    // What the last document used is kept: the parsed template above all.
    compiler.evictCache(1);
    // Native documents are freed only after a turn of the event loop.
    await setImmediate();
  }
}

function compile(compiler: NodeCompiler, data: string, view: ReportView): NodeTypstDocument {
  compiler.resetShadow();
  compiler.mapShadow(join(workspace, 'report.json'), Buffer.from(data));
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
