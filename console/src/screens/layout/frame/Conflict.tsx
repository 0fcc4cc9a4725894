import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Note } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import type { Settings } from '../types.ts';
import { ConflictDialog } from './ConflictDialog.tsx';

/** Tells that somebody else has stored another version, as soon as that is known: at the latest when this one is saved. */
export function Conflict({ layout, mine }: { readonly layout: DraftOfLayout; readonly mine: Settings }) {
  const { layout: words } = useMessages();
  const { theirs, refusals } = layout;
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(0);
  if (theirs && refusals > seen) {
    setSeen(refusals);
    setOpen(true);
  }
  if (!theirs) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Note tone="warning" text={words.conflict.strip}>
        <Button onPress={() => setOpen(true)}>{words.conflict.compare}</Button>
      </Note>
      {isOpen && (
        <ConflictDialog
          base={layout.base}
          mine={mine}
          theirs={theirs}
          onTakeTheirs={() => {
            close();
            layout.takeStored();
            tell(words.conflict.taken, 'good', { label: words.bar.undo, run: layout.undo });
          }}
          onKeepMine={() => {
            close();
            layout.save({ replaces: true });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
