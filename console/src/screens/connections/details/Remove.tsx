import { useNavigate } from '@tanstack/react-router';
import type { Data } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { useWrite } from '../../../api/writes.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { Fault, Note } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { listsOfConnections } from '../refreshed.ts';

/** Removes a connection, once somebody has read what goes missing. */
export function Remove({
  connection,
  onClose,
}: {
  readonly connection: Data<'getConnection'>;
  readonly onClose: () => void;
}) {
  const { details } = useMessages().connection;
  const navigate = useNavigate();
  const { id, name, project_id: projectId } = connection;
  const project = useRead('getProject', { project_id: projectId });
  const remove = useWrite('removeConnection', {
    refreshes: listsOfConnections.filter((one) => !one.startsWith('getConnection')),
    onDone({ data }) {
      tell(
        data.left_to_do ? `${details.leftToDo} ${data.left_to_do}` : details.removed(name),
        data.left_to_do ? 'bad' : 'good',
      );
      void navigate({ to: '/projects/$projectId/connections', params: { projectId } });
    },
  });
  const sections = (project.data?.data.settings as { sections?: readonly object[] } | undefined)?.sections ?? [];
  const used = sections.filter((section) => JSON.stringify(section).includes(id)).length;
  return (
    <ConfirmDialog
      title={details.removeTitle(name)}
      action={details.remove}
      isOpen
      isDangerous
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.write({ connection_id: id })}
    >
      <p>{details.removeText}</p>
      {used > 0 && <Note tone="warning" text={details.usedInLayout(used)} />}
      {remove.fault && <Fault error={remove.fault} />}
    </ConfirmDialog>
  );
}
