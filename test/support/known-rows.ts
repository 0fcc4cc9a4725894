/** One row of the data set that every connector is asked about. */
export interface KnownRow {
  readonly day: string;
  readonly place: string | null;
  readonly amount: number | null;
}

const places = ['Berlin', 'Łódź', '東京', 'a "quoted", semi;colon\tand tab', 'Åre', 'berlin', null, 'nothing'];

/** 500 rows from 15 January to 22 March 2024, none on a Sunday, with missing places and amounts; amounts are exact in binary. */
export const knownRows: readonly KnownRow[] = Array.from({ length: 500 }, (_, index) => {
  const day = Temporal.PlainDate.from('2024-01-15').add({ days: (index * 37) % 68 });
  const place = places[(index * index + 3 * index) % places.length] ?? null;
  return {
    day: (day.dayOfWeek === 7 ? day.subtract({ days: 1 }) : day).toString(),
    place,
    amount: place === 'nothing' || index % 11 === 0 ? null : ((index * 7919) % 2000) / 4 - 100,
  };
});

/** The rows of a period, both ends inclusive. */
export function rowsIn({ from, to }: { from: string; to: string }): KnownRow[] {
  return knownRows.filter(({ day }) => from <= day && day <= to);
}

/** The metrics `entries`, `total` and `average` of rows; null where there is none. */
export function figuresOf(rows: readonly KnownRow[]): (number | null)[] {
  const amounts = rows.map(({ amount }) => amount).filter((amount) => amount !== null);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return amounts.length > 0 ? [rows.length, total, total / amounts.length] : [rows.length, null, null];
}

/** The rows of a period by what they share. */
export function grouped<K>(
  within: { from: string; to: string },
  keyOf: (row: KnownRow) => K,
): { key: K; rows: KnownRow[] }[] {
  return [...Map.groupBy(rowsIn(within), keyOf)].map(([key, rows]) => ({ key, rows }));
}

/** The first day of the unit that a day lies in. */
export function firstDay(day: string, unit: 'day' | 'week' | 'month'): string {
  const date = Temporal.PlainDate.from(day);
  if (unit === 'week') return date.subtract({ days: date.dayOfWeek - 1 }).toString();
  return (unit === 'month' ? date.with({ day: 1 }) : date).toString();
}
