import type { Migration } from '../migration.ts';

/**
 * What is counted: the rows of a table by owner, kind and status. Generations are those of a calendar month (UTC) that
 * count against the plan. Expressions are SQL on a row of the table.
 */
interface Count {
  readonly list: string;
  readonly owner: string;
  readonly kind: string;
  readonly status: string;
  readonly where: string;
}

interface CountedTable {
  readonly table: string;
  readonly counts: readonly Count[];
  /** A change of any of these may change a count. */
  readonly columns: readonly string[];
}

export const countedTables: readonly CountedTable[] = [
  {
    table: 'projects',
    counts: [{ list: 'projects', owner: '{row}account_id', kind: `''`, status: '{row}status', where: 'true' }],
    columns: ['account_id', 'status'],
  },
  {
    table: 'reports',
    counts: [{ list: 'reports', owner: '{row}project_id', kind: '{row}source', status: '{row}status', where: 'true' }],
    columns: ['account_id', 'project_id', 'source', 'status'],
  },
  {
    table: 'jobs',
    counts: [
      { list: 'jobs', owner: '{row}project_id', kind: '{row}type', status: '{row}status', where: 'true' },
      {
        list: 'generations',
        owner: '{row}account_id',
        kind: 'substr({row}created_at, 1, 7)',
        status: `''`,
        where: `({row}type = 'generation' and {row}status in ('queued', 'running', 'completed'))`,
      },
    ],
    columns: ['account_id', 'project_id', 'type', 'status', 'created_at'],
  },
];

/** The expression on the row that a trigger calls so: `old`, `new`. */
const of = (row: string, expression: string) => expression.replaceAll('{row}', row && `${row}.`);

/** The cell of a row: account, owner, list, kind, status. */
const cell = (row: string, { owner, list, kind, status }: Count) =>
  `${of(row, '{row}account_id')}, ${of(row, owner)}, '${list}', ${of(row, kind)}, ${of(row, status)}`;

/** The cells of some rows, each with the number of its rows. */
const cellsOf = (rows: string, counts: readonly Count[]) =>
  counts
    .map((count) => `select ${cell('', count)}, count(*) from ${rows} where ${of('', count.where)} group by 1, 2, 4, 5`)
    .join(' union all ');

const columns = 'account_id, owner, list, kind, status, number';
const backFill = countedTables.map(
  ({ table, counts }) => `insert into list_counts (${columns}) ${cellsOf(table, counts)}`,
);
/** Whether a changed row counts elsewhere than before, or no longer, or from now on. */
const hasMoved = ({ owner, kind, status, where }: Count) => {
  const place = (row: string) => `(${[owner, kind, status, where].map((each) => of(row, each))})`;
  return `${place('old')} is distinct from ${place('new')}`;
};

export const sqliteTriggers = ({ table, counts, columns: names }: CountedTable) =>
  counts.flatMap((count) => {
    const add = `insert into list_counts (${columns}) select ${cell('new', count)}, 1
      where ${of('new', count.where)} on conflict (owner, list, kind, status) do update set number = number + 1;`;
    const remove = `update list_counts set number = number - 1 where ${of('old', count.where)} and (owner, list, kind, status)
      = (${of('old', count.owner)}, '${count.list}', ${of('old', count.kind)}, ${of('old', count.status)});`;
    return [
      `create trigger ${count.list}_added after insert on ${table} begin ${add} end`,
      `create trigger ${count.list}_removed after delete on ${table} begin ${remove} end`,
      `create trigger ${count.list}_changed after update of ${names} on ${table} when ${hasMoved(count)}
        begin ${remove} ${add} end`,
    ];
  });

/** Adds to a row of the cell that nobody else is changing, or to a new one: no transaction waits for another's count. */
const postgresCount = `create function count_listed(
    of_account text, of_owner text, of_list text, of_kind text, of_status text, change bigint
  ) returns void language plpgsql as $$
  begin
    update list_counts set number = number + change where id = (
      select id from list_counts where owner = of_owner and list = of_list and kind = of_kind and status = of_status
      limit 1 for update skip locked);
    if not found then
      insert into list_counts (${columns}) values (of_account, of_owner, of_list, of_kind, of_status, change);
    end if;
  end $$`;

