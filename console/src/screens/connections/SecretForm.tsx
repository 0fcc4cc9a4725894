import { useState } from 'react';
import { Select } from '../../components/fields.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { humanized, SchemaForm } from './SchemaForm.tsx';
import { type Schema, secretKinds, type Values } from './schema.ts';

/** How a system is proved to: the kind of access, where there are several, and its fields. Null stands for none. */
export function SecretForm({
  schema,
  system,
  value,
  onChange,
  isKept = false,
}: {
  readonly schema: Schema | null;
  readonly system: string;
  readonly value: Values | null;
  readonly onChange: (value: Values | null) => void;
  /** Whether what is stored stays where fields are empty. */
  readonly isKept?: boolean;
}) {
  const { connection } = useMessages();
  const { locale } = useLanguage();
  const { kinds, isOptional } = secretKinds(schema);
  const [kind, setKind] = useState(isOptional && value === null ? 'none' : '0');
  const chosen = kind === 'none' ? undefined : kinds[Number(kind)];
  const list = new Intl.ListFormat(locale);
  const labelOf = ({ required = [] }: Schema) =>
    list.format(required.map((name) => connection.fields[name] ?? humanized(name))) || connection.access.entryValue;
  const options = [
    ...(isOptional ? [{ id: 'none', label: connection.access.noSecret }] : []),
    ...kinds.map((each, index) => ({ id: `${index}`, label: labelOf(each) })),
  ];
  const choose = (next: string) => {
    setKind(next);
    onChange(next === 'none' ? null : {});
  };
  if (kinds.length === 0) return null;
  return (
    <>
      {options.length > 1 && <Select label={connection.access.kind} options={options} value={kind} onChange={choose} />}
      {chosen && <SecretFields {...{ chosen, system, value, onChange, isKept }} />}
    </>
  );
}

function SecretFields({
  chosen,
  system,
  value,
  onChange,
  isKept,
}: {
  readonly chosen: Schema;
  readonly system: string;
  readonly value: Values | null;
  readonly onChange: (value: Values) => void;
  readonly isKept: boolean;
}) {
  // Texts under any name are the secret itself.
  const schema = chosen.patternProperties ? { type: 'object', properties: { secret: chosen } } : chosen;
  const isWrapped = schema !== chosen;
  return (
    <SchemaForm
      {...{ schema, system }}
      path="secret"
      values={isWrapped ? { secret: value ?? {} } : (value ?? {})}
      onChange={(next) => onChange(isWrapped ? ((next.secret as Values | undefined) ?? {}) : next)}
      isSecret
      isOptional={isKept}
    />
  );
}
