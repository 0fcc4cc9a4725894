import { CheckboxGroup as AriaCheckboxGroup, type CheckboxGroupProps, FieldError } from 'react-aria-components';
import styles from './fields.module.css';
import { Checkbox, FieldLabel, invalidIf, type Worded } from './fields.tsx';
import type { Option } from './OptionList.tsx';

/** Any of a few, all in sight. */
export function CheckboxGroup<Key extends string>({
  label,
  advice,
  fault,
  options,
  value,
  onChange,
  ...props
}: Omit<CheckboxGroupProps, 'children' | 'value' | 'onChange' | 'className'> &
  Worded & {
    readonly options: readonly Option<Key>[];
    readonly value: readonly Key[];
    readonly onChange: (keys: Key[]) => void;
  }) {
  return (
    <AriaCheckboxGroup
      {...props}
      {...invalidIf(fault)}
      value={[...value]}
      onChange={(keys) => onChange(keys as Key[])}
      className={styles.field ?? ''}
    >
      <FieldLabel label={label} advice={advice} />
      <div className={styles.radios}>
        {options.map(({ id, label: text, advice: more }) => (
          <Checkbox key={id} value={id}>
            {text}
            {more && <span className={styles.advice}> {more}</span>}
          </Checkbox>
        ))}
      </div>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaCheckboxGroup>
  );
}
