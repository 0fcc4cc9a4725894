import { useNavigate } from '@tanstack/react-router';
import { ApiError, type Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** Removes a template; where projects follow it, by detaching them. */
export function RemoveTemplateDialog({
  template: { id, name, projects },
  onClose,
}: {
  readonly template: Data<'getTemplate'>;
  readonly onClose: () => void;
}) {
  const words = useMessages().templates.remove;
  const navigate = useNavigate();
  const { write, isPending, fault } = useWrite('removeTemplate', {
    refreshes: ['listTemplates', 'getProjectTemplate'],
    onDone() {
      tell(words.done(name));
      void navigate({ to: '/templates' });
    },
  });
  // Somebody may have had a project follow it since it was read.
  const isRefused = fault instanceof ApiError && fault.code === 'template_in_use';
  const isFollowed = projects > 0 || isRefused;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={words.title(name)}
      action={isFollowed ? words.detach : words.submit}
      isPending={isPending}
      onConfirm={() => write({ template_id: id, ...(isFollowed && { query: { detach: true } }) })}
      onClose={onClose}
    >
      {isFollowed && <p>{words.inUse}</p>}
      <p>{words.text}</p>
      {fault && !isRefused && <Fault error={fault} />}
    </ConfirmDialog>
  );
}
