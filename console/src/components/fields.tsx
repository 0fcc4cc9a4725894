import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  SelectValue,
  Text,
} from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import styles from './fields.module.css';
import { Icon } from './icons.tsx';
import { type Option, OptionList } from './OptionList.tsx';

export interface Worded {
  readonly label: string;
  /** A line below the label that says what to write. */
  readonly advice?: ReactNode;
  /** What is wrong with it; faults of the service come by the form's `validationErrors`. */
  readonly fault?: string | undefined;
  /** Where what stands around it says the same to those who see; the label is read out. */
  readonly hidesLabel?: boolean;
}

/** A line of text. */
export function TextField({
  label,
  advice,
  fault,
  hidesLabel,
  placeholder,
  ...props
}: AriaTextFieldProps & Worded & { readonly placeholder?: string }) {
  return (
    <AriaTextField {...props} {...invalidIf(fault)} className={styles.field ?? ''}>
      <FieldLabel {...{ label, advice, hidesLabel }} isOptional={!props.isRequired && !props.isReadOnly} />
      <Input className={styles.input ?? ''} {...(placeholder !== undefined && { placeholder })} />
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaTextField>
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  advice,
  fault,
  rows = 4,
  placeholder,
  areaRef,
  ...props
}: AriaTextFieldProps &
  Worded & {
    readonly rows?: number;
    readonly placeholder?: string;
    readonly areaRef?: Ref<HTMLTextAreaElement>;
  }) {
  return (
    <AriaTextField {...props} {...invalidIf(fault)} className={styles.field ?? ''}>
      <FieldLabel label={label} advice={advice} isOptional={!props.isRequired && !props.isReadOnly} />
      <AriaTextArea
        className={styles.input ?? ''}
        rows={rows}
        {...(placeholder !== undefined && { placeholder })}
        {...(areaRef && { ref: areaRef })}
      />
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaTextField>
  );
}

/** A number, written as the reader's language writes it. */
export function NumberField({ label, advice, fault, ...props }: AriaNumberFieldProps & Worded) {
  return (
    <AriaNumberField {...props} {...invalidIf(fault)} className={styles.field ?? ''}>
      <FieldLabel label={label} advice={advice} isOptional={!props.isRequired && !props.isReadOnly} />
      <Input className={styles.input ?? ''} />
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaNumberField>
  );
}

/** One of a list; `options` in the order in which they are shown. */
export function Select<Key extends string>({
  label,
  advice,
  fault,
  hidesLabel,
  options,
  value,
  onChange,
  ...props
}: Omit<AriaSelectProps<Option>, 'children' | 'value' | 'onChange' | 'items'> &
  Worded & {
    readonly options: readonly Option<Key>[];
    readonly value: Key | null;
    readonly onChange: (key: Key) => void;
  }) {
  return (
    <AriaSelect
      {...props}
      {...invalidIf(fault)}
      value={value}
      onChange={(key) => key !== null && onChange(key as Key)}
      className={styles.field ?? ''}
    >
      <FieldLabel {...{ label, advice, hidesLabel }} />
      <AriaButton className={styles.selectButton ?? ''}>
        <SelectValue>{({ selectedText, defaultChildren }) => selectedText || defaultChildren}</SelectValue>
        <Icon name="chevron" size={16} />
      </AriaButton>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
      <OptionList options={options} />
    </AriaSelect>
  );
}

/** Yes or no, as part of a form. */
export function Checkbox({
  children,
  ...props
}: Omit<AriaCheckboxProps, 'children'> & { readonly children: ReactNode }) {
  return (
    <AriaCheckbox {...props} className={styles.choice ?? ''}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.box} aria-hidden="true">
            {isIndeterminate ? '–' : isSelected && <Icon name="check" size={14} />}
          </span>
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  );
}

/** On or off, which takes effect at once. */
export function Switch({ children, ...props }: Omit<AriaSwitchProps, 'children'> & { readonly children: ReactNode }) {
  return (
    <AriaSwitch {...props} className={styles.choice ?? ''}>
      <span className={styles.track} />
      <span>{children}</span>
    </AriaSwitch>
  );
}

/** One of a few, all in sight. */
export function RadioGroup<Key extends string>({
  label,
  advice,
  fault,
  options,
  value,
  onChange,
  isRow = false,
  ...props
}: Omit<AriaRadioGroupProps, 'children' | 'value' | 'onChange'> &
  Worded & {
    readonly options: readonly Option<Key>[];
    readonly value: Key | null;
    readonly onChange: (key: Key) => void;
    readonly isRow?: boolean;
  }) {
  return (
    <AriaRadioGroup
      {...props}
      {...invalidIf(fault)}
      value={value}
      onChange={(key) => onChange(key as Key)}
      className={styles.field ?? ''}
    >
      <FieldLabel label={label} advice={advice} />
      <div className={isRow ? styles.row : styles.radios}>
        {options.map(({ id, label: text, advice: more }) => (
          <AriaRadio key={id} value={id} className={styles.choice ?? ''}>
            {({ isSelected }) => (
              <>
                <span className={`${styles.box} ${styles.dot}`} aria-hidden="true">
                  {isSelected && '•'}
                </span>
                <span>
                  {text}
                  {more && <span className={styles.more}>{more}</span>}
                </span>
              </>
            )}
          </AriaRadio>
        ))}
      </div>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaRadioGroup>
  );
}

/** The words above a field. */
export function FieldLabel({
  label,
  advice,
  hidesLabel = false,
  isOptional = false,
}: Omit<Worded, 'fault' | 'hidesLabel'> & {
  readonly hidesLabel?: boolean | undefined;
  readonly isOptional?: boolean;
}) {
  const { optional } = useMessages().common;
  return (
    <>
      <Label className={hidesLabel ? 'unseen' : (styles.label ?? '')}>
        {label} {isOptional && <span className={styles.optional}>({optional})</span>}
      </Label>
      {advice && (
        <Text slot="description" className={styles.advice ?? ''}>
          {advice}
        </Text>
      )}
    </>
  );
}

/** Marks a field that is at fault; one that is not is left to the form. */
export function invalidIf(fault: string | undefined) {
  return fault === undefined ? {} : { isInvalid: true };
}
