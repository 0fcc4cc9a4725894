import { useWrite } from '../../api/writes.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { refreshed } from './refreshed.ts';
import type { Watch } from './watch-draft.ts';
import { useWatchWords } from './words.ts';

/** Asks once more, and removes a watch. */
export function RemoveWatch({
  watch,
  onClose,
  onRemoved,
}: {
  readonly watch: Watch;
  readonly onClose: () => void;
  readonly onRemoved?: () => void;
}) {
  const { watches, common } = useMessages();
  const words = useWatchWords();
  const { write, isPending, fault } = useWrite('removeWatch', {
    refreshes: onRemoved ? ['listWatches', 'listIncidents', 'getOverview'] : refreshed,
    onDone() {
      onClose();
      onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      {...{ isOpen: true, isDangerous: true, isPending, onClose }}
      title={watches.removeTitle(words.name(watch))}
      action={common.remove}
      onConfirm={() => write({ watch_id: watch.id })}
    >
      <p>{watches.removeText}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}
