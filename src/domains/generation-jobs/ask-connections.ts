import type { Database } from '../../platform/database/tables.ts';
import type { JobRun } from '../../platform/jobs/job-handler.ts';
import { timed } from '../../platform/jobs/measures.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import { ConnectorError, type Query } from '../../reporting/connectors/contract.ts';
import type { FetchedConnection } from '../../reporting/documents/build-document.ts';
import type { Depicted, DepictionQuestion } from '../../reporting/documents/gallery.ts';
import type { ReportConnection } from '../../reporting/documents/report-connection.ts';
import type { PlannedConnection, ReportPlan } from '../../reporting/documents/report-plan.ts';
import { type ConnectionRow, setConnectionStatus } from '../connections/connections.ts';
import {
  type ConnectionEnvironment,
  type ConnectionUse,
  type OpenConnection,
  openConnection,
} from '../connections/open-connection.ts';
import { sideBySide } from './side-by-side.ts';

/** The work that asks: a job, or a preview. */
export interface Asking extends Pick<JobRun, 'signal' | 'deadline' | 'log' | 'takeMeasure' | 'progress'> {
  /** Whether what may be back soon is not asked again. */
  readonly isLastTry: boolean;
}

export type Open = (
  row: ConnectionRow,
  environment: ConnectionEnvironment,
  use: ConnectionUse,
) => Promise<OpenConnection>;

/** What is asked of connections. */
export type Questions = Pick<ReportPlan, 'connections'>;

/** What a report asks of its project's connections. */
export interface Inquiry<Plan extends Questions = ReportPlan> {
  readonly db: Database;
  readonly environment: ConnectionEnvironment;
  readonly rows: readonly ConnectionRow[];
  readonly run: Asking;
  /** `openConnection` unless given. */
  readonly open?: Open;
  /** The report's, which labels are in. */
  readonly locale: string;
  /** `block` lets one system that fails end the whole; `omit` leaves it out, unless all fail or it may be back soon. */
  readonly onFailure: 'block' | 'omit';
  /** Plans the report on these connections, without those that are omitted. */
  readonly plan: (connections: readonly ReportConnection[], omitted: ReadonlySet<string>) => Plan;
  /** What galleries ask of a connection once it has answered; nothing if absent. */
  readonly depictions?: (plan: Plan, fetched: FetchedConnection) => readonly DepictionQuestion[];
}

export interface Answers<Plan extends Questions = ReportPlan> {
  readonly plan: Plan;
  readonly fetched: readonly FetchedConnection[];
  readonly omitted: readonly ConnectionRow[];
}

/** A connector's error together with the connection it is about. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
  readonly row: ConnectionRow;
  readonly fault: ConnectorError;

  constructor(row: ConnectionRow, fault: ConnectorError) {
    super(fault.message, { cause: fault });
    this.row = row;
    this.fault = fault;
  }
}

/**
 * Describes, plans and queries, the connections side by side. All that the plan asks for is answered, or it rejects,
 * with a ConnectionFault where a system is at fault. Statuses are recorded: that a connection answered, whatever happens
 * to the others, and what it lacks.
 */
export async function askConnections<Plan extends Questions>(inquiry: Inquiry<Plan>): Promise<Answers<Plan>> {
  const { rows, run } = inquiry;
  await using talk = new Talk(inquiry);
  const opened: OpenConnection[] = [];
  await talk.withEach(
    rows.map((row) => ({ row, reach: 'local' as const })),
    async ({ row }) => void opened.push(await talk.open(row)),
  );
  const described = new Map<string, ReportConnection>();
  await talk.withEach(opened, async ({ row: { id, name, system }, describe }) => {
    run.progress('describing', described.size, opened.length);
    described.set(id, { id, name, system, description: await asked(run, system, 'describe', describe) });
  });
  const plan = talk.plan(described);
  const total = countQueries(plan);
  let completed = 0;
  const fetched = new Map<string, FetchedConnection>();
  const fetching = plan.connections.map((planned) => ({ ...planned, ...findOpen(opened, planned) }));
  await talk.withEach(fetching, async ({ source, row, queries }) => {
    const askedAt = new Date().toISOString();
    run.progress('fetching', completed, total);
    const answers = await source.queryAll(queries, (ask) =>
      asked(run, row.system, 'query', ask, queries).then((answered) => {
        completed += answered.length;
        run.progress('fetching', completed, total);
        return answered;
      }),
    );
    const answered = { connectionId: row.id, fetchedAt: source.keptSince?.() ?? askedAt, answers };
    const depicted = await depictAll(inquiry, { ...answered, plan, source });
    // It may hold a file in memory, and a project can have many connections.
    await source[Symbol.asyncDispose]();
    if (queries.length > 0 && row.status !== 'connected') await setConnectionStatus(inquiry.db, row.id, 'connected');
    fetched.set(row.id, { ...answered, ...(depicted.length > 0 && { depicted }) });
  });
  run.progress('building', total, total);
  // Without what failed meanwhile.
  const answered = talk.plan(described);
  return {
    plan: answered,
    fetched: answered.connections.flatMap(({ connection }) => fetched.get(connection.id) ?? []),
    omitted: talk.omitted(),
  };
}

