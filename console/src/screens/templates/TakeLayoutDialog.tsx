import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ProjectChoice } from './ProjectChoice.tsx';
import { afterChange } from './stale.ts';

/** Makes the layout of a project the draft of a template. */
export function TakeLayoutDialog({
  template,
  etag,
  onClose,
}: {
  readonly template: Data<'getTemplate'>;
  readonly etag: string | undefined;
  readonly onClose: () => void;
}) {
  const { templates, common } = useMessages();
  const { take, from } = templates;
  const [projectId, setProjectId] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { write, isPending, fault } = useWrite('updateTemplate', {
    refreshes: afterChange,
    onDone() {
      tell(take.done);
      onClose();
    },
  });
  const submit = () => {
    setChecked(true);
    if (projectId !== null) write({ template_id: template.id, body: { project_id: projectId } }, etag);
  };
  return (
    <Dialog isOpen title={take.action} onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{take.text}</p>
        <ProjectChoice
          value={projectId}
          onChange={setProjectId}
          fault={isChecked && projectId === null ? from.projectMissing : undefined}
        />
        {fault && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {take.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
