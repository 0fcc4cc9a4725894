import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { ServiceError } from '../errors.ts';
import { type DatabaseLocation, postgresDialect } from './connect.ts';
import { prepared } from './prepared.ts';
import { isRolledBack } from './repeats.ts';
import { SharedAnswer } from './shared-answer.ts';
import type { Database, Queryable, Tables } from './tables.ts';

/** Of each process that serves the API. */
export const replicaPoolSize = 5;
/** More would wait for a connection for longer than the primary takes. */
const mostReads = 2 * replicaPoolSize;
const connectMs = 1_000;
const answerMs = 3_000;
/** How long a read waits for the replica to have what the primary had when it was asked for. */
const catchUpMs = 50;
const lookAgainMs = 5;
/** How long nothing is read from a replica that is behind, or that cannot be used. */
const restMs = { lagging: 1_000, away: 5_000, unfit: 5_000 } as const;

export const readOutcomes = ['replica', 'lagging', 'conflict', 'busy', 'away', 'unfit'] as const;
/** Where a read was answered: from the replica, or for whatever reason from the primary. */
export type ReadOutcome = (typeof readOutcomes)[number];

interface ReplicaParts {
  readonly primary: Database;
  readonly location: Extract<DatabaseLocation, { engine: 'postgres' }>;
  readonly onRead?: (outcome: ReadOutcome) => void;
  readonly log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** How far the primary has come, and which cluster it is. */
interface Position {
  readonly position: string;
  readonly cluster: string;
  readonly timeline: number;
  readonly name: string;
}

interface Standing {
  /** False for a server that takes writes itself. */
  readonly follows: boolean;
  /** Whether it is of the same cluster, on the primary's timeline, and has the same name: positions mean nothing otherwise. */
  readonly is_same: boolean;
  readonly is_there: boolean | null;
  /** Since the last commit that it has. */
  readonly seconds: number | null;
}

/** The read was not answered by the replica. */
class NotRead extends Error {
  readonly outcome: Exclude<ReadOutcome, 'replica'>;

  constructor(outcome: Exclude<ReadOutcome, 'replica'>, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/**
 * What is on the primary's disk: everything that anybody was told is done. A server that answers commits before they are there
 * says how far it has written.
 */
const readPosition = prepared<Position, []>(
  0,
  () => sql<Position>`select (case when current_setting('synchronous_commit') = 'off'
      then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as position,
    (select system_identifier from pg_control_system())::text as cluster,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
    current_database()::text as name`,
);

/** A replica learns of another timeline with its first changes, and notes it with the first of them that it stores. */
const readStanding = prepared<Standing, [string, string, number, string]>(
  4,
  (_, position, cluster, timeline, name) => sql<Standing>`select pg_is_in_recovery() as follows,
    (select system_identifier from pg_control_system())::text = ${cluster} and current_database() = ${name}
      and greatest(stored.timeline_id, ended.min_recovery_end_timeline) = ${timeline} as is_same,
    pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_there,
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds
    from pg_control_checkpoint() as stored, pg_control_recovery() as ended`,
);

/**
 * A standby of the primary, from which reads are answered that are as new as if the primary had answered them: each asks
 * the primary first how far it has come, and goes to the replica only if that has come as far, or does within 50 ms. So whoever
 * wrote reads what they wrote, whatever process they ask, and nobody sees anything go back. All else is read from the primary.
 */
export class Replica implements AsyncDisposable {
  readonly #parts: ReplicaParts;
  readonly #db: Kysely<Tables>;
  readonly #position: SharedAnswer<Position>;
  #reads = 0;
  #rest: { readonly until: number; readonly outcome: ReadOutcome } | undefined;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
    const location = { ...parts.location, poolSize: replicaPoolSize, connectMs, answerMs };
    // Without repeats: what a replica gives up, the primary answers.
    this.#db = new Kysely<Tables>({ dialect: postgresDialect(location) });
    this.#position = new SharedAnswer(() => positionOf(parts.primary));
  }

  /** The result of `work`, which only reads, and may be run a second time: on the primary. */
  async read<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result> {
    const { primary, onRead } = this.#parts;
    const skipped = this.#skipped();
    if (skipped) {
      onRead?.(skipped);
      return work(primary);
    }
    this.#reads++;
    try {
      const result = await this.#readHere(work);
      onRead?.('replica');
      this.#resume();
      return result;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      onRead?.(this.#note(error));
    } finally {
      this.#reads--;
    }
    return work(primary);
  }

  /** How many seconds it is behind. Throws an error that says why it is not read from. */
  async lag(): Promise<number> {
    const position = await this.#position.ask();
    const { seconds, is_there } = await this.#db.connection().execute((db) => caughtUp(db, position));
    return is_there ? 0 : (seconds ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#db.destroy();
  }

  #skipped(): ReadOutcome | undefined {
    if (this.#rest && performance.now() < this.#rest.until) return this.#rest.outcome;
    return this.#reads >= mostReads ? 'busy' : undefined;
  }

  async #readHere<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result> {
    const position = await this.#position.ask();
    // One connection throughout: an address may lead to several replicas. Each statement sees what is there at its begin.
    const transaction = this.#db.transaction().setIsolationLevel('read committed').setAccessMode('read only');
    return transaction.execute(async (db) => {
      const { is_there } = await caughtUp(db, position);
      if (!is_there) throw new NotRead('lagging', 'it is behind the primary');
      return work(db);
    });
  }

  #note(error: unknown): ReadOutcome {
    // Cancelled for what it has to replay.
    if (isRolledBack(error)) return 'conflict';
    const outcome = error instanceof NotRead ? error.outcome : 'away';
    const ms = restMs[outcome as keyof typeof restMs];
    if (this.#rest?.outcome !== outcome) {
      this.#parts.log?.warn({ err: error, outcome }, 'the read replica is not read from; the primary answers');
    }
    this.#rest = { until: performance.now() + ms, outcome };
    return outcome;
  }

  #resume(): void {
    if (this.#rest) this.#parts.log?.info({}, 'the read replica is read from again');
    this.#rest = undefined;
  }
}

async function positionOf(primary: Database): Promise<Position> {
  const [position] = await readPosition(primary);
  if (!position) throw new NotRead('unfit', 'the primary does not tell its position');
  return position;
}

/** Where the replica stands once it has a position, or when it does not within 50 ms. */
async function caughtUp(db: Queryable, { position, cluster, timeline, name }: Position): Promise<Standing> {
  for (const end = performance.now() + catchUpMs; ; await delay(lookAgainMs)) {
    const [standing] = await readStanding(db, position, cluster, timeline, name);
    if (!standing?.follows) throw new NotRead('unfit', 'it takes writes itself, so that it is no replica');
    if (!standing.is_same)
      throw new NotRead('unfit', 'it follows another server, or has not followed the primary since a failover');
    if (standing.is_there || performance.now() > end) return standing;
  }
}
