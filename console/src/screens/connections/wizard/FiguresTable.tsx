import type { Data } from '../../../api/client.ts';
import { useMessages } from '../../../messages/messages.tsx';
import { useFigure } from '../figure.ts';
import { Scroller } from './Scroller.tsx';
import wizard from './wizard.module.css';

type Figures = Data<'getConnectionFigures'>;
type Row = Figures['rows'][number];

/** Figures by time or group, a column for each metric; `rowLabel` says what a row is of. */
export function FiguresTable({
  label,
  first,
  figures,
  labels,
  units,
  rowLabel,
}: {
  readonly label: string;
  /** What stands above the first column. */
  readonly first: string;
  readonly figures: Figures;
  /** Names by keys of metrics, where they are not those of the answer. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly units?: Readonly<Record<string, string>>;
  readonly rowLabel: (row: Row) => string;
}) {
  const { check } = useMessages().connection;
  const write = useFigure();
  const { metrics, rows } = figures;
  if (rows.length === 0) return <p>{check.noFigure}</p>;
  return (
    <Scroller label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {metrics.map(({ key, label: name }) => (
              <th key={key} scope="col" className={wizard.end}>
                <bdi>{labels?.[key] ?? name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row">
                <bdi>{rowLabel(row)}</bdi>
              </th>
              {metrics.map(({ key, unit, currency }, index) => (
                <td key={key} className={wizard.end}>
                  {write(row.values[index], units?.[key] ?? unit, currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
