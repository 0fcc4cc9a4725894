import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import styles from './OrderedList.module.css';

interface OrderedItem {
  readonly id: string;
  /** What it is called, for its buttons. */
  readonly name: string;
  /** What stands in its row; its name where it is absent. */
  readonly content?: ReactNode;
  /** What can be opened below the row, such as its fields. */
  readonly details?: ReactNode;
}

interface OrderedListProps {
  readonly label: string;
  readonly items: readonly OrderedItem[];
  /** Without it the order is no matter. */
  readonly onOrder?: (ids: readonly string[]) => void;
  readonly onRemove: (id: string) => void;
  /** How many have to remain. */
  readonly fewest?: number;
  /** The item whose details are open, and how that changes. */
  readonly opened?: string | null;
  readonly onOpen?: (id: string | null) => void;
}

type Place = 'up' | 'down' | 'remove';

/** A short list whose rows are moved and removed by buttons; the focus goes with them, and moves are read out. */
export function OrderedList({
  label,
  items,
  onOrder,
  onRemove,
  fewest = 0,
  opened = null,
  onOpen,
}: OrderedListProps): ReactNode {
  const { lists } = useMessages().sections;
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<{ readonly id: string; readonly place: Place } | null>(null);
  const [said, say] = useState('');
  const count = useRef(items.length);
  useEffect(() => {
    const last = items.at(-1);
    // What added the last one that there was to add is gone, and the focus with it.
    if (last && items.length > count.current && document.activeElement === document.body) {
      focusButton(list.current, last.id, 'remove');
    }
    count.current = items.length;
    if (!next.current) return;
    const { id, place } = next.current;
    next.current = null;
    focusButton(list.current, id, place);
  });
  const move = (index: number, steps: 1 | -1) => {
    const ids = items.map(({ id }) => id);
    const [id = ''] = ids.splice(index, 1);
    ids.splice(index + steps, 0, id);
    next.current = { id, place: steps < 0 ? 'up' : 'down' };
    say(lists.moved(items[index]?.name ?? '', index + steps + 1, items.length));
    onOrder?.(ids);
  };
  const remove = (index: number) => {
    const neighbour = items[index + 1] ?? items[index - 1];
    if (neighbour) next.current = { id: neighbour.id, place: 'remove' };
    say(lists.removed(items[index]?.name ?? ''));
    onRemove(items[index]?.id ?? '');
  };
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={label}>
        {items.map(({ id, name, content, details }, index) => (
          <li key={id} className={styles.item} data-item={id}>
            <div className={styles.row}>
              <div className={styles.content}>{content ?? name}</div>
              {details !== undefined && onOpen && (
                <Button
                  look="quiet"
                  icon="edit"
                  aria-label={lists.edit(name)}
                  aria-expanded={opened === id}
                  onPress={() => onOpen(opened === id ? null : id)}
                />
              )}
              {onOrder && items.length > 1 && (
                <>
                  <RowButton place="up" label={lists.up(name)} isOff={index === 0} onPress={() => move(index, -1)} />
                  <RowButton
                    place="down"
                    label={lists.down(name)}
                    isOff={index === items.length - 1}
                    onPress={() => move(index, 1)}
                  />
                </>
              )}
              {items.length > fewest && (
                <RowButton place="remove" label={lists.remove(name)} isOff={false} onPress={() => remove(index)} />
              )}
            </div>
            {details !== undefined && opened === id && <div className={styles.details}>{details}</div>}
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}

const icons = { up: 'up', down: 'chevron', remove: 'close' } as const;

function RowButton({
  place,
  label,
  isOff,
  onPress,
}: {
  readonly place: Place;
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}) {
  return (
    <span data-place={place}>
      <Button look="quiet" icon={icons[place]} aria-label={label} isDisabled={isOff} onPress={onPress} />
    </span>
  );
}

/** The button of the row, or where it is off, as at the end of the list, the nearest that is not. */
function focusButton(list: HTMLElement | null, id: string, place: Place): void {
  const row = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].find((each) => each.dataset.item === id);
  const places: readonly Place[] = place === 'up' ? ['up', 'down'] : place === 'down' ? ['down', 'up'] : ['remove'];
  const buttons = places.map((each) => row?.querySelector<HTMLButtonElement>(`[data-place=${each}] button:enabled`));
  buttons.find((button) => button)?.focus();
}
