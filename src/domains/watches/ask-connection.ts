import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { type TakeMeasure, timed } from '../../platform/jobs/measures.ts';
import { ConnectorError, type Query, type QueryResult } from '../../reporting/connectors/contract.ts';
import { lengthInDays } from '../../reporting/documents/calendar.ts';
import type { GoalsSettings } from '../../reporting/documents/goal-settings.ts';
import { type ReportConnection, withOwnCurrency } from '../../reporting/documents/report-connection.ts';
import { type ConnectionRow, setConnectionStatus } from '../connections/connections.ts';
import { type ConnectionEnvironment, type OpenConnection, openConnection } from '../connections/open-connection.ts';
import type { ProjectRow } from '../projects/projects.ts';
import { addDays, lastDayOver, lastSettledDay, mostDaysLate } from './days.ts';
import { metricsOf, type Watched } from './given-watch.ts';
import { goalOn } from './judging.ts';
import { periodsFor, seriesFrom } from './needs.ts';
import { type AskedPeriod, joinPeriods, WatchedFigures } from './watched-figures.ts';

/** The most values of a dimension that are told at once. */
const mostGroups = 1_000;

export interface AskingContext extends ConnectionEnvironment {
  readonly log: JobLog;
  readonly takeMeasure?: TakeMeasure;
  /** How long a connection has to answer all that is asked of it; two minutes if absent. */
  readonly answerMs?: number;
  /** By which days are over and figures fresh; the present if absent. */
  readonly now?: Temporal.Instant;
}

export interface AskedConnection {
  readonly context: AskingContext;
  readonly row: ConnectionRow;
  readonly project: ProjectRow;
  readonly goals: GoalsSettings;
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly now: Temporal.Instant;
}

interface AskedMore {
  readonly more?: number;
  /** Whether a watch needs nothing more of a day. */
  readonly hasJudged?: (watched: Watched, day: string) => boolean;
}

/** What a connection has said. */
export interface Said {
  readonly connection: ReportConnection;
  readonly figures: WatchedFigures;
  /** The zone of its days. */
  readonly timeZone: string;
  /** The last day that was over, and the last one of which the source has said all; null for none within a week. */
  readonly lastDay: string;
  readonly settledDay: string | null;
  /** Whether that is earlier since the source says that later figures still change. */
  readonly isChanging: boolean;
}

/** An open connection that is asked for watches; close it when nothing more is asked. */
export class WatchedConnection implements AsyncDisposable {
  readonly #asked: AskedConnection;
  readonly #source: OpenConnection;

  private constructor(asked: AskedConnection, source: OpenConnection) {
    this.#asked = asked;
    this.#source = source;
  }

  /** Throws ConnectorError. */
  static async open(asked: AskedConnection): Promise<WatchedConnection> {
    const { context, row, project, signal, deadline } = asked;
    const use = { signal, deadline, log: context.log, locale: project.locale };
    return new WatchedConnection(asked, await openConnection(row, { ...context, uploadVersions: new Map() }, use));
  }

  /**
   * Asks for all that watches need to judge the last day of which the source has said all: the days of all metrics in one
   * question, then each period that cannot be made from them, but for watches that have judged that day. `more` days are
   * asked for a trial. Throws ConnectorError.
   */
  async ask(
    wanted: (connection: ReportConnection) => readonly Watched[],
    { more = 0, hasJudged = () => false }: AskedMore = {},
  ): Promise<Said> {
    const { row, project, goals, now, context } = this.#asked;
    const description = await this.#timed('describe', () => this.#source.describe());
    const connection = withOwnCurrency({ id: row.id, name: row.name, system: row.system, description });
    const { metrics } = connection.description;
    const timeZone = description.timeZone ?? project.time_zone;
    const lastDay = lastDayOver([project.time_zone, timeZone], now);
    const watches = wanted(connection);
    const offered = new Set(metrics.map(({ key }) => key));
    // A connection as a whole has rows where any of its metrics has.
    const [first] = metrics;
    const named = watches.flatMap(metricsOf).filter((key) => offered.has(key));
    const keys = [...new Set(named.length > 0 || !first ? named : [first.key])];
    // The goal of the first day that may be judged may have begun long before that of the last one.
    const earliest = addDays(lastDay, -more - mostDaysLate);
    const starts = watches.map((watched) => seriesFrom(watched, earliest, goalOn(goals, watched.metric, earliest)));
    const [from = earliest] = [earliest, ...starts].toSorted();
    const to = addDays(lastDay, 1);
    const period = { from, to, timeZone: project.time_zone };
    const days = lengthInDays(period);
    const [series] = keys.length > 0 ? await this.#query([{ ...period, metrics: keys, by: 'day', limit: days }]) : [];
    if (!series) throw new ConnectorError('invalid_config', 'The connection offers no metrics.');
    const figures = new WatchedFigures({ metrics, keys, from, to, series });
    const changing =
      series.notices?.flatMap((notice) => (notice.code === 'incomplete_from' ? [notice.date] : [])) ?? [];
    const changingFrom = changing.toSorted()[0] ?? null;
    const settledDay = lastSettledDay({ ...figuresFreshness(figures), changingFrom }, lastDay, timeZone, now);
    if (settledDay !== null) {
      figures.settle(settledDay);
      const open = watches.filter((watched) => !hasJudged(watched, settledDay));
      const periods = open.flatMap((watched) =>
        periodsFor(watched, settledDay, figures.metric(watched.metric), goalOn(goals, watched.metric, settledDay)),
      );
      await this.askPeriods(figures, periods);
    }
    if (row.status !== 'connected') await setConnectionStatus(context.db, row.id, 'connected');
    const isChanging = changingFrom !== null && changingFrom <= lastDay;
    return { connection, figures, timeZone, lastDay, settledDay, isChanging };
  }

  /**
   * Asks for periods, each with all metrics that need it in one question, and adds them, or what is kept of them, to what is
   * known. Throws ConnectorError.
   */
  async askPeriods(
    figures: WatchedFigures,
    periods: readonly AskedPeriod[],
    keep: (answer: QueryResult) => QueryResult = (answer) => answer,
  ): Promise<void> {
    const joined = joinPeriods(periods);
    if (joined.length === 0) return;
    const timeZone = this.#asked.project.time_zone;
    const answers = await this.#query(
      joined.map(({ metrics, dimension, from, to }) => ({
        ...{ from, to, timeZone, metrics },
        ...(dimension === null ? { by: 'none' as const, limit: 1 } : { by: { dimension }, limit: mostGroups }),
      })),
    );
    for (const [index, asked] of joined.entries()) {
      const answer = answers[index];
      if (answer) figures.addPeriod(asked, keep(answer));
    }
  }

  #query(queries: readonly Query[]): Promise<readonly QueryResult[]> {
    return this.#source.queryAll(queries, (ask) => this.#timed('query', ask));
  }

  #timed<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer> {
    const { context, row, signal } = this.#asked;
    signal.throwIfAborted();
    return timed(context.takeMeasure ?? (() => {}), 'connector', { system: row.system, call }, ask);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#source[Symbol.asyncDispose]();
  }
}

function figuresFreshness({ freshAt, lastRow, isSparse }: WatchedFigures) {
  return { freshAt, lastRow, isSparse };
}
