import { useMemo } from 'react';
import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  type ComboBoxProps as AriaComboBoxProps,
  FieldError,
  Group,
  Input,
  useFilter,
} from 'react-aria-components';
import styles from './fields.module.css';
import { FieldLabel, invalidIf, type Worded } from './fields.tsx';
import { Icon } from './icons.tsx';
import { type Option, OptionList } from './OptionList.tsx';

export interface SearchedOption<Key extends string = string> extends Option<Key> {
  /** What it is also found by, besides its label and advice. */
  readonly words?: string;
}

/** One of a long list, found by typing any part of it. Labels differ from each other. */
export function ComboBox<Key extends string>({
  label,
  advice,
  fault,
  options,
  value,
  onChange,
  ...props
}: Omit<AriaComboBoxProps<Option>, 'children' | 'value' | 'onChange' | 'items' | 'defaultItems' | 'defaultFilter'> &
  Worded & {
    readonly options: readonly SearchedOption<Key>[];
    readonly value: Key | null;
    readonly onChange: (key: Key) => void;
  }) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const texts = useMemo(
    () => new Map(options.map((option) => [option.label, `${option.label} ${option.advice} ${option.words}`])),
    [options],
  );
  return (
    <AriaComboBox
      menuTrigger="focus"
      {...props}
      {...invalidIf(fault)}
      defaultItems={options}
      defaultFilter={(text, typed) => contains(texts.get(text) ?? text, typed)}
      value={value}
      onChange={(key) => key !== null && onChange(key as Key)}
      className={styles.field ?? ''}
    >
      <FieldLabel label={label} advice={advice} />
      <Group className={styles.combo ?? ''}>
        <Input className={styles.input ?? ''} onFocus={(event) => event.target.select()} />
        <AriaButton className={styles.comboButton ?? ''}>
          <Icon name="chevron" size={16} />
        </AriaButton>
      </Group>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
      <OptionList />
    </AriaComboBox>
  );
}
