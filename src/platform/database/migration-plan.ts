import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { waitsToContract } from './migrate.ts';
import type { Migration, MigrationKind } from './migration.ts';
import { type RunStep, stepsOf } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';
import { isUnfinished, readSchema, refuseContracted } from './schema-state.ts';
import type { Queryable } from './tables.ts';

/** One step of a migration that is not applied. */
export interface PlannedStep {
  readonly migration: string;
  readonly kind: MigrationKind;
  /** `start`: the next start or `migrate`; `beside`: processes beside their other work; `contract`: only `migrate --contract`. */
  readonly by: 'start' | 'beside' | 'contract';
  readonly step: string;
  /** The tables that it locks, each with PostgreSQL's name of the lock; empty on SQLite, which has one writer. */
  readonly locks: string;
  /** What waits for it, and how long that may be: said of the kind of step, not measured. */
  readonly waits: string;
  /** About how many rows its table has, by the statistics of PostgreSQL; null where nothing is read. */
  readonly rows: number | null;
}

/** What `migrate` would run, without running any of it. Throws an OperatorError when a newer program has taken something away. */
export async function planMigrations(db: Queryable, known: readonly Migration[] = migrations): Promise<PlannedStep[]> {
  const applied = await readSchema(db);
  refuseContracted(applied, known);
  const planned: PlannedStep[] = [];
  for (const migration of known) {
    const row = applied.find(({ name }) => name === migration.name);
    if (row && !isUnfinished(row)) continue;
    const steps = stepsOf(migration, isPostgres(db) ? 'postgres' : 'sqlite').slice(row?.steps_done ?? 0);
    const isLater = applied.length > 0 && waitsToContract(migration, applied);
    for (const step of steps) {
      for (const part of isPostgres(db) ? partsOf(step) : [inOneGo(step)]) {
        const { table, ...said } = part;
        const by = isLater ? 'contract' : step.does === 'backfill' && isPostgres(db) ? 'beside' : 'start';
        const rows = table === undefined ? null : await estimateRows(db, table);
        planned.push({ migration: migration.name, kind: migration.kind, by, ...said, rows });
      }
    }
  }
  return planned;
}

interface Part extends Pick<PlannedStep, 'step' | 'locks' | 'waits'> {
  readonly table?: string;
}

function inOneGo(step: RunStep): Part {
  const statements = step.does === 'statements' ? step.statements.length : 1;
  return { step: `${statements} statements in one transaction`, locks: '', waits: 'all writes, until it is done' };
}

const moment = 'for a moment, after half a second of waiting at most';
/** The first form that fits; its group is the table. */
const forms: readonly (readonly [form: RegExp, lock: string, waits: string])[] = [
  [/^create (?:unlogged )?table (?:if not exists )?(\w+)/i, '', 'nothing: it is new'],
  [/^create (?:or replace )?function (\w+)/i, '', 'nothing'],
  [
    /^alter table (?:only )?(\w+) validate constraint/i,
    'SHARE UPDATE EXCLUSIVE',
    'nothing: it reads the table beside other work',
  ],
  [/^alter table (?:only )?(\w+)/i, 'ACCESS EXCLUSIVE', `reads and writes, ${moment}`],
  [/^create (?:unique )?index \w+\s+on (\w+)/i, 'SHARE', 'writes, while it is built'],
  [/^create (?:or replace )?trigger [\s\S]*? on (\w+)/i, 'SHARE ROW EXCLUSIVE', `writes, ${moment}`],
  [/^drop (?:trigger \w+ on|table|index)(?: if exists)? (\w+)/i, 'ACCESS EXCLUSIVE', `reads and writes, ${moment}`],
  [
    /^(?:insert into|update|delete from) (\w+)/i,
    'ROW EXCLUSIVE',
    'writes of the same rows, until the transaction ends',
  ],
];

/** Each statement of a transaction by itself; its locks are held until the last one is done. */
function partsOf(step: RunStep): Part[] {
  if (step.does === 'index') {
    const waits = 'nothing: it is built beside other work, or at once where the table has less than 8 MB';
    return [{ step: oneLine(step.statement), locks: `${step.table} SHARE UPDATE EXCLUSIVE`, waits, table: step.table }];
  }
  if (step.does === 'backfill') {
    const { backfill: table, set, where } = step;
    const waits = 'writes of the rows of a batch, a fifth of a second';
    return [{ step: `fill ${table}: set ${set} where ${where}`, locks: `${table} ROW EXCLUSIVE`, waits, table }];
  }
  return step.statements.map((statement) => {
    const text = oneLine(statement);
    for (const [form, lock, waits] of forms) {
      const [, table] = form.exec(text) ?? [];
      if (table === undefined) continue;
      return { step: text, locks: lock && `${table} ${lock}`, waits, ...(lock && { table }) };
    }
    return { step: text, locks: '', waits: 'not known: read the statement' };
  });
}

const oneLine = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim().slice(0, 120);

async function estimateRows(db: Queryable, table: string): Promise<number | null> {
  const { rows } = await sql<{ rows: number }>`select greatest(reltuples, 0)::float8 as rows from pg_class
    where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.rows ?? null;
}
