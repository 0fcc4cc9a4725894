import type { Database, Queryable } from '../../platform/database/tables.ts';
import { portfolioPeriods } from '../../platform/database/words.ts';
import type { MetricDescription } from '../../reporting/documents/model.ts';
import { type ReportConnection, withOwnCurrency } from '../../reporting/documents/report-connection.ts';
import type { PlannedConnection } from '../../reporting/documents/report-plan.ts';
import { type ConnectionRow, listConnections } from '../connections/connections.ts';
import { type Asking, askConnections } from '../generation-jobs/ask-connections.ts';
import { explainFault, type GenerationFault } from '../generation-jobs/generation-faults.ts';
import { getProject, type ProjectRow } from '../projects/projects.ts';
import type { FollowedSettings } from '../templates/follow.ts';
import { basisOf, type Choosing, chooseFigures, mostFigures, type Wanted } from './choose-figures.ts';
import { type Measured, measureFigures, questionsFor, type StoredFigure } from './measure-figures.ts';
import { firstDayOfPeriod, type PortfolioPeriod, todayOf } from './portfolio-periods.ts';
import { findPortfolioAccount, type PortfolioAccountRow, readPortfolioSettings } from './portfolio-settings.ts';
import { refreshRates } from './rates.ts';
import type { FigureFault, RefreshContext } from './refresh-context.ts';
import { seenNow } from './seen.ts';
import { sortKeysOf } from './sort-keys.ts';
import { claimTurn, endTurn, giveBackTurn, nextNight, type TurnRow } from './turns.ts';

type Figures = Readonly<Record<PortfolioPeriod, readonly StoredFigure[]>>;
type Placed = { readonly place: number; readonly figures: Readonly<Record<PortfolioPeriod, StoredFigure>> };

/** Less than the lease of a turn. */
const usualAnswerMs = 120_000;
/** What a system needs that may be back soon. */
const againMs = 30 * 60_000;
/** In a row, before the next night: also of what ends the process that asks. */
const mostTries = 3;
const unexpected =
  'The figures could not be read because of a fault of the service. They are read again the next night.';

/**
 * Reads the figures of the project whose turn it is; false when none is due. A source that fails leaves those that were
 * read before. What `stop` cuts short is read by the next process.
 */
export async function refreshNext(context: RefreshContext, stop?: AbortSignal): Promise<boolean> {
  const { db, answerMs = usualAnswerMs } = context;
  const turn = await claimTurn(db);
  if (!turn) return false;
  const log = context.log.child({ project: turn.project_id, account: turn.account_id, work: 'portfolio' });
  const account = await findPortfolioAccount(db, turn.account_id);
  const signal = AbortSignal.any([AbortSignal.timeout(answerMs), ...(stop ? [stop] : [])]);
  const asking: Asking = {
    ...{ signal, deadline: Date.now() + answerMs, log, isLastTry: true },
    ...{ takeMeasure: context.takeMeasure ?? (() => {}), progress: () => {} },
  };
  try {
    if (account) await refreshRates(context, account, asking);
    await refresh(context, turn, account, asking, stop);
  } catch (error) {
    if (stop?.aborted) await giveBackTurn(db, turn);
    else {
      log.error({ err: error }, 'the figures of a project were not read');
      await endTurn(db, turn, {
        ...{ faults: JSON.stringify([unexpectedFault]), tries: 0 },
        due_at: await nextTurn(db, turn, account),
      });
    }
  }
  return true;
}

const unexpectedFault: FigureFault = {
  ...{ connection_id: null, connection_name: null, kind: 'unexpected', message: unexpected },
};

