import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { TextField as AriaTextField, FieldError, Input, type TextFieldProps, useFilter } from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import styles from './fields.module.css';
import { FieldLabel, invalidIf, type Worded } from './fields.tsx';
import { Icon } from './icons.tsx';
import { idOfOption, type Option, OptionList } from './OptionList.tsx';

export interface SearchedOption<Key extends string = string> extends Option<Key> {
  /** What it is also found by, besides its label and advice. */
  readonly words?: string;
}

/** One of a long list, found by typing any part of it. Without a value it is empty again after each choice. */
export function ComboBox<Key extends string>({
  label,
  advice,
  fault,
  options,
  value,
  onChange,
  isReadOnly = false,
  ...props
}: Pick<TextFieldProps, 'name' | 'isReadOnly'> &
  Worded & {
    readonly options: readonly SearchedOption<Key>[];
    readonly value: Key | null;
    readonly onChange: (key: Key) => void;
  }) {
  const { common } = useMessages();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [marked, mark] = useState(-1);
  const found = useFound(options, typed ?? '');
  const isUp = isOpen && found.length > 0 && !isReadOnly;

  const close = () => {
    setOpen(false);
    setTyped(null);
    mark(-1);
  };
  const choose = ({ id }: Option<Key>) => {
    close();
    onChange(id);
    // As if it had been typed, for the form that shows a fault until somebody mends it.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const step = (by: 1 | -1) => {
    const current = marked < 0 ? found.findIndex(({ id }) => id === value) : marked;
    const isFirstSight = marked < 0 && current >= 0;
    setOpen(true);
    mark(isFirstSight ? current : (Math.max(current, by < 0 ? 0 : -1) + by + found.length) % found.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = isUp ? found[marked] : undefined;
    if (event.key === 'Tab') {
      if (option) choose(option);
      return;
    }
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && isUp) option ? choose(option) : close();
    else if (event.key === 'Escape' && (isUp || typed !== null)) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <AriaTextField
      {...props}
      {...invalidIf(fault)}
      isReadOnly={isReadOnly}
      value={typed ?? options.find(({ id }) => id === value)?.label ?? ''}
      onChange={(text) => {
        setTyped(text);
        setOpen(true);
        mark(-1);
      }}
      className={styles.field ?? ''}
    >
      <FieldLabel label={label} advice={advice} />
      <div className={styles.withChevron}>
        <Input
          ref={input}
          className={styles.input ?? ''}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isUp}
          aria-controls={isUp ? list : undefined}
          aria-activedescendant={isUp && marked >= 0 ? idOfOption(list, marked) : undefined}
          onFocus={({ target }) => {
            target.select();
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        <Icon name="chevron" size={16} />
      </div>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
      <span className="unseen" role="status">
        {typed && isOpen && common.found(found.length)}
      </span>
      {isUp && (
        <OptionList {...{ id: list, label, options: found, chosen: value, marked }} anchor={input} onChoose={choose} />
      )}
    </AriaTextField>
  );
}

function useFound<Key extends string>(options: readonly SearchedOption<Key>[], typed: string) {
  const { contains } = useFilter({ sensitivity: 'base' });
  return useMemo(() => {
    if (typed === '') return options;
    return options.filter(({ label, advice, words }) => contains([label, advice, words].join(' '), typed));
  }, [options, typed, contains]);
}
