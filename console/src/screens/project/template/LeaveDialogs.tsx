import type { Called } from '../../../api/client.ts';
import { useWrite } from '../../../api/writes.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { Fault } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { afterFollowing, useSetTemplate } from './use-template.ts';

/** Gives up what is the project's own. */
export function BackDialog({
  followed: { data, etag },
  onClose,
}: {
  readonly followed: Called<'getProjectTemplate'>;
  readonly onClose: () => void;
}) {
  const words = useMessages().templates.project;
  const { write, isPending, fault } = useSetTemplate(() => {
    tell(words.backDone);
    onClose();
  });
  const goBack = () => {
    const { project_id, template_id } = data;
    if (template_id !== null) write({ project_id, body: { template_id, keep_own: false } }, etag);
  };
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={words.back}
      action={words.back}
      isPending={isPending}
      onConfirm={goBack}
      onClose={onClose}
    >
      <p>{words.backText}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}

/** Has a project follow its template no more. */
export function DetachDialog({ projectId, onClose }: { readonly projectId: string; readonly onClose: () => void }) {
  const words = useMessages().templates.project;
  const { write, isPending, fault } = useWrite('detachProject', {
    refreshes: afterFollowing,
    onDone() {
      tell(words.detachDone);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.detachTitle}
      action={words.detach}
      isPending={isPending}
      onConfirm={() => write({ project_id: projectId })}
      onClose={onClose}
    >
      <p>{words.detachText}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}
