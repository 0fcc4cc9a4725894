import type { Migration } from '../../src/platform/database/migration.ts';

/** What a statement of an expand migration may not do to a table that programs of the version before use, and why. */
const forms: readonly (readonly [form: RegExp, why: string])[] = [
  [/\bdrop (table|column|view|index|trigger|function)\b/, 'removes what the version before may use'],
  [/\bdrop constraint\b/, 'removes a constraint by whose name the version before may know a conflict'],
  [/\brename\b/, 'renames what the version before uses'],
  [/\balter (column )?\w+ (set data )?type\b/, 'changes a type, which also writes the table anew'],
  [/\bset not null\b/, 'refuses rows that the version before writes'],
  [/\badd (constraint|check|unique|primary key|foreign key)\b/, 'refuses rows that the version before writes'],
  [/^create unique index\b/, 'refuses rows that the version before writes'],
  [/^(delete|truncate)\b/, 'deletes rows that the version before may need'],
  [/\bcreate or replace (function|trigger|view)\b/, 'changes what the version before calls; give it another name'],
  [/^(revoke|alter sequence|alter type|reindex|cluster|vacuum full)\b/, 'does more than add'],
];

const ofTable =
  /^(?:create (?:unique )?index (?:if not exists )?\w+ on|alter table(?: if exists)?(?: only)?|drop table(?: if exists)?|delete from|truncate(?: table)?|drop trigger \w+ on) (\w+)/;
const widens = /\balter column \w+ drop (not null|default)\b|\balter column \w+ set default\b/;

/** Why a migration is no expand migration, a sentence for each statement; none where it only adds. */
export function narrowingsOf({ statements = [], sqlite = [], postgres = [], steps = [] }: Migration): string[] {
  const all = [...statements, ...sqlite, ...postgres, ...steps.flatMap(statementsOf)].map(plain);
  const made = new Set(
    all.flatMap((each) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(each)?.[1] ?? []),
  );
  const faults = all.flatMap((statement) => {
    const table = ofTable.exec(statement)?.[1];
    if (table !== undefined && made.has(table)) return [];
    if (/^create (or replace )?(function|trigger)\b/.test(statement)) return functionFaults(statement);
    if (widens.test(statement) && !/,/.test(statement)) return [];
    const why = forms.find(([form]) => form.test(statement))?.[1] ?? addedColumnFault(statement);
    return why === undefined ? [] : [`"${statement.slice(0, 100)}" ${why}`];
  });
  return [...faults, ...orderFaults(steps)];
}

function statementsOf(step: NonNullable<Migration['steps']>[number]): string[] {
  if (typeof step === 'string') return [step];
  return 'backfill' in step ? [] : Object.values(step);
}

/** In one line of small letters, without comments and texts in quotes. */
function plain(statement: string): string {
  const bare = statement.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
  return bare.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** What is in its body is not done to the tables by the migration itself. */
function functionFaults(statement: string): string[] {
  if (!statement.startsWith('create or replace')) return [];
  return [`"${statement.slice(0, 100)}" changes what the version before calls; give it another name`];
}

function addedColumnFault(statement: string): string | undefined {
  const [, definition = ''] = /^alter table \w+ add column (?:if not exists )?(.*)$/.exec(statement) ?? [];
  if (/\bnot null\b/.test(definition) && !/\bdefault\b/.test(definition)) {
    return 'has no default, so that rows which the version before writes are refused';
  }
  if (/\bunique\b|\bprimary key\b|\bcheck\b/.test(definition)) return 'refuses rows that the version before writes';
  if (/\bdefault [^,]*\(/.test(definition)) return 'has a default that may write the whole table anew';
  return undefined;
}

/** A start does what stands before the first backfill; what would stand behind it would be missing while it runs. */
function orderFaults(steps: NonNullable<Migration['steps']>): string[] {
  const isBackfill = (step: (typeof steps)[number]) => typeof step !== 'string' && 'backfill' in step;
  const first = steps.findIndex(isBackfill);
  return first < 0 || steps.slice(first).every(isBackfill) ? [] : ['a step stands behind a backfill'];
}
