import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/Dialog.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { DraftOfLayout } from '../draft/use-draft.ts';

/** Asks before somebody leaves changes that are not saved, and marks them in the browser's tab. */
export function Leaving({ layout }: { readonly layout: DraftOfLayout }) {
  const words = useMessages().layout.leave;
  const { isChanged, isSaving, fault, theirs } = layout;
  useTabMark(isChanged);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const isBlocked = status === 'blocked';
  const settle = useEffectEvent(() => {
    if (isBlocked) (isChanged ? reset : proceed)();
  });
  // After "save and leave": gone once it is saved, back where it could not be.
  useEffect(() => {
    if (!isSaving) settle();
  }, [isSaving]);
  useEffect(() => {
    if (fault || theirs) settle();
  }, [fault, theirs]);
  if (!isBlocked) return null;
  return (
    <Dialog isOpen title={words.title} onClose={reset}>
      <p>{words.text}</p>
      <DialogActions>
        <Button onPress={reset}>{words.stay}</Button>
        <Button
          onPress={() => {
            layout.forget();
            proceed();
          }}
        >
          {words.discard}
        </Button>
        <Button look="primary" isPending={isSaving} onPress={() => layout.save()}>
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const mark = '• ';

function useTabMark(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    document.title = mark + document.title;
    return () => {
      document.title = document.title.replace(mark, '');
    };
  }, [isChanged]);
}
