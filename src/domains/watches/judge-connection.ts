import type { Queryable } from '../../platform/database/tables.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import type { ReportConnection } from '../../reporting/documents/report-connection.ts';
import { type ConnectionRow, setConnectionStatus } from '../connections/connections.ts';
import { getProject, type ProjectRow } from '../projects/projects.ts';
import type { FollowedSettings } from '../templates/follow.ts';
import { type Advanced, advance, isLive, presentOf, type Standing } from './advance.ts';
import { type AskingContext, type Said, WatchedConnection } from './ask-connection.ts';
import { type ConnectionWatch, countUnusual, listConnectionWatches, listStates } from './connection-watches.ts';
import { nextLook } from './days.ts';
import { missingIn } from './describe-watched.ts';
import { explainFindings } from './explain.ts';
import type { Explained, Finding, Part, Verdict } from './findings.ts';
import type { Watched } from './given-watch.ts';
import { closePartsOf, openParts, refreshParts } from './incidents.ts';
import { judge } from './judge.ts';
import { silentSince } from './judging.ts';
import { partOf } from './parts.ts';
import { claimTurn, endTurn, giveBackTurn, removeTurn, type TurnRow } from './turns.ts';
import type { WatchProblem } from './watches.ts';

/** Less than the lease of a turn. */
const usualAnswerMs = 120_000;
/** In a row: also of what ends the process that looks. */
const mostTries = 3;
/** A connection is looked at hourly at most; one whose figures are late, or still change, less often. */
const hours = { again: 1, late: 6, blocked: 3, archived: 12 } as const;
const unexpected: WatchProblem = {
  code: 'unexpected',
  message: 'The watch could not be judged because of a fault of the service. It is tried again in some hours.',
};

/** What was found of one watch. */
interface Judged {
  readonly watch: ConnectionWatch;
  readonly day: string;
  readonly verdict: Verdict;
}

/**
 * Judges the watches of the connection whose turn it is; false when none is due. A source that fails leaves all as it was, but
 * for the watches' own problem. What `stop` cuts short is done by the next process.
 */
export async function judgeNext(context: AskingContext, stop?: AbortSignal): Promise<boolean> {
  const { db } = context;
  const turn = await claimTurn(db);
  if (!turn) return false;
  const log = context.log.child({ connection: turn.connection_id, account: turn.account_id, work: 'watches' });
  try {
    await judgeConnection({ ...context, log }, turn, stop);
  } catch (error) {
    if (stop?.aborted) await giveBackTurn(db, turn);
    else {
      log.error({ err: error }, 'the watches of a connection were not judged');
      await endTurn(db, turn, { due_at: inHours(hours.again) });
    }
  }
  return true;
}

const inHours = (count: number) => Temporal.Now.instant().add({ hours: count }).toString({ fractionalSecondDigits: 3 });

async function judgeConnection(context: AskingContext, turn: TurnRow, stop: AbortSignal | undefined): Promise<void> {
  const { db } = context;
  const row = await db.selectFrom('connections').selectAll().where('id', '=', turn.connection_id).executeTakeFirst();
  const project = row && (await getProject(db, row.account_id, row.project_id));
  const watches = row && project ? await listConnectionWatches(db, project, row) : [];
  await forgetOthers(context, turn, watches);
  if (!row || !project || watches.length === 0) return void (await removeTurn(db, turn));
  if (project.status === 'archived')
    return void (await endTurn(db, turn, { due_at: inHours(hours.archived), tries: 0 }));
  if (turn.tries > mostTries) return storeProblem(context, turn, watches, unexpected, hours.blocked);
  await new JudgingTurn(context, turn, row, project, watches, stop).run();
}

/** What watches have found that are not there any more for the connection is over: their slot has another one by now, or none. */
async function forgetOthers({ db }: AskingContext, turn: TurnRow, watches: readonly ConnectionWatch[]): Promise<void> {
  const known = new Set(watches.map(({ row }) => row.id));
  const others = (await listStates(db, turn.connection_id)).filter(({ watch_id }) => !known.has(watch_id));
  if (others.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    if (!(await holdTurn(transaction, turn))) return;
    for (const state of others) {
      await closePartsOf(transaction, state, 'watch_changed');
      const own = transaction.deleteFrom('watch_states').where('watch_id', '=', state.watch_id);
      await own.where('connection_id', '=', state.connection_id).execute();
    }
  });
}

/** Whether the turn is this process's own still; it then stays so until the transaction ends. */
async function holdTurn(transaction: Queryable, { connection_id, claims }: TurnRow): Promise<boolean> {
  const own = transaction.updateTable('watch_turns').set({ claims }).where('connection_id', '=', connection_id);
  const { numUpdatedRows } = await own.where('claims', '=', claims).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function storeProblem(
  { db }: AskingContext,
  turn: TurnRow,
  watches: readonly ConnectionWatch[],
  problem: WatchProblem,
  againHours: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await endTurn(transaction, turn, { due_at: inHours(againHours), tries: 0 }))) return;
    for (const watch of await unchanged(transaction, watches)) {
      const verdict: Verdict = { outcome: 'problem', problem };
      await storeState(transaction, turn, watch, advance(standingOf(watch), verdict, '', watch.watched));
    }
  });
}

