// biome-ignore-all lint/a11y/noRedundantRoles: cells that are laid out as cards, as on a phone, lose the roles of their elements.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ListId } from '../../../client/src/manage/index.ts';
import type { Input } from '../api/client.ts';
import { type Item, rowsOfPage, useTablePage } from '../api/reads.ts';
import { Fault } from './states.tsx';
import styles from './Table.module.css';
import { type Column, Rows, TableFrame } from './Table.tsx';

interface Listed<Id extends ListId> {
  readonly list: Id;
  readonly input: Input<Id>;
  readonly columns: readonly Column<Item<Id>>[];
  readonly keyOf: (row: Item<Id>) => string;
  /** Of all pages. */
  readonly total: number;
}

/** As a row is at first, in pixels, until some have been measured. */
const usualHeight = 57;

/**
 * A table of any number of rows. Only the pages near what is seen have theirs; the others have the room that they take. The
 * page with the focus stays.
 */
export function LongTable<Id extends ListId>({ label, ...listed }: Listed<Id> & { readonly label: string }) {
  const { columns, total } = listed;
  const rowHeight = useRef(usualHeight);
  const pages = Array.from({ length: Math.ceil(total / rowsOfPage) }, (_, index) => index + 1);
  return (
    <TableFrame label={label} columns={columns} rowCount={total}>
      {pages.map((page) => (
        <PageOfRows key={page} {...listed} page={page} rowHeight={rowHeight} />
      ))}
    </TableFrame>
  );
}

function PageOfRows<Id extends ListId>({
  list,
  input,
  page,
  rowHeight,
  columns,
  keyOf,
  total,
}: Listed<Id> & { readonly page: number; readonly rowHeight: RefObject<number> }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useRef<number>(undefined);
  const isNear = useNear(body, page === 1);
  const { data, error, refetch } = useTablePage(list, input, page, isNear);
  const rows = (data?.data as { readonly items: readonly Item<Id>[] } | undefined)?.items;
  const first = (page - 1) * rowsOfPage;
  const isThere = isNear && rows !== undefined;
  useLayoutEffect(() => {
    if (!isThere || rows.length === 0) return;
    height.current = body.current?.offsetHeight;
    rowHeight.current = (height.current ?? 0) / rows.length || usualHeight;
  });
  const room = height.current ?? Math.min(rowsOfPage, total - first) * rowHeight.current;
  return (
    <tbody ref={body} role="rowgroup">
      {isThere ? (
        <Rows columns={columns} rows={rows} keyOf={keyOf} first={first} />
      ) : (
        <tr role="row" aria-hidden={error === null} className={styles.room}>
          <td role="cell" colSpan={columns.length} style={{ blockSize: room }}>
            {isNear && error && <Fault error={error} onRetry={() => void refetch()} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** How far beyond what is seen rows are made: about a screen, so that nobody who scrolls or tabs comes to an end. */
const near = '900px 0px';

function useNear(element: RefObject<HTMLElement | null>, isNearAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(isNearAtFirst);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting || current.contains(document.activeElement)),
      { rootMargin: near },
    );
    watch.observe(current);
    return () => watch.disconnect();
  }, [element]);
  return isNear;
}
