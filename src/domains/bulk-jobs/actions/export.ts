import { type Static, Type } from 'typebox';
import type { Queryable } from '../../../platform/database/tables.ts';
import { resource } from '../../../platform/http/envelope.ts';
import { startExportJob } from '../../export-jobs/export-jobs.ts';
import { exportRequestAt } from '../../export-jobs/schema.ts';
import { findLatestReport, type ReportRow } from '../../reports/reports.ts';
import { type BulkAction, type BulkItem, ItemFault, projectOf } from '../bulk-action.ts';

const Parameters = resource(
  { type: Type.Literal('export'), ...exportRequestAt('/manage/v1').properties },
  { title: 'BulkExport', description: 'Makes a file of the latest report of each project.' },
);

/** Makes a file of the latest report of each project. */
export const exportAction: BulkAction<Omit<Static<typeof Parameters>, 'type'>> = {
  action: 'export',
  access: { role: 'editor' },
  parameters: Parameters,
  startsJobs: true,
  async runItem(transaction, { accountId, caller, parameters }, item) {
    const { id } = await latestReportOf(transaction, item);
    const { job } = await startExportJob(transaction, { accountId, source: caller.source }, id, parameters);
    return { jobId: job.id, recorded: [{ action: 'export.start', subject: job.id }] };
  },
};

/** The latest report of an item's project; throws `no_report`. */
export async function latestReportOf(db: Queryable, item: BulkItem): Promise<ReportRow> {
  const report = await findLatestReport(db, projectOf(item));
  if (report) return report;
  throw new ItemFault('no_report', 'The project has no report yet.', 'Generate one first.');
}