/** Those that nobody has changed or removed since they were read. */
async function unchanged(transaction: Queryable, watches: readonly ConnectionWatch[]): Promise<ConnectionWatch[]> {
  const ids = watches.map(({ row }) => row.id);
  const rows = await transaction.selectFrom('watches').select(['id', 'revision']).where('id', 'in', ids).execute();
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  return watches.filter(({ row }) => revisions.get(row.id) === row.revision);
}

/** What is over was judged, by the figures that there were then; an older day says nothing new. */
function isJudged({ watched, state }: ConnectionWatch, day: string): boolean {
  return !isLive(watched) && state?.day != null && state.day >= day && state.state !== 'problem';
}

function standingOf({ state }: ConnectionWatch): Standing {
  const none = { state: 'waiting', day: null, judged: null, problem: null, calm_days: 0 } as const;
  return { ...(state ?? none), isOpen: state?.incident_id != null };
}

async function storeState(
  transaction: Queryable,
  turn: TurnRow,
  { row, state }: ConnectionWatch,
  { step: _, ...advanced }: Advanced,
  incidentId: string | null = state?.incident_id ?? null,
): Promise<void> {
  const { state: stands, day, judged, problem, calm_days } = advanced;
  const values = {
    ...{ state: stands, day, judged, problem, calm_days, incident_id: incidentId },
    judged_at: new Date().toISOString(),
  };
  const { connection_id, account_id, project_id } = turn;
  await transaction
    .insertInto('watch_states')
    .values({ watch_id: row.id, connection_id, account_id, project_id, ...values })
    .onConflict((conflict) => conflict.columns(['watch_id', 'connection_id']).doUpdateSet(values))
    .execute();
}

/** One turn of a connection that is there. */
class JudgingTurn {
  readonly #context: AskingContext;
  readonly #turn: TurnRow;
  readonly #row: ConnectionRow;
  readonly #project: ProjectRow;
  readonly #watches: readonly ConnectionWatch[];
  readonly #stop: AbortSignal | undefined;
  readonly #now: Temporal.Instant;

  constructor(
    context: AskingContext,
    turn: TurnRow,
    row: ConnectionRow,
    project: ProjectRow,
    watches: readonly ConnectionWatch[],
    stop: AbortSignal | undefined,
  ) {
    this.#context = context;
    this.#now = context.now ?? Temporal.Now.instant();
    this.#turn = turn;
    this.#row = row;
    this.#project = project;
    this.#watches = watches;
    this.#stop = stop;
  }

