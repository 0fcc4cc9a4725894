import type { Engine } from './engine.ts';
import type { Backfill, Migration } from './migration.ts';

/** What the migrator does at once: statements in one transaction, an index beside other work, or rows in batches. */
export type RunStep =
  | { readonly does: 'statements'; readonly statements: readonly string[] }
  | { readonly does: 'index'; readonly index: string; readonly table: string; readonly statement: string }
  | ({ readonly does: 'backfill' } & Backfill);

const createIndex = /^\s*create index (\w+)\s+on (\w+)/i;

/** A migration in the order in which it is run. SQLite has one writer: there it is one transaction, which nothing waits for longer than it would for the parts. */
export function stepsOf(migration: Migration, engine: Engine): RunStep[] {
  const { statements = [], steps = [] } = migration;
  const together = [...statements, ...(migration[engine] ?? [])];
  const own = steps.flatMap((step): (string | Backfill)[] => {
    if (typeof step === 'string') return [step];
    if ('backfill' in step) return [step];
    if ('postgres' in step) return engine === 'postgres' ? [step.postgres] : [];
    return engine === 'sqlite' ? [step.sqlite] : [];
  });
  if (engine === 'sqlite') return [{ does: 'statements', statements: [...together, ...own.map(asStatement)] }];
  const made = madeBy(migration);
  const isLater = (statement: string) => isForLargeTables(statement, made);
  const first: RunStep[] = [];
  if (together.length > 0) first.push({ does: 'statements', statements: together.filter((each) => !isLater(each)) });
  return [
    ...first,
    ...together.filter(isLater).map(asStep),
    ...own.map((each) => (typeof each === 'string' ? asStep(each) : ({ does: 'backfill', ...each } as const))),
  ];
}

function asStatement(step: string | Backfill): string {
  return typeof step === 'string' ? step : `update ${step.backfill} set ${step.set} where ${step.where}`;
}

function asStep(statement: string): RunStep {
  const [, index, table] = createIndex.exec(statement) ?? [];
  if (index && table) return { does: 'index', index, table, statement };
  return { does: 'statements', statements: [statement] };
}

interface Made {
  readonly tables: ReadonlySet<string>;
  readonly dropped: ReadonlySet<string>;
}

function madeBy({ statements = [], postgres = [] }: Migration): Made {
  const found = (form: RegExp) =>
    new Set([...statements, ...postgres].flatMap((statement) => form.exec(statement)?.[1] ?? []));
  return {
    tables: found(/^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/i),
    dropped: found(/^\s*drop index (?:if exists )?(\w+)/i),
  };
}

/** Whether an index is of a table that may have rows. One that takes the place of another of its name stays where it is. */
function isForLargeTables(statement: string, { tables, dropped }: Made): boolean {
  const [, index, table] = createIndex.exec(statement) ?? [];
  return index !== undefined && table !== undefined && !tables.has(table) && !dropped.has(index);
}
