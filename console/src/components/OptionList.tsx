import { type RefObject, useLayoutEffect } from 'react';
import { Icon } from './icons.tsx';
import styles from './OptionList.module.css';
import { Popover } from './Popover.tsx';

export interface Option<Key extends string = string> {
  readonly id: Key;
  readonly label: string;
  readonly advice?: string;
  readonly isDisabled?: boolean;
}

/** The id of an option of the list, for the field that has the focus meanwhile. */
export function idOfOption(list: string, index: number): string {
  return `${list}-${index}`;
}

/** What a field lets one choose from, as it comes up; the focus stays in the field, and `marked` is where its arrows are. */
export function OptionList<Key extends string>({
  id,
  label,
  anchor,
  options,
  chosen,
  marked,
  onChoose,
}: {
  readonly id: string;
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly options: readonly Option<Key>[];
  readonly chosen: Key | null;
  readonly marked: number;
  readonly onChoose: (option: Option<Key>) => void;
}) {
  const seen = marked < 0 ? options.findIndex((option) => option.id === chosen) : marked;
  useLayoutEffect(() => {
    document.getElementById(idOfOption(id, seen))?.scrollIntoView({ block: 'nearest' });
  }, [id, seen]);
  return (
    <Popover
      anchor={anchor}
      popover="manual"
      id={id}
      role="listbox"
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <button
          key={option.id}
          id={idOfOption(id, index)}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={option.id === chosen}
          data-marked={index === marked || undefined}
          className={styles.option}
          onClick={() => onChoose(option)}
        >
          <span className={styles.words}>
            {option.label}
            {option.advice && <span className={styles.more}>{option.advice}</span>}
          </span>
          {option.id === chosen && <Icon name="check" size={16} />}
        </button>
      ))}
    </Popover>
  );
}
