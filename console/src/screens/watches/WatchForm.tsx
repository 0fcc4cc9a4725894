import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Loading } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { type FieldsProps, optionsOf } from './fields-of-draft.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { RuleFields } from './RuleFields.tsx';
import { ToldFields } from './ToldFields.tsx';
import { kinds } from './watch-draft.ts';

/** The fields whose faults stand beside them; others are told below the form. */
const shown =
  /^(?:project_id|connection_id|template_id|slot|metric|name|people|channels|(?:threshold|change|goal|silence|unusual|dimension)\..+)$/;

/** What a watch looks for, where, and who is told. Place and kind are chosen once. */
export function WatchForm({
  draft,
  onChange,
  catalog,
  isNew = false,
  action,
  isPending,
  fault,
  onSave,
  children,
}: FieldsProps & {
  readonly isNew?: boolean;
  readonly action: string;
  readonly isPending: boolean;
  readonly fault: Error | null;
  readonly onSave: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}) {
  const { watches } = useMessages();
  const { form } = watches;
  const faults = fieldFaults(fault);
  const isAtField = Object.keys(faults).some((field) => shown.test(field));
  const isOfProject = draft.place === 'project';
  const isPlaced = !isOfProject || draft.connectionId !== null;
  const isReading = isOfProject && isPlaced && !catalog.metrics && !catalog.error;
  return (
    <Form onSubmit={onSave} validationErrors={faults}>
      {isNew && (
        <Card title={watches.where}>
          <PlaceFields place={draft} onChange={(part) => onChange({ ...part, metric: '', dimension: null })} />
        </Card>
      )}
      <Card title={watches.kind}>
        {isNew && (
          <RadioGroup
            {...{ name: 'kind', label: watches.kind, value: draft.kind }}
            options={optionsOf(watches.kinds, kinds).map((one) => ({ ...one, advice: watches.kindTexts[one.id] }))}
            onChange={(kind) => onChange({ kind })}
          />
        )}
        {isReading && <Loading lines={2} />}
        {isPlaced && !isReading && <RuleFields {...{ draft, onChange, catalog, faults }} />}
      </Card>
      <Card title={watches.told}>
        <ToldFields {...{ draft, onChange, faults }} />
        <TextField
          {...{ name: 'name', label: form.name, advice: form.nameAdvice, maxLength: 200 }}
          value={draft.name}
          onChange={(name) => onChange({ name })}
        />
      </Card>
      {fault && !isAtField && <Fault error={fault} />}
      <Actions>
        <Button type="submit" look="primary" isPending={isPending}>
          {action}
        </Button>
        {children}
      </Actions>
    </Form>
  );
}
