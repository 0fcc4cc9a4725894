import type { ReportServiceClient } from '../client.ts';
import { comparisonPeriod, lastMonth, lastWeek } from '../periods.ts';
import type { Period, Report } from '../types.ts';
import { CommandError, type CommandLine, oneOf, optional, required } from './command-line.ts';
import { openClient } from './credentials.ts';
import { checkTarget, exportToFile, formats } from './export.ts';
import { note, printable, printJson } from './output.ts';
import { progressLine } from './progress.ts';

export const generate: CommandLine = {
  summary: 'Generate a report, and export it if asked',
  usage: `Usage: report-service-client generate --project ID --period PERIOD [--compare RULE] [--export pdf|doc [--out FILE]] [--json]

  --project ID       the project
  --period PERIOD    last-month, last-week (Monday to Sunday) or YYYY-MM-DD..YYYY-MM-DD, both days included, in the
                     project's time zone
  --compare RULE     previous (the period right before, the default), year-before or none
  --export FORMAT    also export it: pdf, or doc for a Word file (.docx)
  --out FILE         where to save the export; the report's own file name in this folder when absent
  --json             print the report, and the export if any, as JSON

Example:
  report-service-client generate --project prj_… --period last-month --export pdf --out report.pdf
`,
  options: {
    project: { type: 'string' },
    period: { type: 'string' },
    compare: { type: 'string' },
    export: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(values, signal) {
    const projectId = required(values, 'project');
    const asked = required(values, 'period');
    const rule = oneOf('compare', optional(values, 'compare') ?? 'previous', ['previous', 'year-before', 'none']);
    const exported = optional(values, 'export');
    const format = exported && oneOf('export', exported, formats);
    const out = optional(values, 'out');
    if (out && !format) throw new CommandError('--out needs --export.');
    if (out) await checkTarget(out);
    const client = await openClient();
    const { time_zone } = await client.projects.get(projectId, { signal });
    const current = readPeriod(asked, time_zone);
    const compare = rule === 'none' ? null : comparisonPeriod(current, rule);
    const report = await generateReport(client, projectId, { current, compare }, signal);
    for (const { message } of report.warnings) note(`Note: ${message}`);
    // If the export fails, the report can be exported again.
    if (format) note(`Report: ${report.id}`);
    const file = format && (await exportToFile(client, report.id, format, out, signal));
    if (values.json) return printJson({ report, export: file ?? null });
    process.stdout.write(`${report.id}  ${printable(report.title)}\n`);
    if (file) process.stdout.write(`${printable(file.path)}\n`);
  },
};

async function generateReport(
  client: ReportServiceClient,
  projectId: string,
  period: { readonly current: Period; readonly compare: Period | null },
  signal: AbortSignal,
): Promise<Report> {
  const line = progressLine(`Generating ${period.current.from}..${period.current.to}`);
  try {
    const started = client.projects.generate(projectId, { period }, { signal });
    return await started.completed({ signal, onProgress: line.show });
  } finally {
    line.end();
  }
}

function readPeriod(asked: string, timeZone: string): Period {
  if (asked === 'last-month') return lastMonth(timeZone);
  if (asked === 'last-week') return lastWeek(timeZone);
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(asked) ?? [];
  if (from && to && isDay(from) && isDay(to) && from <= to) return { from, to };
  throw new CommandError(`--period must be last-month, last-week or YYYY-MM-DD..YYYY-MM-DD, not "${asked}".`);
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
