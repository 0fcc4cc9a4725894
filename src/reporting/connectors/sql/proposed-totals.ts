import type { RowsConfig } from '../file/config.ts';
import type { Binding } from './binding.ts';
import type { Dialect, Session } from './engine.ts';
import { select } from './faults.ts';
import { figureOf, queryFigures } from './figures.ts';

type Metrics = RowsConfig['metrics'];

/** What metrics make of the whole source, by their keys: in one SELECT, and one more for those of its last day. */
export async function totalsOf(
  session: Session,
  binding: Binding,
  dialect: Dialect,
  timeZone: string,
  metrics: Metrics,
): Promise<Record<string, number | null>> {
  const whole = metrics.filter(({ at }) => at === undefined);
  const levels = metrics.filter(({ at }) => at !== undefined);
  const figures = await wholeFigures(
    session,
    binding.source,
    dialect,
    whole.map(({ sql }) => sql),
  );
  const [[, ...values] = []] = (await select(session, `SELECT ${figures.join(', ')} FROM ${binding.source}`)).rows;
  return {
    ...Object.fromEntries(whole.map(({ key }, index) => [key, figureOf(values[index])])),
    ...(levels.length === 0 ? {} : await atTheEnd(session, binding, dialect, timeZone, levels)),
  };
}

/** With a count, by which all are aggregates. */
async function wholeFigures(
  session: Session,
  source: string,
  dialect: Dialect,
  metrics: readonly string[],
): Promise<readonly string[]> {
  const figures = ['count(*)', ...metrics];
  const { whole } = dialect;
  if (!whole) return figures;
  const { columns } = await select(session, `SELECT ${figures.join(', ')} FROM ${source} WHERE 1 = 0`);
  return figures.map((sql, index) => whole(sql, columns[index]));
}

async function atTheEnd(
  session: Session,
  binding: Binding,
  dialect: Dialect,
  timeZone: string,
  metrics: Metrics,
): Promise<Record<string, number | null>> {
  const { rows } = await select(session, `SELECT max(${binding.config.date}) FROM ${binding.source}`);
  const [, text] = /^(\d{4}-\d{2}-\d{2})/.exec(String(rows[0]?.[0] ?? '')) ?? [];
  if (text === undefined) return {};
  // The server may have written it in another zone.
  const day = Temporal.PlainDate.from(text);
  const [from, to] = [day.subtract({ days: 1 }).toString(), day.add({ days: 1 }).toString()];
  const asked = { from, to, timeZone, by: 'none', limit: 1, metrics: metrics.map(({ key }) => key) } as const;
  const of = { ...binding, config: { ...binding.config, metrics } };
  const [row] = (await queryFigures(session, of, dialect, asked)).rows;
  return Object.fromEntries(metrics.map(({ key }, index) => [key, row?.values[index] ?? null]));
}
