import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/Dialog.tsx';
import { RadioGroup } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Source } from '../types.ts';
import { MetricField, SourceField } from './fields.tsx';
import { type Form, forms, type Placeholder, placeable } from './placeholders.ts';

type What = 'figure' | 'period';

/** Chooses a figure, or a period, that is to stand in a text. */
export function FigureDialog({
  sources,
  onInsert,
  onClose,
}: {
  readonly sources: readonly Source[];
  readonly onInsert: (placeholder: Placeholder) => void;
  readonly onClose: () => void;
}) {
  const { sections, common } = useMessages();
  const words = sections.text;
  const [what, setWhat] = useState<What>(sources.length > 0 ? 'figure' : 'period');
  const [source, setSource] = useState(sources.find(({ metrics }) => metrics.length > 0) ?? sources[0]);
  const [metric, setMetric] = useState<string | null>(source ? (placeable(source)[0]?.key ?? null) : null);
  const [form, setForm] = useState<Form>('current');
  const [period, setPeriod] = useState<'current' | 'compare'>('current');
  const chosen: Placeholder | undefined =
    what === 'period' ? { period } : source && metric ? { connection: source.id, metric, form } : undefined;
  return (
    <Dialog isOpen title={words.insertFigure} onClose={onClose}>
      <RadioGroup<What>
        label={words.what}
        isRow
        options={[
          { id: 'figure', label: words.figure, isDisabled: sources.length === 0 },
          { id: 'period', label: words.period },
        ]}
        value={what}
        onChange={setWhat}
      />
      {what === 'figure' ? (
        <>
          <SourceField
            sources={sources}
            value={source?.id ?? ''}
            onChange={(next) => {
              setSource(next);
              setMetric(placeable(next)[0]?.key ?? null);
            }}
          />
          <MetricField
            label={sections.metrics.one}
            source={source && { ...source, metrics: placeable(source) }}
            value={metric}
            onChange={setMetric}
          />
          <RadioGroup
            label={words.form}
            options={forms.map((id) => ({ id, label: words.forms[id] }))}
            value={form}
            onChange={setForm}
          />
        </>
      ) : (
        <RadioGroup
          label={words.period}
          options={(['current', 'compare'] as const).map((id) => ({ id, label: words.periods[id] }))}
          value={period}
          onChange={setPeriod}
        />
      )}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" isDisabled={!chosen} onPress={() => chosen && onInsert(chosen)}>
          {words.insert}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
