import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { insertReport, storeDocument } from '../../src/domains/reports/reports.ts';
import { createMailer } from '../../src/domains/schedules/mail.ts';
import { RenderedMails } from '../../src/domains/schedules/rendered-mails.ts';
import { runSchedules } from '../../src/domains/schedules/scheduler.ts';
import type { ScheduleRow, ScheduleRunRow } from '../../src/domains/schedules/schedules.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { claimJob } from '../../src/platform/jobs/claims.ts';
import { completeJob } from '../../src/platform/jobs/held-job.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ReportDocument } from '../../src/reporting/documents/model.ts';
import { givenProject } from './accounts.ts';
import { chat } from './chat.ts';
import { removeFolder } from './folders.ts';
import { smallDocument } from './outcomes.ts';
import { givenSchedule, makeDue } from './schedules.ts';
import { silentLog } from './silent-log.ts';

/** What runs schedules in a test, which does the jobs of workers by itself. */
export async function openSchedules(
  db: Database,
  account: Account,
  mailUrl: string,
  more: { readonly attemptMs?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const objects = await openFileStore(folder);
  const mails = new RenderedMails();
  const round = () =>
    runSchedules({
      ...{ db, objects, mails, sendMail: createMailer({ url: mailUrl, from: 'reports@example.com' }) },
      ...{ baseUrl: 'https://reports.example.com', linkKey: Buffer.alloc(32, 'key'), chat: { ...chat, ...more } },
      ...{ log: { ...silentLog, child: () => silentLog }, wakeWorkers() {} },
    });

  /** Does the job that is next, which has to be of that project. */
  async function completeNext(projectId: string, document: ReportDocument = smallDocument()) {
    const job = await claimJob(db, 'test-worker', 64);
    assert.equal(job?.project_id, projectId);
    if (job.type === 'generation') {
      const stored = await storeDocument(objects, `documents/${job.id}-1.json`, document);
      const ids = { accountId: account.id, projectId, generationJobId: job.id };
      const effect = (transaction: Parameters<typeof insertReport>[0]) =>
        insertReport(transaction, { ...ids, source: job.source, document, stored });
      await completeJob(db, job, { reportId: document.report_id, effect });
      return job;
    }
    const key = `artifacts/${job.id}-1.pdf`;
    const { size, sha256 } = await objects.put(key, Buffer.from(`The report in revision ${job.revision}.`));
    const createdAt = new Date().toISOString();
    const artifact = { key, filename: 'Report.pdf', contentType: 'application/pdf', size, sha256, createdAt };
    await completeJob(db, job, { artifact: { ...artifact, expiresAt: '2999-01-01T00:00:00Z' } });
    return job;
  }

  /** A schedule that has fired and whose report was just made. */
  async function givenMadeReport(
    fields: Parameters<typeof givenSchedule>[2],
    document = smallDocument(),
    onMade: () => Promise<void> = async () => {},
  ) {
    const project = await givenProject(db, account);
    const connection = { system: 'file', name: 'Sales', config: {}, status: 'connected' as const, seal: () => null };
    await insertConnection(db, { accountId: account.id, projectId: project.id, ...connection });
    const schedule = await givenSchedule(db, project.id, {
      formats: ['pdf'],
      recipients: ['ann@example.com'],
      ...fields,
    });
    await makeDue(db, schedule.id);
    await round();
    await completeNext(project.id, document);
    await onMade();
    await round();
    return { schedule, run: await latestRun(schedule), document };
  }

  const latestRun = ({ id }: ScheduleRow): Promise<ScheduleRunRow> =>
    db
      .selectFrom('schedule_runs')
      .selectAll()
      .where('schedule_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const deliveriesOf = ({ id }: ScheduleRunRow) =>
    db.selectFrom('deliveries').selectAll().where('run_id', '=', id).orderBy('recipient').execute();
  /** Removes all stored documents. */
  async function loseDocuments(): Promise<void> {
    for await (const { key } of objects.list('documents/')) await objects.remove(key);
  }
  const close = async () => {
    await mails[Symbol.asyncDispose]();
    removeFolder(folder);
  };
  return { folder, objects, round, completeNext, givenMadeReport, latestRun, deliveriesOf, loseDocuments, close };
}