  async run(): Promise<void> {
    const { answerMs = usualAnswerMs } = this.#context;
    const timeout = AbortSignal.timeout(answerMs);
    const signal = AbortSignal.any([timeout, ...(this.#stop ? [this.#stop] : [])]);
    try {
      await using source = await WatchedConnection.open({
        ...{ context: this.#context, row: this.#row, project: this.#project, goals: this.#goals(), signal },
        ...{ deadline: Date.now() + answerMs, now: this.#now },
      });
      const hasJudged = (watched: Watched, day: string) =>
        this.#watches.some((watch) => watch.watched === watched && isJudged(watch, day));
      const said = await source.ask((connection) => this.#askable(connection), { hasJudged });
      const judged = await this.#judge(said);
      const explained = await this.#explain(source, said, judged);
      await this.#store(said, judged, explained);
    } catch (error) {
      this.#stop?.throwIfAborted();
      const fault = error instanceof ConnectorError ? error : timeout.aborted ? this.#tooSlow() : undefined;
      if (!fault) throw error;
      await this.#fail(fault);
    }
  }

  #tooSlow(): ConnectorError {
    return new ConnectorError('transient', `The connection "${this.#row.name}" did not answer in time.`);
  }

  async #fail({ kind, message }: ConnectorError): Promise<void> {
    const { db } = this.#context;
    if (kind === 'reauth_required' || kind === 'resource_missing') await setConnectionStatus(db, this.#row.id, kind);
    const again = kind === 'transient' ? hours.again : hours.blocked;
    await storeProblem(this.#context, this.#turn, this.#watches, { code: kind, message }, again);
  }

  #goals() {
    const { goals = [] } = JSON.parse(this.#project.settings) as FollowedSettings;
    return (goals ?? []).filter(({ connection_id }) => connection_id === this.#row.id);
  }

  /** What can be asked for at all. */
  #askable({ name, description }: ReportConnection) {
    return this.#watches.map(({ watched }) => watched).filter((watched) => !missingIn(watched, name, description));
  }

  async #judge(said: Said): Promise<Judged[]> {
    const { connection, figures, timeZone, lastDay, settledDay } = said;
    const metricsWatched = await countUnusual(this.#context.db, this.#row.account_id);
    const context = { goals: this.#goals(), metricsWatched, now: this.#now, timeZone };
    return this.#watches.flatMap((watch): Judged[] => {
      const { watched } = watch;
      const problem = missingIn(watched, connection.name, connection.description);
      if (problem) return [{ watch, day: '', verdict: { outcome: 'problem', problem } }];
      const live = isLive(watched);
      const day = settledDay ?? (live ? lastDay : null);
      if (day === null) return [];
      if (isJudged(watch, day)) return [];
      const verdict = judge(settledDay === null ? presentOf(watched) : watched, figures, day, context);
      // Of a day that is not settled nothing else is known, so that what was told of others is not over.
      const isUnknown = settledDay === null && watched.rules.goal !== undefined && verdict.outcome !== 'alerting';
      return [{ watch, day, verdict: isUnknown ? { outcome: 'not_judged' } : verdict }];
    });
  }

  /** What is told anew is explained; what was told stays as it was. */
  #explain(source: WatchedConnection, { connection, figures }: Said, judged: readonly Judged[]) {
    const findings = judged.flatMap(({ watch, verdict }) => {
      const isNew = watch.state?.incident_id == null && watch.watched.dimension === null;
      return isNew && verdict.outcome === 'alerting' ? verdict.findings : [];
    });
    return explainFindings(source, connection, figures, findings);
  }

  async #store(said: Said, judged: readonly Judged[], explained: ReadonlyMap<Finding, Explained>): Promise<void> {
    const turn = this.#turn;
    await this.#context.db.transaction().execute(async (transaction) => {
      if (!(await endTurn(transaction, turn, { due_at: this.#nextLook(said), tries: 0 }))) return;
      const still = new Set(await unchanged(transaction, this.#watches));
      const steps = judged
        .filter(({ watch }) => still.has(watch))
        .map((each) => ({
          ...each,
          next: advance(standingOf(each.watch), each.verdict, each.day, each.watch.watched),
        }));
      const opened = steps.filter(({ next }) => next.step === 'open');
      const parts = opened.flatMap((each) =>
        this.#partsOf(each, explained).map((part) => ({ part, watch: each.watch })),
      );
      const at = { connection_id: turn.connection_id, account_id: turn.account_id, project_id: turn.project_id };
      const incidents = new Map<ConnectionWatch, string>();
      for (const [day, some] of Map.groupBy(parts, ({ part }) => part.day)) {
        const ids = await openParts(
          transaction,
          { ...at, day },
          some.map(({ part }) => part),
        );
        for (const [index, { watch }] of some.entries()) incidents.set(watch, ids[index] ?? '');
      }
      for (const { watch, next, day, verdict } of steps) {
        const open = watch.state?.incident_id ?? null;
        if (next.step === 'close' && watch.state) await closePartsOf(transaction, watch.state, 'recovered', day);
        if (next.step === 'none' && open !== null && verdict.outcome === 'alerting') {
          await refreshParts(transaction, open, day, this.#partsOf({ watch, verdict }, explained));
        }
        const incident = next.step === 'close' ? null : (incidents.get(watch) ?? open);
        await storeState(transaction, turn, watch, next, incident);
      }
    });
  }

  #partsOf({ watch, verdict }: Pick<Judged, 'watch' | 'verdict'>, explained: ReadonlyMap<Finding, Explained>): Part[] {
    if (verdict.outcome !== 'alerting') return [];
    return verdict.findings.map((finding) =>
      partOf(finding, watch.row, watch.watched, this.#project.currency, explained.get(finding) ?? null),
    );
  }

  /** When there may be something new to judge. */
  #nextLook({ figures, timeZone, lastDay, settledDay, isChanging }: Said): string {
    const soon = this.#now.add({ hours: hours.again });
    const today = Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString();
    const next = nextLook(today, timeZone, figures.freshAt !== null);
    const isLate = settledDay === null || settledDay < lastDay;
    const lateDays =
      settledDay === null ? Number.POSITIVE_INFINITY : Temporal.PlainDate.from(settledDay).until(lastDay).days;
    const again = isChanging || lateDays > 1 ? this.#now.add({ hours: hours.late }) : soon;
    const silences = this.#watches.flatMap(({ watched }) => {
      const { silence } = watched.rules;
      if (!isLive(watched)) return [];
      return [silentSince(figures, { now: this.#now, timeZone }).add({ hours: silence?.hours ?? 36 })];
    });
    const [first = next] = [isLate ? again : next, ...silences].toSorted(Temporal.Instant.compare);
    const due = Temporal.Instant.compare(first, soon) < 0 ? soon : first;
    return due.toString({ fractionalSecondDigits: 3 });
  }
}
