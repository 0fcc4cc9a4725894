// biome-ignore-all lint/a11y/noRedundantRoles: cells that are laid out as cards, as on a phone, lose the roles of their elements.
import type { ReactNode } from 'react';
import styles from './Table.module.css';

export interface Column<Row> {
  readonly id: string;
  /** What stands above it; on a phone, beside the value. */
  readonly label: string;
  /** The first column whose label is shown names the row and is its heading. */
  readonly cell: (row: Row) => ReactNode;
  /** Figures and buttons stand at the end of their cell. */
  readonly isAtEnd?: boolean;
  /** Its values are words of our own, which are short enough to stay whole; what people have written breaks anywhere. */
  readonly keepsWords?: boolean;
  /** Of boxes by which rows are ticked. */
  readonly isTick?: boolean;
  /** For columns of buttons and boxes: its label is only read out. */
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
    <TableFrame label={label} columns={columns}>
      <tbody role="rowgroup">
        <Rows columns={columns} rows={rows} keyOf={keyOf} />
      </tbody>
    </TableFrame>
  );
}

/** A table around its bodies. `rowCount` counts all rows where only some of them are there. */
export function TableFrame<Row>({
  label,
  columns,
  rowCount,
  children,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowCount?: number;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.scroller}>
      <table
        className={styles.table}
        aria-label={label}
        role="table"
        {...(rowCount !== undefined && { 'aria-rowcount': rowCount + 1 })}
      >
        <thead role="rowgroup">
          <tr role="row" {...(rowCount !== undefined && { 'aria-rowindex': 1 })}>
            {columns.map(({ id, label: text, isAtEnd, hidesLabel }) => (
              <th key={id} scope="col" role="columnheader" className={isAtEnd ? styles.end : undefined}>
                {hidesLabel ? <span className="unseen">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** The rows of a body; `first` is the number of rows before them, where not all of those are there. */
export function Rows<Row>({
  columns,
  rows,
  keyOf,
  first,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly first?: number;
}) {
  const naming = columns.find(({ hidesLabel }) => !hidesLabel);
  return rows.map((row, index) => (
    <tr key={keyOf(row)} role="row" {...(first !== undefined && { 'aria-rowindex': first + index + 2 })}>
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} isHeading={column === naming} />
      ))}
    </tr>
  ));
}

function classOf({ isAtEnd, keepsWords, isTick }: Pick<Column<never>, 'isAtEnd' | 'keepsWords' | 'isTick'>) {
  return isAtEnd ? styles.end : keepsWords ? styles.words : isTick ? styles.tick : undefined;
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
  const className = classOf(column);
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
