import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer } from '../src/domains/schedules/mail.ts';
import { RenderedMails } from '../src/domains/schedules/rendered-mails.ts';
import { runSchedules } from '../src/domains/schedules/scheduler.ts';
import { newIdentifier } from '../src/platform/database/identifiers.ts';
import { openFileStore } from '../src/platform/storage/file-store.ts';
import { drawPngs } from '../src/reporting/renderers/docx/chart-png.ts';
import { mailContent } from '../src/reporting/renderers/mail/mail-content.ts';
import { MailRenderer } from '../src/reporting/renderers/mail/mail-renderer.ts';
import { reportView } from '../src/reporting/renderers/view/report-view.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { chat } from '../test/support/chat.ts';
import { createTestDatabase, type Engine, engines } from '../test/support/databases.ts';
import { startMailServer } from '../test/support/mail-server.ts';
import { buildSample } from '../test/support/samples.ts';
import { givenDueDelivery, givenSchedule } from '../test/support/schedules.ts';
import { silentLog } from '../test/support/silent-log.ts';
import { median } from './median.ts';

const mailsInAll = 1_000;
const perReport = 50;

/** How long 1,000 e-mails of 20 reports take to a local server, on each database; and one e-mail to render. */
export async function benchMails(): Promise<object> {
  const sent: Record<string, string> = {};
  for (const engine of engines) sent[`${engine}: ${mailsInAll} mails`] = `${(await sendAll(engine)).toFixed(1)} s`;
  return {
    ...sent,
    'rendering one, its picture included': `${(await renderOne()).toFixed(1)} ms`,
    'processor time of its picture': `${(await drawOne()).toFixed(1)} ms`,
  };
}

async function sendAll(engine: Engine): Promise<number> {
  await using database = await createTestDatabase(engine);
  await using server = await startMailServer();
  await using mails = new RenderedMails();
  const { db } = database;
  const folder = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  const objects = await openFileStore(folder);
  const account = await givenAccount(db);
  const project = await givenProject(db, account);
  for (let report = 0; report < mailsInAll / perReport; report += 1) {
    const schedule = await givenSchedule(db, project.id, { recipients: ['ann@example.com'], delivery: 'link' });
    const id = await givenDueDelivery(db, objects, account, schedule);
    const first = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const others = Array.from({ length: perReport - 1 }, (_, at) => {
      return { ...first, id: newIdentifier('dlv'), recipient: `ann${at}@example.com` };
    });
    await db.insertInto('deliveries').values(others).execute();
  }
  const began = performance.now();
  await runSchedules({
    ...{ db, objects, mails, log: silentLog, wakeWorkers() {} },
    sendMail: createMailer({ url: server.url, from: 'reports@example.com' }),
    baseUrl: 'https://reports.example.com',
    linkKey: Buffer.alloc(32, 'key'),
    chat,
  });
  const seconds = (performance.now() - began) / 1_000;
  rmSync(folder, { recursive: true });
  if (server.received.length !== mailsInAll) throw new Error(`${server.received.length} mails arrived.`);
  return seconds;
}

async function renderOne(): Promise<number> {
  await using renderer = new MailRenderer();
  const document = await buildSample('weather');
  const order = { subject: null, message: null, link: null, isAttached: false, unsubscribe: null };
  for (let warm = 0; warm < 5; warm += 1) await renderer.render(document, order);
  const durations: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const began = performance.now();
    await renderer.render(document, order);
    durations.push(performance.now() - began);
  }
  return median(durations);
}

/** Milliseconds of processor time of the chart in a mail, on all threads. */
async function drawOne(): Promise<number> {
  const view = reportView(await buildSample('weather'));
  const { chart } = mailContent(view);
  if (!chart) throw new Error('The report has no chart.');
  const durations: number[] = [];
  for (let round = -5; round < 30; round += 1) {
    const before = process.cpuUsage();
    await drawPngs([chart.drawing], view.document.locale);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) durations.push((user + system) / 1_000);
  }
  return median(durations);
}