/** Texts and pictures are not worth a report: where a system does not tell them, its cards stand without. */
async function depictAll<Plan extends Questions>(
  { run, depictions }: Inquiry<Plan>,
  { plan, source, ...fetched }: FetchedConnection & { readonly plan: Plan; readonly source: OpenConnection },
): Promise<readonly Depicted[]> {
  const depicted: Depicted[] = [];
  for (const question of depictions?.(plan, fetched) ?? []) {
    const { id, system } = source.row;
    const values = await asked(run, system, 'depict', () => source.depict(question)).catch((error: unknown) => {
      run.signal.throwIfAborted();
      if (!(error instanceof ConnectorError)) throw error;
      run.log.warn({ connection: id, reason: error.message }, 'a connection did not tell what its values look like');
      return null;
    });
    depicted.push({ question, values });
  }
  return depicted;
}

export function countQueries(plan: Questions): number {
  return plan.connections.reduce((sum, { queries }) => sum + queries.length, 0);
}

function findOpen(opened: readonly OpenConnection[], { connection }: PlannedConnection) {
  const source = opened.find(({ row }) => row.id === connection.id);
  if (!source) throw new TypeError(`The plan names ${connection.id}, which is not open`);
  return { source, row: source.row, reach: source.reach };
}

/** One call to a connected system, with its duration measured. Traces tell of `queries` how many metrics they ask for. */
function asked<Answer>(
  run: Asking,
  system: string,
  call: string,
  ask: () => Promise<Answer>,
  queries: readonly Query[] = [],
): Promise<Answer> {
  const metrics = new Set(queries.flatMap((query) => query.metrics)).size;
  const attributes = {
    'report_service.connector.system': system,
    ...(metrics > 0 && { 'report_service.connector.metrics': metrics }),
  };
  return inSpan(`${call} ${system}`, { kind: 'client', attributes }, () =>
    timed(run.takeMeasure, 'connector', { system, call }, ask),
  );
}

/** The connections that are still being talked to, and what the others failed with. */
class Talk<Plan extends Questions> implements AsyncDisposable {
  readonly #inquiry: Inquiry<Plan>;
  readonly #faults = new Map<string, ConnectionFault>();
  /** The one after which nothing more is asked. */
  #decisive: ConnectionFault | undefined;
  readonly #stop = new AbortController();
  readonly #opened = new AsyncDisposableStack();

  constructor(inquiry: Inquiry<Plan>) {
    this.#inquiry = inquiry;
  }

  async open(row: ConnectionRow): Promise<OpenConnection> {
    const { environment, run, locale, open = openConnection } = this.#inquiry;
    const signal = AbortSignal.any([run.signal, this.#stop.signal]);
    return this.#opened.use(await open(row, environment, { ...run, signal, locale }));
  }

  plan(described: ReadonlyMap<string, ReportConnection>): Plan {
    const { rows, plan } = this.#inquiry;
    const left = rows.flatMap(({ id }) => (this.#faults.has(id) ? [] : (described.get(id) ?? [])));
    return plan(left, new Set(this.#faults.keys()));
  }

  omitted(): ConnectionRow[] {
    return this.#inquiry.rows.filter(({ id }) => this.#faults.has(id));
  }

  /** Works with all that have not failed; rejects when the report cannot do without one that did. */
  async withEach<Item extends { readonly row: ConnectionRow; readonly reach: 'network' | 'local' }>(
    items: readonly Item[],
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    const { run, rows, onFailure } = this.#inquiry;
    const left = items.filter(({ row }) => !this.#faults.has(row.id));
    await sideBySide(left, async (item) => {
      if (this.#stop.signal.aborted) return;
      run.signal.throwIfAborted();
      try {
        await work(item);
      } catch (error) {
        await this.#note(item.row, error);
      }
    });
    const [first] = this.omitted();
    const isBlocked = onFailure === 'block' || this.#faults.size === rows.length;
    const fault = this.#decisive ?? (first && isBlocked ? this.#faults.get(first.id) : undefined);
    if (fault) throw fault;
  }

  async #note(row: ConnectionRow, error: unknown): Promise<void> {
    const { db, onFailure, run } = this.#inquiry;
    // It was stopped because another one has failed.
    if (this.#stop.signal.aborted) return;
    if (!(error instanceof ConnectorError)) {
      this.#stop.abort();
      throw error;
    }
    const { kind } = error;
    const fault = new ConnectionFault(row, error);
    this.#faults.set(row.id, fault);
    const isTried = onFailure === 'block' || !run.isLastTry;
    // The others need not be waited for: all are asked again. After other faults they are, so that all faults are found.
    if (run.signal.aborted || (kind === 'transient' && isTried)) {
      this.#decisive = fault;
      this.#stop.abort();
    }
    if (kind === 'reauth_required' || kind === 'resource_missing') await setConnectionStatus(db, row.id, kind);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#opened.disposeAsync();
  }
}
