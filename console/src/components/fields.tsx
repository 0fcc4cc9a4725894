import {
  type ComponentProps,
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  use,
  useId,
  useState,
} from 'react';
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  InputContext,
  Label,
  Text,
} from 'react-aria-components';
import { useLanguage, useMessages } from '../messages/messages.tsx';
import styles from './fields.module.css';
import { Icon } from './icons.tsx';
import { formatNumber, parseNumber } from './numbers.ts';
import type { Option } from './OptionList.tsx';

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
  suggestions = [],
  ...props
}: AriaTextFieldProps &
  Worded & {
    readonly placeholder?: string;
    /** What it is likely to be; anything else can be written as well. */
    readonly suggestions?: readonly string[];
  }) {
  const list = useId();
  return (
    <AriaTextField {...props} {...invalidIf(fault)} className={styles.field ?? ''}>
      <FieldLabel {...{ label, advice, hidesLabel }} isOptional={!props.isRequired && !props.isReadOnly} />
      <Input
        className={styles.input ?? ''}
        {...(placeholder !== undefined && { placeholder })}
        {...(suggestions.length > 0 && { list })}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
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

/** A number, written as the reader's language writes it, within its limits once one leaves the field. */
export function NumberField({
  label,
  advice,
  fault,
  value,
  onChange,
  minValue = Number.NEGATIVE_INFINITY,
  maxValue = Number.POSITIVE_INFINITY,
  formatOptions = {},
  ...props
}: Pick<AriaTextFieldProps, 'name' | 'isRequired'> &
  Worded & {
    /** NaN while there is none. */
    readonly value: number;
    readonly onChange: (value: number) => void;
    readonly minValue?: number;
    readonly maxValue?: number;
    readonly formatOptions?: Intl.NumberFormatOptions;
  }) {
  const { locale } = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const take = (next: number) => {
    const taken = Math.min(maxValue, Math.max(minValue, next));
    if (!Object.is(taken, value)) onChange(taken);
  };
  const write = (text: string) => {
    if (/\p{L}/u.test(text)) return;
    setTyped(text);
    const read = parseNumber(text, locale, formatOptions);
    // What is no number yet leaves what was there; a field that was emptied has none.
    if (!Number.isNaN(read) || text.trim() === '') take(read);
  };
  const step = (by: 1 | -1) => {
    setTyped(null);
    if (Number.isNaN(value)) return take(Math.max(0, minValue));
    take(formatOptions.style === 'percent' ? (Math.round(value * 10_000) + by * 100) / 10_000 : value + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <AriaTextField
      {...props}
      {...invalidIf(fault)}
      inputMode={minValue < 0 ? 'text' : 'decimal'}
      value={typed ?? formatNumber(value, locale, formatOptions)}
      onChange={write}
      className={styles.field ?? ''}
    >
      <FieldLabel label={label} advice={advice} isOptional={!props.isRequired} />
      <Input className={styles.input ?? ''} autoComplete="off" onBlur={() => setTyped(null)} onKeyDown={onKeyDown} />
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaTextField>
  );
}

/** One of a list, by the browser's own field; `options` in the order in which they are shown. */
export function Select<Key extends string>({
  label,
  advice,
  fault,
  hidesLabel,
  options,
  value,
  onChange,
  ...props
}: Pick<AriaTextFieldProps, 'name' | 'isRequired' | 'isDisabled'> &
  Worded & {
    readonly options: readonly Option<Key>[];
    readonly value: Key | null;
    readonly onChange: (key: Key) => void;
  }) {
  return (
    <AriaTextField
      {...props}
      {...invalidIf(fault)}
      value={value ?? ''}
      onChange={(key) => onChange(key as Key)}
      className={styles.field ?? ''}
    >
      <FieldLabel {...{ label, advice, hidesLabel }} />
      <div className={styles.withChevron}>
        <NativeSelect options={options} isEmpty={value === null} />
        <Icon name="chevron" size={16} />
      </div>
      <FieldError className={styles.fault ?? ''}>{fault}</FieldError>
    </AriaTextField>
  );
}

/**
 * What the field around it knows of an input holds for a select, but for its type, and that `change` comes too late: React
 * Aria's own listener draws the field anew before React hears of it, which takes the choice back.
 */
function NativeSelect({ options, isEmpty }: { readonly options: readonly Option[]; readonly isEmpty: boolean }) {
  const { choose } = useMessages().common;
  const { type: _, ...props } = use(InputContext) as ComponentProps<'select'> & { readonly type?: string };
  return (
    <select {...props} onInput={props.onChange as FormEventHandler<HTMLSelectElement>} className={styles.input}>
      {isEmpty && (
        <option value="" hidden>
          {choose}
        </option>
      )}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
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
        {options.map(({ id, label: text, advice: more, isDisabled = false }) => (
          <AriaRadio key={id} value={id} isDisabled={isDisabled} className={styles.choice ?? ''}>
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
