import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/icons.tsx';
import { Menu } from '../../../components/Menu.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { KeyedSection } from '../draft/draft.ts';
import type { DraftFaults } from '../draft/faults.ts';
import { describeSection, sectionKinds } from '../sections/kinds.tsx';
import type { Section, Source } from '../types.ts';
import { nameOf } from './names.ts';
import styles from './SectionList.module.css';
import { useDragging } from './use-dragging.ts';
import type { OriginOf } from './use-origins.ts';

/** What can be done with one section of the list. */
export interface SectionActions {
  readonly move: (key: string, steps: 1 | -1) => void;
  /** Moves it before or after another one. */
  readonly place: (key: string, target: string, place: 'before' | 'after') => void;
  readonly duplicate: (key: string) => void;
  readonly remove: (key: string) => void;
}

interface SectionListProps extends SectionActions {
  readonly sections: readonly KeyedSection[];
  readonly selected: string | null;
  /** Not `isForEditing`: who goes through the list stays there. */
  readonly onSelect: (key: string, isForEditing?: boolean) => void;
  /** Enter, or a tap, goes on to what can be changed of it. */
  readonly onOpen: (key: string) => void;
  readonly faults: DraftFaults;
  readonly sources: readonly Source[];
  readonly originOf: OriginOf;
}

/** The sections in their order, which dragging changes, and the keyboard. The tabulator comes to the chosen row alone. */
export function SectionList(props: SectionListProps) {
  const { sections, selected } = props;
  const messages = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const { dragged, target, handle } = useDragging(list, props.place);
  const reached = selected ?? sections[0]?.key;
  return (
    <ol
      ref={list}
      className={styles.list}
      aria-label={messages.layout.list.sections}
      onKeyDown={(event) => actOnKey(event, props)}
    >
      {sections.map(({ key, section }) => (
        <li
          key={key}
          data-key={key}
          className={styles.row}
          data-selected={key === selected || undefined}
          data-dragged={key === dragged || undefined}
          data-drop={key === target?.key ? target.place : undefined}
        >
          <span className={styles.drag} title={messages.layout.list.drag(nameOf(section, messages))} {...handle(key)}>
            <Icon name="drag" size={16} />
          </span>
          <Row {...props} name={key} section={section} isReached={key === reached} />
          <RowMenu {...props} keyOfRow={key} name={nameOf(section, messages)} isReached={key === reached} />
        </li>
      ))}
    </ol>
  );
}

/** What a section is, as the button that chooses it. */
function Row({
  name: key,
  section,
  isReached,
  selected,
  faults,
  sources,
  originOf,
  onSelect,
  onOpen,
}: SectionListProps & { readonly name: string; readonly section: Section; readonly isReached: boolean }) {
  const messages = useMessages();
  const origin = originOf(section);
  const told = [origin && messages.templates.project.origins[origin], describeSection(section, sources, messages)];
  return (
    <button
      type="button"
      className={styles.choice}
      aria-current={key === selected}
      tabIndex={isReached ? 0 : -1}
      // The keyboard's press goes on to the fields.
      onClick={({ detail }) => (detail === 0 ? onOpen(key) : onSelect(key))}
    >
      <span className={styles.picture} aria-hidden="true">
        {sectionKinds.find(({ type }) => type === section.type)?.picture}
      </span>
      <span className={styles.words}>
        <span className={styles.name} data-name>
          {nameOf(section, messages)}
        </span>
        {faults.sections.has(key) ? (
          <span className={styles.faulty}>
            <Icon name="warning" size={14} /> {messages.layout.list.faulty}
          </span>
        ) : (
          <span className={styles.more}>{told.filter(Boolean).join(' · ')}</span>
        )}
      </span>
    </button>
  );
}

function RowMenu({
  keyOfRow: key,
  name,
  isReached,
  sections,
  move,
  duplicate,
  remove,
}: { readonly keyOfRow: string; readonly name: string; readonly isReached: boolean } & SectionListProps) {
  const words = useMessages().layout.list;
  const index = sections.findIndex((one) => one.key === key);
  const isFull = sections.length >= mostSections;
  return (
    <Menu
      label={words.more(name)}
      actions={[
        { id: 'up', label: words.moveUp, isDisabled: index === 0, run: () => move(key, -1) },
        { id: 'down', label: words.moveDown, isDisabled: index === sections.length - 1, run: () => move(key, 1) },
        { id: 'duplicate', label: words.duplicate, icon: 'copy', isDisabled: isFull, run: () => duplicate(key) },
        { id: 'remove', label: words.remove, icon: 'remove', isDangerous: true, run: () => remove(key) },
      ]}
    >
      <Button look="quiet" icon="more" aria-label={words.more(name)} excludeFromTabOrder={!isReached} />
    </Menu>
  );
}

/** What the service takes. */
export const mostSections = 50;

/** The arrows go from row to row, with Alt they move the row; Delete removes it. */
function actOnKey(event: KeyboardEvent<HTMLElement>, { sections, move, remove, onSelect }: SectionListProps): void {
  const { key } = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset ?? {};
  if (key === undefined || !(event.target as HTMLElement).matches('[aria-current]')) return;
  const steps = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
  if (steps) {
    const neighbour = sections[sections.findIndex((one) => one.key === key) + steps];
    if (event.altKey) move(key, steps);
    else if (neighbour) onSelect(neighbour.key, false);
    if (!event.altKey && neighbour) rowButton(event.currentTarget, neighbour.key)?.focus();
  } else if (event.key === 'Delete') remove(key);
  else return;
  event.preventDefault();
}

/** What takes the focus in a row. */
export function rowButton(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-key="${key}"] > [aria-current]`) ?? null;
}
