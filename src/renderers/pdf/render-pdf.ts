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

let compiler: NodeCompiler | undefined;

function typst(): NodeCompiler {
  compiler ??= NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders() }] });
  return compiler;
}

/**
 * A tagged PDF, by PDF/UA-1 where every character has a glyph; otherwise tagged without the claim, with a warning.
 * Throws RenderError of kind `failed`.
 */
export async function renderPdf(document: ReportDocument): Promise<RenderedArtifact> {
  const view = reportView(document);
  try {
    const { bytes, warnings } = write(compile(view), view);
    return { bytes, contentType: 'application/pdf', warnings: [...view.faults, ...warnings] };
  } finally {
    typst().evictCache(1);
    // Native documents are freed only after a turn of the event loop.
    await setImmediate();
  }
}

function compile(view: ReportView): NodeTypstDocument {
  typst().resetShadow();
  typst().mapShadow(join(workspace, 'report.json'), Buffer.from(JSON.stringify(typstData(view))));
  if (view.logo) typst().mapShadow(join(workspace, 'logo.png'), view.logo.png);
  const compiled = typst().compile({ mainFilePath: template });
  if (compiled.result) return compiled.result;
  throw new RenderError('failed', `Typst refused the document: ${explain(compiled.takeDiagnostics())}`);
}

function write(compiled: NodeTypstDocument, view: ReportView): { bytes: Uint8Array; warnings: string[] } {
  const creationTimestamp = Math.floor(view.createdAt.getTime() / 1000);
  try {
    return { bytes: typst().pdf(compiled, { pdfStandard: 'ua-1', creationTimestamp }), warnings: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const bytes = typst().pdf(compiled, { creationTimestamp });
    return { bytes, warnings: [`The PDF is tagged but not PDF/UA-1: ${reason}`] };
  }
}

function explain(diagnostics: NodeError | null): string {
  if (!diagnostics) return 'no reason given';
  const found = typst().fetchDiagnostics(diagnostics) as { message?: string; range?: unknown }[];
  return found
    .map(({ message, range }) => `${message} (${JSON.stringify(range)})`)
    .join('; ')
    .slice(0, 1_000);
}
