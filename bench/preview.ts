import { setTimeout } from 'node:timers/promises';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { dataSets, givenConnection } from '../test/support/flights.ts';
import { givenManageToken } from '../test/support/manage.ts';
import { startTestService } from '../test/support/service.ts';
import { median } from './median.ts';

/** Between the hand on the way to the layout and the first preview. */
const readingMs = 2_000;
const rounds = 7;
const followingOfRound = 20;
const period = { current: { from: '2001-02-01', to: '2001-02-28' }, compare: { from: '2001-01-01', to: '2001-01-31' } };

/** Milliseconds from the request to its answer, over three million flights, nothing else running. */
export interface PreviewFigures {
  /** The first of a process, which starts a thread. */
  readonly coldMs: number;
  /** The first of a process that was told two seconds before that somebody opens a layout. */
  readonly warmedMs: number;
  /** The first of a project, which asks for everything. */
  readonly firstMs: number;
  /** With other texts and another order of sections, which asks for nothing. */
  readonly followingMs: number;
  /** The slowest of the following in twenty. */
  readonly following95Ms: number;
  /** The processor time of one of the following and its page, in the service's process. */
  readonly followingProcessorMs: number;
  /** The page itself, from the store. */
  readonly pageMs: number;
}

export async function benchPreview(): Promise<PreviewFigures> {
  const warmedMs = await benchWarmed();
  return { ...(await benchCold()), warmedMs };
}

/** The first preview of a process whose layout was opened before. */
async function benchWarmed(): Promise<number> {
  await using service = await startTestService('sqlite', { environment: { DATA_ROOTS: dataSets } });
  const account = await givenAccount(service.db);
  const token = await givenManageToken(service.db, account.id, 'editor');
  const { id } = await givenProject(service.db, account);
  const body = { period, settings: layout(0, await givenConnection(service.db, id)) };
  await service.call('GET', `/manage/v1/projects/${id}/preview`, { token });
  await setTimeout(readingMs);
  const started = performance.now();
  const { status, text } = await service.call('POST', `/manage/v1/projects/${id}/preview`, { token, body });
  if (status !== 201) throw new Error(text);
  return performance.now() - started;
}

async function benchCold(): Promise<Omit<PreviewFigures, 'warmedMs'>> {
  await using service = await startTestService('sqlite', { environment: { DATA_ROOTS: dataSets } });
  const account = await givenAccount(service.db);
  const token = await givenManageToken(service.db, account.id, 'editor');
  const timed = async (method: string, path: string, body?: object) => {
    const started = performance.now();
    const answer = await service.call(method, path, { token, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(answer.text);
    return { ms: performance.now() - started, answer };
  };
  const first: number[] = [];
  const following: number[] = [];
  const pages: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const { id } = await givenProject(service.db, account);
    const connection_id = await givenConnection(service.db, id);
    const preview = (number: number) =>
      timed('POST', `/manage/v1/projects/${id}/preview`, { period, settings: layout(number, connection_id) });
    first.push((await preview(0)).ms);
    const before = process.cpuUsage();
    for (let number = 1; number <= followingOfRound; number++) {
      const { ms, answer } = await preview(number);
      const page = await timed('GET', answer.body.data.url);
      // The first project's warm up.
      if (round === 0) continue;
      following.push(ms);
      pages.push(page.ms);
    }
    const { user, system } = process.cpuUsage(before);
    if (round > 0) processor.push((user + system) / 1_000 / followingOfRound);
  }
  const [coldMs = 0, ...warm] = first;
  const sorted = following.toSorted((one, other) => one - other);
  return {
    ...{ coldMs, firstMs: median(warm), followingMs: median(following) },
    following95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    ...{ followingProcessorMs: median(processor), pageMs: median(pages) },
  };
}

/** The layout of the six-page report that `demo` makes, as somebody edits it. */
function layout(number: number, connection_id: string) {
  const sections = [
    { type: 'highlights', title: null },
    { type: 'kpis', title: null, connection_id },
    { type: 'timeseries', title: null, connection_id, metric: 'flights' },
    { type: 'timeseries', title: null, connection_id, metric: 'avg_delay', by: 'week' },
    { type: 'breakdown', title: null, connection_id, dimension: 'origin' },
    { type: 'breakdown', title: null, connection_id, dimension: 'haul', display: 'donut', metrics: ['flights'] },
    { type: 'text', title: 'What we did', markdown: `Change **${number}** of the text.` },
  ];
  const turned = number % sections.length;
  return { title: `Flights ${number}`, sections: [...sections.slice(turned), ...sections.slice(0, turned)] };
}

if (import.meta.main) console.table(await benchPreview());
