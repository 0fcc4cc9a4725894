import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { insertConnection } from '../src/domains/connections/connections.ts';
import { enqueueJob } from '../src/platform/jobs/queue.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { eventually } from '../test/support/eventually.ts';
import { startTestService, type TestService } from '../test/support/service.ts';
import { median } from './median.ts';

const rounds = 7;
/** Engines for the next generation are made in pauses, as between the jobs of a service that is not overloaded. */
const pauseMs = 300;
const metrics = [
  { key: 'visits', label: 'Visits', sql: 'sum(visits)', unit: 'count', better: 'up', additive: true },
  { key: 'amount', label: 'Amount', sql: 'sum(amount)', unit: 'currency', better: 'up', additive: true },
];
const dimensions = [{ key: 'place', label: 'Place', sql: 'place' }];

/** A generation, started to completed, of ten local files beside one, with one worker; in milliseconds. */
export async function benchFiles(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  try {
    const figures: Record<string, number> = {};
    for (const lines of [1_000, 100_000]) Object.assign(figures, await benchLines(folder, lines));
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchLines(folder: string, lines: number): Promise<Record<string, number>> {
  const environment = { WORKERS: '1', DATA_ROOTS: folder };
  await using service = await startTestService('sqlite', { role: 'all', environment });
  const [one, ten] = [await givenFiles(service, folder, lines, 1), await givenFiles(service, folder, lines, 10)];
  const times = { one: [] as number[], ten: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const [oneMs, tenMs] = [await generateAfterPause(service, one), await generateAfterPause(service, ten)];
    // The first warms up.
    if (round === 0) continue;
    times.one.push(oneMs);
    times.ten.push(tenMs);
  }
  const [oneMs, tenMs] = [median(times.one), median(times.ten)];
  return { [`one${lines}Ms`]: oneMs, [`ten${lines}Ms`]: tenMs, [`ratio${lines}`]: tenMs / oneMs };
}

async function givenFiles({ db }: TestService, folder: string, lines: number, count: number) {
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  for (let file = 0; file < count; file++) {
    const path = join(folder, `${projectId}-${file}.csv`);
    const rows = Array.from({ length: lines }, (_, row) => {
      return `2026-01-${String(1 + (row % 31)).padStart(2, '0')},place ${row % 40},${row % 7},${(row % 1000) / 100}`;
    });
    writeFileSync(path, ['day,place,visits,amount', ...rows].join('\n'));
    const config = { path, date: 'day', metrics, dimensions };
    const fields = { accountId: account.id, projectId, system: 'file', name: `File ${file}`, config };
    await insertConnection(db, { ...fields, status: 'connected', seal: () => null });
  }
  return { accountId: account.id, projectId };
}

async function generateAfterPause(
  service: TestService,
  owner: { accountId: string; projectId: string },
): Promise<number> {
  await setTimeout(pauseMs);
  return generate(service, owner);
}

export async function generate({ db }: TestService, owner: { accountId: string; projectId: string }): Promise<number> {
  const request = { period: { current: { from: '2026-01-01', to: '2026-01-31' }, compare: null } };
  const job = {
    ...owner,
    type: 'generation',
    reportId: null,
    format: null,
    source: 'api',
    request,
    refusal: null,
  } as const;
  const { id } = await db.transaction().execute((transaction) => enqueueJob(transaction, job));
  const { started_at, completed_at } = await eventually(async () => {
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (row.status === 'blocked' || row.status === 'failed')
      throw new Error(`The job is ${row.status}: ${JSON.stringify(row)}`);
    return row.completed_at !== null && row;
  });
  return Date.parse(completed_at ?? '') - Date.parse(started_at ?? '');
}
