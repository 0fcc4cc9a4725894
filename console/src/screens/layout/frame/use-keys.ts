import { useEffect, useEffectEvent } from 'react';
import type { DraftOfLayout } from '../draft/use-draft.ts';

/** Control (or Command) with Z, Shift Z, Y and S, wherever the focus is on the screen; in dialogs they do nothing. */
export function useKeys({ undo, redo, save, isChanged }: DraftOfLayout): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!isRedo && key !== 'z' && key !== 's') return;
    if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return;
    event.preventDefault();
    if (isRedo) redo();
    else if (key === 'z') undo();
    else if (isChanged) save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
