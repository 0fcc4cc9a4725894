import { useState } from 'react';
import { ApiError, type Called, type Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { type Change, ProjectChanges } from './ProjectChanges.tsx';
import { afterPublication } from './stale.ts';

/** Shows what publishing a template changes, project by project, and then does it: that very draft, or none. */
export function PublishDialog({
  template,
  onClose,
}: {
  readonly template: Data<'getTemplate'>;
  readonly onClose: () => void;
}) {
  const { templates, common } = useMessages();
  const words = templates.publish;
  const template_id = template.id;
  const [looked, setLooked] = useState<Change>();
  const trial = useRead('publishTemplate', { template_id, query: { dry_run: true } });
  const { write, isPending, fault, reset } = useWrite('publishTemplate', {
    refreshes: afterPublication,
    onDone({ data }) {
      tell(words.done(data.published));
      onClose();
    },
  });
  const lookAgain = () => void trial.refetch().then(reset);
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  return (
    <Dialog isOpen isWide title={words.title(template.name)} onClose={onClose}>
      {looked ? (
        <ChangePreview
          templateId={template_id}
          projectId={looked.project_id}
          name={looked.name}
          onBack={() => setLooked(undefined)}
        />
      ) : (
        <Shown read={trial}>{(answer) => <Changes answer={answer} onLook={setLooked} />}</Shown>
      )}
      {isConflict ? (
        <Note tone="warning" text={common.faults.changedMeanwhile}>
          <Button icon="refresh" isPending={trial.isFetching} onPress={lookAgain}>
            {words.again}
          </Button>
        </Note>
      ) : (
        fault && <Fault error={fault} />
      )}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={!trial.data || isConflict}
          onPress={() => write({ template_id }, trial.data?.etag)}
        >
          {words.action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Changes({
  answer: { data },
  onLook,
}: {
  readonly answer: Called<'publishTemplate'>;
  readonly onLook: (change: Change) => void;
}) {
  const words = useMessages().templates.publish;
  const format = useFormat();
  if (data.projects === 0) return <p>{words.first}</p>;
  return (
    <>
      <p>
        <strong>
          {data.changed === 0
            ? words.unchanged
            : words.changed(format.number(data.changed), format.number(data.projects))}
        </strong>{' '}
        {words.reports}
      </p>
      {data.items.length > 0 && <ProjectChanges items={data.items} onLook={onLook} />}
    </>
  );
}
