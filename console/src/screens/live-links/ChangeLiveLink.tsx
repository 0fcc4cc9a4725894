import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ChoicesForm } from './ChoicesForm.tsx';
import type { LiveChoices } from './live-words.ts';

/** Changes what readers of a link may choose; whoever has it keeps it. */
export function ChangeLiveLink({
  id,
  choices,
  onClose,
}: {
  readonly id: string;
  readonly choices: LiveChoices;
  readonly onClose: () => void;
}) {
  const { common, live } = useMessages();
  const change = useWrite('updateShare', {
    refreshes: ['listProjectShares', 'listShares'],
    onDone() {
      tell(common.saved);
      onClose();
    },
  });
  return (
    <Dialog title={live.changeTitle} isOpen onClose={onClose}>
      <ChoicesForm
        {...{ choices, keepsOrder: true, fault: change.fault }}
        onSubmit={(body) => change.write({ share_id: id, body })}
        actions={
          <>
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button look="primary" type="submit" isPending={change.isPending}>
              {common.save}
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
