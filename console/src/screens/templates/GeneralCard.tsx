import { useState } from 'react';
import { ApiError, type Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextArea, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { afterChange } from './stale.ts';

type Template = Data<'getTemplate'>;

interface Draft {
  readonly changes: { readonly name?: string; readonly description?: string };
  /** Of what was there when it was begun. */
  readonly etag: string | undefined;
}

/** What a template is called, and what it is for. */
export function GeneralCard({ template, etag }: { readonly template: Template; readonly etag: string | undefined }) {
  const { templates, projects, common } = useMessages();
  const words = projects.settings;
  const [draft, setDraft] = useState<Draft>();
  const { write, isPending, fault, reset } = useWrite('updateTemplate', {
    refreshes: afterChange,
    onDone() {
      setDraft(undefined);
      tell(words.saved);
    },
  });
  const change = (next: Draft['changes']) =>
    setDraft((before) => ({ etag, ...before, changes: { ...before?.changes, ...next } }));
  const leave = () => {
    setDraft(undefined);
    reset();
  };
  const { name = template.name, description = template.description ?? '' } = draft?.changes ?? {};
  const save = (ifMatch: string | undefined) =>
    write({ template_id: template.id, body: bodyOf(draft?.changes ?? {}) }, ifMatch);
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  const faults = fieldFaults(isConflict ? null : fault);
  return (
    <Card title={words.general}>
      <Form validationErrors={faults} onSubmit={() => draft && !isConflict && save(draft.etag)}>
        <TextField
          {...{ label: common.name, name: 'name', maxLength: 100, isRequired: true }}
          value={name}
          onChange={(next) => change({ name: next })}
        />
        <TextArea
          {...{ label: templates.purpose, name: 'description', maxLength: 1_000, rows: 2 }}
          value={description}
          onChange={(next) => change({ description: next })}
        />
        {fault && !isConflict && Object.keys(faults).length === 0 && <Fault error={fault} />}
        {isConflict ? (
          <Note tone="warning" text={common.faults.changedMeanwhile}>
            <Button onPress={leave}>{words.conflict.take}</Button>
            <Button onPress={() => save(undefined)}>{words.conflict.keep}</Button>
          </Note>
        ) : (
          <Actions>
            <Button type="submit" isPending={isPending} isDisabled={!draft}>
              {words.save}
            </Button>
            {draft && (
              <Button look="quiet" onPress={leave}>
                {words.discard}
              </Button>
            )}
          </Actions>
        )}
      </Form>
    </Card>
  );
}

function bodyOf({ name, description }: Draft['changes']) {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.trim() || null }),
  };
}