async function refresh(
  context: RefreshContext,
  turn: TurnRow,
  account: PortfolioAccountRow | undefined,
  asking: Asking,
  stop: AbortSignal | undefined,
): Promise<void> {
  const { db } = context;
  const project = await getProject(db, turn.account_id, turn.project_id);
  const night = account?.enabled === 1 ? nextNight(project.time_zone) : null;
  if (project.status === 'archived') return void (await endTurn(db, turn, { due_at: night, tries: 0 }));
  if (turn.tries > mostTries) {
    const faults = JSON.stringify([unexpectedFault]);
    return void (await endTurn(db, turn, { due_at: night, tries: 0, faults }));
  }
  const connections = await listConnections(db, project.id);
  const settings = JSON.parse(project.settings) as FollowedSettings;
  const choosing: Choosing = { settings, connections, figures: readPortfolioSettings(account).figures };
  const basis = basisOf(choosing, project);
  const seen = seenNow(project, connections, account);
  const former = turn.basis === basis ? await readFigures(db, turn.project_id) : undefined;
  const reading = new Reading(context, project, connections, former, asking);
  await reading.readAll(chooseFigures(choosing));
  stop?.throwIfAborted();
  const { figures, faults, mayBeBack } = reading;
  const now = new Date().toISOString();
  const today = todayOf([project.time_zone], now);
  const keys = (name: PortfolioPeriod) => JSON.stringify(sortKeysOf(figures[name], firstDayOfPeriod(name, today)));
  const isAgain = mayBeBack && turn.tries < mostTries;
  await db.transaction().execute(async (transaction) => {
    const isOwn = await endTurn(transaction, turn, {
      ...{ basis, seen, faults: JSON.stringify(faults), tried_at: now },
      ...((reading.hasRead || faults.length === 0) && { read_at: now }),
      ...(!reading.hasRead && !former && { read_at: null }),
      due_at: isAgain ? new Date(Date.now() + againMs).toISOString() : night,
      ...(!isAgain && { tries: 0 }),
      in_month: keys('month'),
      in_last_month: keys('last_month'),
      in_days: keys('days'),
    });
    if (isOwn) await storeFigures(transaction, turn, figures);
  });
}

async function nextTurn(db: Database, turn: TurnRow, account: PortfolioAccountRow | undefined): Promise<string | null> {
  if (account?.enabled !== 1) return null;
  const project = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', turn.project_id)
    .executeTakeFirst();
  return project ? nextNight(project.time_zone) : null;
}

async function readFigures(db: Queryable, projectId: string): Promise<Figures> {
  const rows = await db
    .selectFrom('portfolio_figures')
    .select(['period', 'figures'])
    .where('project_id', '=', projectId)
    .execute();
  const of = (period: PortfolioPeriod) =>
    JSON.parse(rows.find((row) => row.period === period)?.figures ?? '[]') as StoredFigure[];
  return { month: of('month'), last_month: of('last_month'), days: of('days') };
}

async function storeFigures(transaction: Queryable, turn: TurnRow, figures: Figures): Promise<void> {
  const { project_id, account_id } = turn;
  await transaction
    .insertInto('portfolio_figures')
    .values(
      portfolioPeriods.map((period) => {
        return { project_id, account_id, period, figures: JSON.stringify(figures[period]) };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'period']).doUpdateSet(({ ref }) => ({ figures: ref('excluded.figures') })),
    )
    .execute();
}

/** The figures of one project while they are being read. */
class Reading {
  readonly faults: FigureFault[] = [];
  /** Whether a system failed that may be back soon. */
  mayBeBack = false;
  /** Whether a system has answered. */
  hasRead = false;
  readonly #context: RefreshContext;
  readonly #project: ProjectRow;
  readonly #connections: readonly ConnectionRow[];
  readonly #former: Figures | undefined;
  readonly #asking: Asking;
  readonly #placed: Placed[] = [];

  constructor(
    context: RefreshContext,
    project: ProjectRow,
    connections: readonly ConnectionRow[],
    former: Figures | undefined,
    asking: Asking,
  ) {
    this.#context = context;
    this.#project = project;
    this.#connections = connections;
    this.#former = former;
    this.#asking = asking;
  }

  get figures(): Figures {
    const ordered = this.#placed.toSorted((one, other) => one.place - other.place).slice(0, mostFigures);
    const of = (period: PortfolioPeriod) => ordered.map(({ figures }) => figures[period]);
    return { month: of('month'), last_month: of('last_month'), days: of('days') };
  }

