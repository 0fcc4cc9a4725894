import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ReportServiceClient } from '../client.ts';
import type { SavedFile } from '../download.ts';
import type { Format } from '../types.ts';
import { CommandError, type CommandLine, oneOf, optional, required } from './command-line.ts';
import { openClient } from './credentials.ts';
import { printable, printJson } from './output.ts';
import { progressLine } from './progress.ts';

export const formats = ['pdf', 'doc'] as const satisfies readonly Format[];

export const exportReport: CommandLine = {
  summary: 'Export a report and download the file',
  usage: `Usage: report-service-client export --report ID --format pdf|doc [--out FILE] [--json]

  --report ID        the report
  --format FORMAT    pdf, or doc for a Word file (.docx)
  --out FILE         where to save it; the report's own file name in this folder when absent
  --json             print the export as JSON
`,
  options: {
    report: { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(values, signal) {
    const reportId = required(values, 'report');
    const format = oneOf('format', required(values, 'format'), formats);
    const out = optional(values, 'out');
    if (out) await checkTarget(out);
    const file = await exportToFile(await openClient(), reportId, format, out, signal);
    if (values.json) printJson(file);
    else process.stdout.write(`${printable(file.path)}\n`);
  },
};

/** Throws when no file can be saved there, before a job is started for nothing. */
export async function checkTarget(path: string): Promise<void> {
  const [target, folder] = await Promise.all([path, dirname(path)].map((one) => stat(one).catch(() => undefined)));
  if (!folder?.isDirectory()) throw new CommandError(`There is no folder "${dirname(path)}".`);
  if (target && !target.isFile()) throw new CommandError(`--out must name a file; "${path}" is not one.`);
}

/** Exports, waits with a progress line, and saves the file once its digest matched. */
export async function exportToFile(
  client: ReportServiceClient,
  reportId: string,
  format: Format,
  out: string | undefined,
  signal: AbortSignal,
): Promise<SavedFile & { readonly export_job_id: string; readonly format: Format }> {
  const line = progressLine(`Exporting ${format}`);
  try {
    const job = await client.reports
      .export(reportId, { format }, { signal })
      .completed({ signal, onProgress: line.show });
    const path = out ?? safeName(job.artifact.filename, format);
    return { export_job_id: job.id, format, ...(await job.download({ signal }).saveTo(path)) };
  } finally {
    line.end();
  }
}

const endings: Readonly<Record<Format, string>> = { pdf: '.pdf', doc: '.docx' };

/** A name from the network must choose neither the folder nor a file that other programs read, such as `.bashrc`. */
function safeName(filename: string, format: Format): string {
  const name = basename(filename.replaceAll('\\', '/'));
  const isPlain = !name.startsWith('.') && name.endsWith(endings[format]);
  return isPlain ? name : `report${endings[format]}`;
}
