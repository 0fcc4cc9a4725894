import { Card } from '../../../components/Page.tsx';
import { Loading } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { useDays } from '../days.ts';
import type { Metric } from '../metrics.ts';
import type { Values } from '../schema.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { allDays, useSourceFigures } from './figures.ts';
import type { StepProps } from './source.ts';

const monthsShown = 12;

/** The figures by month, the newest first, as they come of what was decided above. */
export function Months(props: StepProps & { readonly config: Values }) {
  const { check } = useMessages().connection;
  const { month } = useDays();
  const { config } = props;
  const metrics = config.metrics as readonly Metric[];
  const read = useSourceFigures(props, config, { ...allDays, by: 'month' }, metrics.length > 0);
  const labels = Object.fromEntries(metrics.map(({ key, label }) => [key, label]));
  const units = Object.fromEntries(metrics.map(({ key, unit }) => [key, unit]));
  if (read.error) return null;
  return (
    <Card title={check.byMonth}>
      {read.data ? (
        <>
          <Span rows={read.data.rows} />
          <FiguresTable
            label={check.byMonth}
            first={check.byMonth}
            figures={{ ...read.data, rows: read.data.rows.toReversed().slice(0, monthsShown) }}
            labels={labels}
            units={units}
            rowLabel={({ key }) => (key === null ? '–' : month(key))}
          />
        </>
      ) : (
        <Loading lines={4} />
      )}
    </Card>
  );
}

function Span({ rows }: { readonly rows: readonly { readonly key: string | null }[] }) {
  const { check } = useMessages().connection;
  const { months } = useDays();
  const keys = rows.flatMap(({ key }) => key ?? []);
  const [first, last] = [keys.at(0), keys.at(-1)];
  if (first === undefined || last === undefined) return null;
  return <p>{check.span(months(first, last))}</p>;
}