  /** Asks for one choice after the other, until one gives figures, or fails. */
  async readAll(choices: readonly (readonly Wanted[])[]): Promise<void> {
    for (const choice of choices) {
      for (const wanted of choice) await this.#read(wanted);
      if (this.#placed.length > 0 || this.faults.length > 0) return;
    }
  }

  async #read(wanted: Wanted): Promise<void> {
    const row = this.#connections.find(({ id }) => id === wanted.connectionId);
    const open = wanted.metrics?.filter(({ place }) => this.#placed.every((placed) => placed.place !== place));
    if (!row || open?.length === 0) return;
    try {
      const measured = await this.#ask(row, open ?? null, wanted.isNamed);
      if (!measured) return;
      this.hasRead = true;
      const figures = measureFigures(measured);
      for (const [index, metric] of measured.metrics.entries()) {
        const place = open?.find(({ key }) => key === metric.key)?.place ?? index;
        const { month, last_month, days } = figures;
        const each = { month: month[index], last_month: last_month[index], days: days[index] };
        this.#placed.push({ place, figures: each as Placed['figures'] });
      }
    } catch (error) {
      const { signal } = this.#asking;
      const fault = explainFault(error) ?? (signal.reason === error ? tooLate(row) : undefined);
      if (!fault) throw error;
      this.#fail(row, fault.kind, fault.message);
      if (fault.kind === 'transient') this.mayBeBack = true;
      this.#keepFormer(row, open ?? null);
    }
  }

  async #ask(row: ConnectionRow, open: Wanted['metrics'], isNamed: boolean): Promise<Measured | undefined> {
    const { db } = this.#context;
    const { time_zone: timeZone, locale, currency, settings } = this.#project;
    const now = new Date().toISOString();
    let metrics: MetricDescription[] = [];
    let today = '';
    const plan = (described: readonly ReportConnection[]): { readonly connections: readonly PlannedConnection[] } => {
      const connections = described.map(withOwnCurrency).map((connection) => {
        const { metrics: offered, timeZone: own } = connection.description;
        metrics = open
          ? open.flatMap(({ key }) => offered.find((metric) => metric.key === key) ?? [])
          : offered.slice(0, mostFigures);
        today = todayOf([timeZone, own ?? timeZone], now);
        return { connection, queries: metrics.length > 0 ? questionsFor(metrics, today, timeZone) : [] };
      });
      return { connections };
    };
    const answers = await askConnections({
      ...{ db, environment: { ...this.#context, uploadVersions: new Map() }, rows: [row], run: this.#asking },
      ...{ locale, onFailure: 'block' as const, plan },
    });
    if (isNamed) this.#nameMissing(row, open, metrics);
    const [planned] = answers.plan.connections;
    const [fetched] = answers.fetched;
    if (!planned || !fetched || metrics.length === 0) return undefined;
    return {
      ...{ connection: planned.connection, queries: planned.queries, answers: fetched.answers },
      ...{ metrics, currency, today, fetchedAt: fetched.fetchedAt },
      goals: (JSON.parse(settings) as FollowedSettings).goals ?? [],
    };
  }

  #nameMissing(row: ConnectionRow, open: Wanted['metrics'], metrics: readonly MetricDescription[]): void {
    for (const { key } of open ?? []) {
      if (metrics.some((metric) => metric.key === key)) continue;
      const message = `The connection "${row.name}" has no metric "${key}". Choose another figure, or correct the connection.`;
      this.#fail(row, 'invalid_config', message);
    }
  }

  #fail(row: ConnectionRow, kind: FigureFault['kind'], message: string): void {
    this.faults.push({ connection_id: row.id, connection_name: row.name, kind, message });
  }

  /** Those of the connection that were read before, with the time at which they were. */
  #keepFormer({ id }: ConnectionRow, open: Wanted['metrics']): void {
    const { month, last_month, days } = this.#former ?? { month: [], last_month: [], days: [] };
    for (const [index, figure] of month.entries()) {
      const place = open ? open.find(({ key }) => key === figure.metric)?.place : index;
      if (figure.connection_id !== id || place === undefined) continue;
      const each = { month: figure, last_month: last_month[index], days: days[index] };
      this.#placed.push({ place, figures: each as Placed['figures'] });
    }
  }
}

/** Of a connection whose turn came when the time of the project was over. */
function tooLate({ name }: ConnectionRow): Pick<GenerationFault, 'kind' | 'message'> {
  const message = `There was no time left to ask the connection "${name}"; others of the project took it all.`;
  return { kind: 'transient', message };
}