/** Rows added and removed are counted a statement at a time: thousands of changes of one row in one transaction are slow. */
export const postgresTriggers = ({ table, counts, columns: names }: CountedTable) => {
  const change = (row: string, count: Count, by: number) =>
    `if ${of(row, count.where)} then perform count_listed(${cell(row, count)}, ${by}); end if;`;
  const moves = counts.map(
    (count) => `if ${hasMoved(count)} then ${change('old', count, -1)} ${change('new', count, 1)} end if;`,
  );
  return [
    `create function count_${table}() returns trigger language plpgsql as $$
      begin
        perform count_listed(account_id, owner, list, kind, status, case tg_op when 'INSERT' then number else -number end)
          from (${cellsOf('changed', counts)}) as cells (${columns});
        return null;
      end $$`,
    `create trigger ${table}_added after insert on ${table} referencing new table as changed
      for each statement execute function count_${table}()`,
    `create trigger ${table}_removed after delete on ${table} referencing old table as changed
      for each statement execute function count_${table}()`,
    `create function recount_${table}() returns trigger language plpgsql as $$
      begin
        ${moves.join(' ')}
        return null;
      end $$`,
    `create trigger ${table}_changed after update of ${names} on ${table} for each row
      when (${counts.map(hasMoved).join(' or ')}) execute function recount_${table}()`,
  ];
};

const dropped = [
  'projects_by_updated_at',
  'projects_by_name',
  'reports_by_project',
  'reports_by_period',
  'jobs_by_project',
  'jobs_by_change',
  'jobs_by_account',
].map((index) => `drop index ${index}`);

/**
 * Totals are kept instead of counted, by triggers, in the transaction of the change. Each list has an index in each of
 * its orders for every kind and status, of which a page is merged, and one for its usual order without filters.
 */
export const listCounts: Migration = {
  name: '0015-list-counts',
  kind: 'contract',
  statements: [
    'create index projects_by_status_and_creation on projects (account_id, status, created_at, id)',
    'create index projects_by_status_and_change on projects (account_id, status, updated_at, id)',
    'create index projects_by_status_and_name on projects (account_id, status, name, id)',
    'create index reports_by_creation on reports (project_id, created_at, id)',
    'create index reports_by_source_and_creation on reports (project_id, source, status, created_at, id)',
    'create index reports_by_source_and_period on reports (project_id, source, status, period_from, id)',
    'create index jobs_by_creation on jobs (project_id, created_at, id)',
    'create index jobs_by_type_and_creation on jobs (project_id, type, status, created_at, id)',
    'create index jobs_by_type_and_change on jobs (project_id, type, status, updated_at, id)',
    'create index jobs_by_owner on jobs (account_id)',
  ],
  sqlite: [
    `create table list_counts (
      account_id text not null references accounts (id),
      owner text not null,
      list text not null,
      kind text not null,
      status text not null,
      number integer not null,
      primary key (owner, list, kind, status)
    )`,
    'create index list_counts_by_account on list_counts (account_id)',
    ...countedTables.flatMap(sqliteTriggers),
    ...backFill,
    ...dropped,
  ],
  postgres: [
    // Half of each page stays free, so that a changed count finds room beside its old one and no index changes.
    `create table list_counts (
      id bigint generated always as identity primary key,
      account_id text not null references accounts (id),
      owner text not null,
      list text not null,
      kind text not null,
      status text not null,
      number bigint not null
    ) with (fillfactor = 50)`,
    'create index list_counts_by_owner on list_counts (owner, list, kind, status)',
    'create index list_counts_by_account on list_counts (account_id)',
    postgresCount,
    ...countedTables.flatMap(postgresTriggers),
    ...backFill,
    ...dropped,
  ],
};
