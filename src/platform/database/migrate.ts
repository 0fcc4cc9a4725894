import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { BackfillRun } from './backfill.ts';
import { buildIndex } from './concurrent-index.ts';
import { type Engine, isPostgres } from './engine.ts';
import type { Migration } from './migration.ts';
import { type RunStep, stepsOf } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';
import {
  type AppliedMigration,
  asSchemaDb,
  isUnfinished,
  prepareMigrationsTable,
  readSchema,
  refuseContracted,
} from './schema-state.ts';
import { inShortLocks, type RunStatement } from './short-locks.ts';
import type { Database, Tables } from './tables.ts';

/** Any numbers that no other program on the server uses for advisory locks. */
const advisoryLock = 7_265_706_012;
/** That of versions before there were kinds, which wait for it; so it is never held while an index is built, which would wait for them. */
const earlierLock = 7_265_706_011;
const lockedMs = 250;
const busyMs = 500;
/** More than all migrations ever have. */
const mostSteps = 100_000;

export interface MigrateOptions {
  /** All that the program knows; its own unless given. */
  readonly known?: readonly Migration[];
  /** Those that are to be applied, contract migrations among them; see `contract` for what it is unless given. */
  readonly wanted?: readonly Migration[];
  /** Apply contract migrations too, after which no program that does not know them can start. A new database gets them anyway. */
  readonly contract?: boolean;
  /** Told of each step before it is committed. */
  readonly onStep?: (step: StepRun) => unknown;
}

interface StepRun {
  readonly migration: Migration;
  readonly step: RunStep;
  readonly tookMs: number;
  /** That of the step, where it has one; else that of the migrator's lock. */
  readonly transaction: Transaction<Tables>;
}

interface Next {
  readonly migration: Migration;
  readonly steps: readonly RunStep[];
  readonly index: number;
}

/**
 * Brings the schema to this program's version and returns the names of the migrations that it applied. Each step is a
 * transaction that waits for locks half a second at most, or an index that is built beside other work; a run that is
 * killed is continued by the next one. Backfills are left to `runBackfills`. A schema to which a newer program has added
 * is as good as its own. Throws an OperatorError when a newer program has changed or removed anything, and when a lock is
 * not to be had.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const { known = migrations, contract = false } = options;
  const engine: Engine = isPostgres(database) ? 'postgres' : 'sqlite';
  const before = await readSchema(database);
  refuseContracted(before, known);
  const wanted =
    options.wanted ?? known.filter((each) => contract || before.length === 0 || !waitsToContract(each, before));
  const begun: string[] = [];
  // Most starts have nothing to do, and need not wait for one that builds an index.
  if (!nextOf(before, wanted, engine)) return begun;
  let isPrepared = false;
  for (let step = 0; step < mostSteps; step++) {
    const ran = await runNext(database, { known, wanted, engine, isPrepared, onStep: options.onStep });
    if (!ran) break;
    if (ran === locked) await delay(lockedMs);
    else isPrepared = true;
    if (ran !== locked && ran !== begun.at(-1)) begun.push(ran);
  }
  return begun;
}

/** Whether a migration takes away what programs of the version before may still use, and nobody has begun with it. */
export function waitsToContract({ name, unusedSince }: Migration, applied: readonly AppliedMigration[]): boolean {
  return unusedSince !== undefined && !applied.some((each) => each.name === name);
}

/** The first step that is not done, of a migration that is not left to `runBackfills`. */
function nextOf(applied: readonly AppliedMigration[], wanted: readonly Migration[], engine: Engine): Next | undefined {
  for (const migration of wanted) {
    const row = applied.find(({ name }) => name === migration.name);
    if (row && !isUnfinished(row)) continue;
    const steps = stepsOf(migration, engine);
    const index = row?.steps_done ?? 0;
    if (row && migration.kind === 'expand' && steps[index]?.does === 'backfill') continue;
    return { migration, steps, index };
  }
  return undefined;
}

interface Run {
  readonly known: readonly Migration[];
  readonly wanted: readonly Migration[];
  readonly engine: Engine;
  /** Whether the table of migrations has all columns. */
  readonly isPrepared: boolean;
  readonly onStep: MigrateOptions['onStep'];
}

/** Another process is at a step. */
const locked = Symbol('locked');

