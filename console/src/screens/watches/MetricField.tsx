import { ComboBox } from '../../components/ComboBox.tsx';
import { TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { FieldsProps } from './fields-of-draft.ts';

const none = '';

/** One of the connection's metrics; its key, where nobody says what there is. */
export function MetricField({
  catalog,
  name,
  label,
  value,
  onChange,
  noneLabel,
}: Pick<FieldsProps, 'catalog'> & {
  readonly name: string;
  readonly label: string;
  /** Its key; empty for none. */
  readonly value: string;
  readonly onChange: (key: string) => void;
  /** What it is called that none is chosen, where that can be. */
  readonly noneLabel?: string;
}) {
  const { form } = useMessages().watches;
  const { metrics } = catalog;
  if (!metrics) {
    return (
      <TextField
        {...{ name, label, value, onChange, maxLength: 200, isRequired: noneLabel === undefined }}
        advice={catalog.error ? form.unanswered : form.metricKey}
      />
    );
  }
  const known = metrics.map(({ key, label: text }) => ({ id: key, label: text, advice: key }));
  const kept = value !== none && known.every(({ id }) => id !== value) ? [{ id: value, label: value }] : [];
  const options = [...(noneLabel === undefined ? [] : [{ id: none, label: noneLabel }]), ...known, ...kept];
  const chosen = noneLabel === undefined && value === none ? null : value;
  return <ComboBox {...{ name, label, options, onChange }} value={chosen} />;
}
