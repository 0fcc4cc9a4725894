import { expressionsOf, levelFaults } from '../file/config.ts';
import type { SourceConfig } from './config.ts';
import type { Dialect } from './engine.ts';
import { expressionFault, selectFault } from './forbidden.ts';

/** Either of them. */
export interface Source {
  readonly table?: string | undefined;
  readonly query?: string | undefined;
}

/** The table or query of a configuration as SQL that can follow FROM. */
export function sourceSql({ table, query }: Source, dialect: Dialect): string {
  if (table !== undefined) return `${tableParts(table).map(dialect.identifier).join('.')} AS source`;
  return `(${withoutEnd(query ?? '')}\n) AS source`;
}

/** `public.orders` in its parts; a part in double quotes, backticks or brackets may have points. */
function tableParts(table: string): string[] {
  const parts = table.match(/"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\](?=\.|$)|[^."`]+/g) ?? [];
  return parts.map((part) => {
    const mark = part.charAt(0);
    if (mark === '[' && part.endsWith(']')) return part.slice(1, -1).replaceAll(']]', ']');
    return mark === '"' || mark === '`' ? part.slice(1, -1).replaceAll(mark + mark, mark) : part.trim();
  });
}

/** A SELECT copied from elsewhere often ends in a semicolon. */
function withoutEnd(query: string): string {
  return query.replace(/;\s*$/, '');
}

/** Every fault that shows without the server, each with its path. */
export function writtenFaults(config: SourceConfig, dialect: Dialect): string[] {
  const { table, query } = config;
  const faults: string[] = [];
  if ((table === undefined) === (query === undefined)) faults.push('Give either "table" or "query".');
  const ofQuery = query === undefined ? undefined : selectFault(withoutEnd(query), dialect.lexicon);
  if (ofQuery !== undefined) faults.push(`query: ${ofQuery}.`);
  for (const role of ['metrics', 'dimensions'] as const) faults.push(...repeatedKeys(role, config[role]));
  faults.push(...levelFaults(config).map(({ path, message }) => `${path}: ${message}`));
  for (const { name, path, sql } of expressionsOf(config)) {
    const fault = expressionFault(sql, dialect.lexicon);
    if (fault !== undefined) faults.push(`${path}: the SQL of ${name} is not valid: ${fault}.`);
  }
  return faults;
}

function repeatedKeys(role: string, items: readonly { readonly key: string }[]): string[] {
  return items.flatMap(({ key }, index) =>
    items.findIndex((other) => other.key === key) < index ? [`${role}.${index}.key: "${key}" is used twice.`] : [],
  );
}

/** The configuration with a date and dimensions that are just names of columns quoted. */
export function quoteNames(config: SourceConfig, columns: readonly string[], { identifier }: Dialect): SourceConfig {
  const quoted = (sql: string) => (columns.includes(sql) ? identifier(sql) : sql);
  const dimensions = config.dimensions.map((dimension) => ({ ...dimension, sql: quoted(dimension.sql) }));
  return { ...config, date: quoted(config.date), dimensions };
}
