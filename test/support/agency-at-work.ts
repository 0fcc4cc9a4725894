import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount } from './accounts.ts';
import { eventually } from './eventually.ts';
import { dataSets, givenConnection } from './flights.ts';
import { givenSession, manage, type SignedInMember } from './manage.ts';
import { givenMember } from './people.ts';
import { startTestService, type TestService } from './service.ts';

/** An agency with projects, connected data, reports and a schedule, as its owner has them. */
export interface AgencyAtWork extends AsyncDisposable {
  readonly service: TestService;
  readonly account: Account;
  readonly owner: SignedInMember;
  /** With three million flights, a layout of its own, and reports. */
  readonly projectId: string;
  readonly connectionId: string;
  readonly reportId: string;
}

const clients = [
  ['Northwind Outdoor', 'Northwind GmbH'],
  ['Café Lumière', 'Lumière SARL'],
  ['Kita Sonnenhügel', 'Stadt Freiburg'],
  ['Harbour Dental', 'Harbour Dental Group'],
] as const;

const periods = [
  { current: { from: '2001-04-01', to: '2001-04-30' }, compare: { from: '2001-03-01', to: '2001-03-31' } },
  { current: { from: '2001-05-01', to: '2001-05-31' }, compare: { from: '2001-04-01', to: '2001-04-30' } },
];

/** Starts a service with a worker, and fills it; closing it stops the service. */
export async function startAgencyAtWork(): Promise<AgencyAtWork> {
  const service = await startTestService('sqlite', { role: 'all', environment: { DATA_ROOTS: dataSets } });
  const account = await givenAccount(service.db, { name: 'Bright Agency' });
  const name = 'Maya Lindqvist';
  const owner = await givenSession(
    service.db,
    await givenMember(service.db, account.id, {}, { email: 'maya@bright.example', name }),
  );
  const send = async (method: string, path: string, body?: object) => {
    const { status, body: answer, text } = await manage(service, owner, method, path, { ...(body && { body }) });
    if (status >= 300) throw new Error(text);
    return answer.data;
  };
  for (const [project, client_name] of clients) await send('POST', '/projects', { name: project, client_name });
  const { id: projectId } = await send('POST', '/projects', {
    name: 'US domestic flights',
    client_name: 'Bureau of Transportation Statistics',
    settings: { accent_color: '#0b5fa5', title: 'Flights in May 2001' },
  });
  const connectionId = await givenConnection(service.db, projectId);
  await send('PATCH', `/projects/${projectId}`, {
    settings: { title: 'Flights in May 2001', accent_color: '#0b5fa5', sections: layoutOf(connectionId) },
  });
  let reportId = '';
  for (const period of periods) {
    const { id } = await send('POST', `/projects/${projectId}/generation-jobs`, { period });
    reportId = await eventually(async () => (await reportOf(service.db, id)) ?? undefined);
  }
  await send('POST', `/projects/${projectId}/schedules`, {
    ...{ cadence: 'monthly', day: 3, at: '07:00', time_zone: 'Europe/Berlin', period: 'previous-month' },
    ...{ compare: 'previous', export: ['pdf'] },
  });
  return {
    ...{ service, account, owner, projectId, connectionId, reportId },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

async function reportOf(db: Database, jobId: string): Promise<string | null> {
  const { report_id } = await db
    .selectFrom('jobs')
    .select('report_id')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return report_id;
}

function layoutOf(connection_id: string) {
  return [
    { type: 'highlights', title: null },
    { type: 'kpis', title: null, connection_id },
    { type: 'timeseries', title: 'Flights by day', connection_id, metric: 'flights', display: 'area' },
    {
      type: 'breakdown',
      title: 'Busiest airports',
      connection_id,
      dimension: 'origin',
      metrics: ['flights', 'avg_delay'],
    },
    { type: 'breakdown', title: null, connection_id, dimension: 'haul', display: 'donut', metrics: ['flights'] },
    { type: 'text', title: 'What we did', markdown: 'We moved **12 routes** to earlier slots.' },
  ];
}
