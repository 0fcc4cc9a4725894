import { useState } from 'react';
import type { Data } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Select, TextField } from '../../../components/fields.tsx';
import { Card } from '../../../components/Page.tsx';
import { Fault, Loading, Note } from '../../../components/states.tsx';
import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import styles from '../connections.module.css';
import { useDays } from '../days.ts';
import { type Days, daysBefore, daysOf, type PeriodName, periodNames } from '../periods.ts';
import { FiguresTable } from '../wizard/FiguresTable.tsx';

const units = ['month', 'week', 'day', 'whole'] as const;
const mostRows = 100;

/** The figures of a period, by time or by one of its groups. */
export function FiguresCard({ connection }: { readonly connection: Data<'getConnection'> }) {
  const { details, check } = useMessages().connection;
  const { id } = connection;
  const [period, setPeriod] = useState<PeriodName>('thisYear');
  const [own, setOwn] = useState<Days>(daysBefore(30));
  const [by, setBy] = useState<string>('month');
  const catalog = useRead('getConnectionCatalog', { connection_id: id, query: {} });
  const days = period === 'own' ? own : daysOf(period);
  const isPeriod = days.from !== '' && days.to !== '' && days.from <= days.to;
  const body = { ...days, by: by === 'whole' ? null : by };
  const read = useRead('getConnectionFigures', { connection_id: id, body }, { keepsPrevious: true, enabled: isPeriod });
  const bys = [
    ...units.map((unit) => ({ id: unit as string, label: details.bys[unit] })),
    ...(catalog.data?.data.dimensions ?? []).map(({ key, label }) => ({ id: key, label })),
  ];
  const rowLabel = useRowLabel(read.data?.data.by ?? null);
  const figures = read.data?.data;
  return (
    <Card title={details.figures}>
      <div className={styles.filters}>
        <Select
          label={details.period}
          options={periodNames.map((name) => ({ id: name, label: details.periods[name] }))}
          value={period}
          onChange={setPeriod}
        />
        {period === 'own' && (
          <>
            <TextField
              label={details.from}
              isRequired
              type="date"
              value={own.from}
              onChange={(from) => setOwn({ ...own, from })}
            />
            <TextField
              label={details.to}
              isRequired
              type="date"
              value={own.to}
              onChange={(to) => setOwn({ ...own, to })}
            />
          </>
        )}
        <Select label={details.by} options={bys} value={by} onChange={setBy} />
      </div>
      {read.error && <Fault error={read.error} onRetry={() => void read.refetch()} />}
      {!read.error && !figures && <Loading lines={4} />}
      {!read.error && figures && figures.rows.length === 0 && <p className={styles.quiet}>{details.noRows}</p>}
      {!read.error && figures && figures.rows.length > 0 && (
        <FiguresTable
          label={details.figures}
          first={bys.find(({ id: each }) => each === (figures.by ?? 'whole'))?.label ?? ''}
          figures={{ ...figures, rows: figures.rows.slice(0, mostRows) }}
          rowLabel={({ key }) => rowLabel(key, figures)}
        />
      )}
      {figures?.metrics
        .filter(({ key }) => Number(figures.left_out[key] ?? 0) > 0)
        .map(({ key, label }) => (
          <Note key={key} tone="warning" text={check.leftOut(Number(figures.left_out[key]), label)} />
        ))}
    </Card>
  );
}

/** What a row is of: a month, a day or week, a group, or the whole. */
function useRowLabel(by: string | null) {
  const { period, day } = useFormat();
  const { month } = useDays();
  return (key: string | null, whole: Days): string => {
    if (by === null) return period(whole.from, whole.to);
    if (key === null) return '–';
    if (by === 'month') return month(key);
    return by === 'day' || by === 'week' ? day(key) : key;
  };
}
