// biome-ignore-all lint/a11y/noRedundantRoles: cells that are laid out as cards, as on a phone, lose the roles of their elements.
import type { ReactNode } from 'react';
import styles from './Table.module.css';

export interface Column<Row> {
  readonly id: string;
  /** What stands above it; on a phone, beside the value. */
  readonly label: string;
  /** The first column names the row and is its heading. */
  readonly cell: (row: Row) => ReactNode;
  /** Figures and buttons stand at the end of their cell. */
  readonly isAtEnd?: boolean;
  /** Its values are words of our own, which are short enough to stay whole; what people have written breaks anywhere. */
  readonly keepsWords?: boolean;
  /** For columns of buttons: its label is only read out. */
  readonly hidesLabel?: boolean;
}

/** Rows of the same kind. On a phone each row becomes a card. `label` says what they are. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={label} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, label: text, isAtEnd, hidesLabel }) => (
              <th key={id} scope="col" role="columnheader" className={isAtEnd ? styles.end : undefined}>
                {hidesLabel ? <span className="unseen">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} row={row} isHeading={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({
  column,
  row,
  isHeading,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isHeading: boolean;
}) {
  const className = column.isAtEnd ? styles.end : column.keepsWords ? styles.words : undefined;
  if (isHeading) {
    return (
      <th scope="row" role="rowheader" className={className}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td role="cell" className={className} {...(!column.hidesLabel && { 'data-label': column.label })}>
      {column.cell(row)}
    </td>
  );
}
