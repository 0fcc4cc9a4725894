import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Checkbox, NumberField, Select, TextArea, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { KeyFile } from './KeyFile.tsx';
import { Pairs } from './Pairs.tsx';
import styles from './schema.module.css';
import { fieldsOf, isRequired, type Schema, type Values } from './schema.ts';

interface FormProps {
  readonly schema: Schema;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** What the names of fields begin with, as faults of the service name them: `config` or `secret`. */
  readonly path: string;
  readonly system: string;
  readonly leftOut?: readonly string[];
  /** Whether what is typed is hidden, and nothing has to be: an empty field keeps what is stored. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** What stands before the fields that are folded away. */
  readonly children?: ReactNode;
}

/** The fields of any system, made from its JSON Schema; those that need not be filled in are folded away. */
export function SchemaForm({ leftOut = [], children, ...props }: FormProps) {
  const { more } = useMessages().connection.access;
  const { schema, values, system } = props;
  const fields = fieldsOf(schema, leftOut);
  const isShown = (name: string) =>
    isRequired(schema, name) || shownFirst.has(name) || shownFirst.has(`${system}.${name}`);
  const folded = fields.filter(({ name }) => !isShown(name));
  const isOpen = folded.some(({ name }) => values[name] !== undefined);
  return (
    <>
      {fields
        .filter(({ name }) => isShown(name))
        .map((field) => (
          <Field key={field.name} {...props} field={field} />
        ))}
      {children}
      {folded.length > 0 && (
        <details className={styles.more} open={isOpen || undefined}>
          <summary>{more}</summary>
          <div className={styles.fields}>
            {folded.map((field) => (
              <Field key={field.name} {...props} field={field} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** Fields that most fill in though they need not. */
const shownFirst = new Set([
  'table',
  'url',
  'token',
  'user',
  'password',
  'contains',
  'without',
  'status',
  'labels',
  'label',
]);
/** Texts of a secret that are no secret themselves. */
const open = new Set(['user', 'client_id', 'access_key_id', 'client_email']);

interface FieldProps extends Omit<FormProps, 'leftOut'> {
  readonly field: { readonly name: string; readonly schema: Schema };
}

function Field(props: FieldProps) {
  const { schema: whole, values, onChange, path, system, isSecret = false, isOptional = false } = props;
  const { name, schema } = props.field;
  const { fields, advice } = useMessages().connection;
  const label = fields[`${system}.${name}`] ?? fields[name] ?? humanized(name);
  const value = values[name];
  const set = (next: unknown) => onChange({ ...values, [name]: next });
  const named = {
    ...{ label, name: `${path}.${name}`, isRequired: isRequired(whole, name) && !isOptional },
    advice: advice[`${system}.${name}`] ?? advice[name],
  };
  if (schema.const !== undefined) return null;
  if (schema.enum) {
    const options = schema.enum.map((id) => ({ id, label: fields[`${name}.${id}`] ?? optionLabel(id) }));
    return <Select {...named} options={options} value={(value as string) ?? null} onChange={set} />;
  }
  if (schema.type === 'boolean') {
    return (
      <Checkbox name={named.name} isSelected={value === true} onChange={set}>
        {label}
      </Checkbox>
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum: minValue, maximum: maxValue } = schema;
    return (
      <NumberField
        {...named}
        {...(minValue !== undefined && { minValue })}
        {...(maxValue !== undefined && { maxValue })}
        value={(value as number) ?? Number.NaN}
        onChange={set}
        formatOptions={{ useGrouping: false, ...(schema.type === 'integer' && { maximumFractionDigits: 0 }) }}
      />
    );
  }
  if (schema.patternProperties) {
    return <Pairs label={label} value={value as Record<string, string>} onChange={set} isSecret={isSecret} />;
  }
  if (schema.properties?.private_key) {
    return <KeyFile label={label} schema={schema} value={value as Values | undefined} onChange={set} />;
  }
  if (schema.properties) {
    return (
      <fieldset className={styles.group}>
        <legend>{label}</legend>
        <SchemaForm
          {...{ schema, path: named.name, system, isSecret }}
          values={(value as Values) ?? {}}
          onChange={set}
          isOptional={!named.isRequired}
        />
      </fieldset>
    );
  }
  if (schema.items) return <Items {...props} label={label} items={schema.items} onSet={set} />;
  const text = { ...named, value: (value as string) ?? '', onChange: set, maxLength: schema.maxLength ?? 10_000 };
  if (!isSecret && (schema.maxLength ?? 0) >= 10_000) return <TextArea {...text} />;
  const isHidden = isSecret && !open.has(name);
  return (
    <TextField {...text} {...(isHidden && { type: 'password' })} autoComplete={isHidden ? 'new-password' : 'off'} />
  );
}

function Items({
  label,
  items,
  onSet,
  ...props
}: FieldProps & { readonly label: string; readonly items: Schema; readonly onSet: (next: unknown) => void }) {
  const { common, connection } = useMessages();
  const { path, values, field } = props;
  const list = (values[field.name] as unknown[] | undefined) ?? [];
  const replace = (index: number, next: unknown) => onSet(list.map((item, place) => (place === index ? next : item)));
  if (!items.properties) {
    const lines = list.join('\n');
    const split = (text: string) => onSet(text === '' ? undefined : text.split('\n'));
    const advice = connection.advice[field.name];
    const named = { label, advice, name: `${path}.${field.name}` };
    return <TextArea {...named} value={lines} onChange={split} rows={3} />;
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {list.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name before somebody gives them one.
        <div key={index} className={styles.entry}>
          <SchemaForm
            schema={items}
            path={`${path}.${field.name}.${index}`}
            system={field.name}
            values={item as Values}
            onChange={(next) => replace(index, next)}
          />
          <Button icon="remove" onPress={() => onSet(list.filter((_, place) => place !== index))}>
            {common.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button icon="add" onPress={() => onSet([...list, {}])}>
          {connection.access.addEntry}
        </Button>
      </div>
    </fieldset>
  );
}

/** Marks such as a comma are shown as themselves, a tabulator and a space by a sign. */
function optionLabel(id: string): string {
  if (id === '\t') return '⇥';
  return id === ' ' ? '␣' : id;
}

export function humanized(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