/** One step, of whoever comes first; the name of its migration, or undefined when there is none left. */
async function runNext(db: Database, run: Run): Promise<string | typeof locked | undefined> {
  const under = run.engine === 'postgres' ? inShortLocks : inOneTransaction;
  const next = await under(db, 'A migration', async (transaction, runStatement) => {
    if (run.engine === 'postgres' && !(await takeLock(transaction))) return locked;
    if (!run.isPrepared) await prepareMigrationsTable(transaction);
    const applied = await readSchema(transaction, { isPrepared: true });
    refuseContracted(applied, run.known);
    const found = nextOf(applied, run.wanted, run.engine);
    if (!found) return undefined;
    const { migration, steps, index } = found;
    const step = steps[index];
    if (run.engine === 'postgres' && step?.does !== 'index') await takeEarlierLock(transaction);
    const began = performance.now();
    if (step?.does === 'statements') for (const statement of step.statements) await runStatement(statement);
    if (step?.does === 'index') await buildIndex(db, { transaction, run: runStatement }, step);
    if (step?.does === 'backfill') {
      await begin(transaction, migration, index);
      return found;
    }
    const tookMs = performance.now() - began;
    if (step) await run.onStep?.({ migration, step, tookMs, transaction });
    await record(transaction, found, index + 1);
    return found;
  });
  if (!next || next === locked) return next;
  const step = next.steps[next.index];
  if (step?.does === 'backfill' && next.migration.kind === 'contract') {
    // Another process may be at it, which does all of it.
    while (!(await runBackfill(db, next.migration, next.index))) await delay(busyMs);
  }
  return next.migration.name;
}

function inOneTransaction<Result>(
  db: Database,
  _what: string,
  work: (transaction: Transaction<Tables>, run: RunStatement) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .execute((transaction) =>
      work(transaction, async (statement) => void (await sql.raw(statement).execute(transaction))),
    );
}

/**
 * Until the transaction ends, however long an index that is built beside it takes. Nobody waits for it within a statement,
 * whose snapshot that index would wait for in turn.
 */
async function takeLock(transaction: Kysely<Tables>): Promise<boolean> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  const { rows } = await sql<{ has: boolean }>`select pg_try_advisory_xact_lock(${advisoryLock}) as has`.execute(
    transaction,
  );
  return rows[0]?.has ?? false;
}

async function takeEarlierLock(transaction: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${earlierLock})`.execute(transaction);
}

/** Notes that a backfill is the next step; one that has begun goes on where it was. */
async function begin(transaction: Kysely<Tables>, { name, kind }: Migration, steps_done: number): Promise<void> {
  await asSchemaDb(transaction)
    .insertInto('schema_migrations')
    .values({ name, kind, steps_done, applied_at: new Date().toISOString(), backfill_rows: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

async function record(transaction: Kysely<Tables>, { migration, steps }: Next, done: number): Promise<void> {
  const now = new Date().toISOString();
  const progress = {
    steps_done: done,
    finished_at: done >= steps.length ? now : null,
    backfill_key: null,
    backfill_rows: 0,
  };
  await asSchemaDb(transaction)
    .insertInto('schema_migrations')
    .values({ name: migration.name, applied_at: now, kind: migration.kind, ...progress })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(progress))
    .execute();
}

/** A backfill that has begun and is not at its end. */
export interface PendingBackfill {
  readonly migration: Migration;
  readonly index: number;
  readonly table: string;
  /** How many rows it has looked at. */
  readonly looked: number;
}

/** The backfills of expand migrations that are not at their end. */
export function pendingBackfills(
  applied: readonly AppliedMigration[],
  known: readonly Migration[] = migrations,
): PendingBackfill[] {
  return known.flatMap((migration) => {
    const row = applied.find(({ name }) => name === migration.name);
    if (!row || !isUnfinished(row) || migration.kind !== 'expand') return [];
    const index = row.steps_done ?? 0;
    const step = stepsOf(migration, 'postgres')[index];
    if (step?.does !== 'backfill') return [];
    return [{ migration, index, table: step.backfill, looked: row.backfill_rows }];
  });
}

export interface BackfillOptions {
  /** Ends it after the current batch. */
  readonly signal?: AbortSignal;
  readonly onBatch?: (at: { readonly table: string; readonly looked: number; readonly tookMs: number }) => unknown;
  readonly known?: readonly Migration[];
}

/**
 * Does the batches of all backfills that have begun, until there are none or another process is at them; whether none is
 * left. Any number of processes may do so: each batch is done once.
 */
export async function runBackfills(db: Database, options: BackfillOptions = {}): Promise<boolean> {
  for (;;) {
    const [pending] = pendingBackfills(await readSchema(db), options.known);
    if (!pending) return true;
    if (!(await runBackfill(db, pending.migration, pending.index, options))) return false;
  }
}

async function runBackfill(
  db: Database,
  migration: Migration,
  index: number,
  { signal, onBatch }: BackfillOptions = {},
): Promise<boolean> {
  const steps = stepsOf(migration, 'postgres');
  const step = steps[index];
  if (step?.does !== 'backfill') return true;
  const run = new BackfillRun(db, migration.name, index, step);
  while (!signal?.aborted) {
    const began = performance.now();
    const end = await run.next((transaction) =>
      record(transaction as Kysely<Tables>, { migration, steps, index }, index + 1),
    );
    if (end === 'done') return true;
    if (end === 'busy') return false;
    await onBatch?.({ table: step.backfill, looked: run.looked, tookMs: performance.now() - began });
  }
  return false;
}
