import { Button } from '../../../components/Button.tsx';
import { Fault } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import styles from './Bar.module.css';

/** What is done with the changes as a whole. */
export function Bar({ layout, onDiscard }: { readonly layout: DraftOfLayout; readonly onDiscard: () => void }) {
  const words = useMessages().layout.bar;
  const { isChanged, fault } = layout;
  return (
    <div className={styles.bar}>
      <fieldset className={styles.buttons} aria-label={words.label}>
        <Button
          look="quiet"
          icon="undo"
          aria-label={words.undo}
          isDisabled={!layout.canUndo}
          onPress={layout.undo}
          aria-keyshortcuts="Control+Z"
        />
        <Button
          look="quiet"
          icon="redo"
          aria-label={words.redo}
          isDisabled={!layout.canRedo}
          onPress={layout.redo}
          aria-keyshortcuts="Control+Shift+Z"
        />
        <span className={isChanged ? styles.unsaved : styles.saved} role="status">
          {isChanged ? words.unsaved : words.saved}
        </span>
        {isChanged && (
          <Button look="quiet" onPress={onDiscard}>
            {words.discard}
          </Button>
        )}
        <Button
          look="primary"
          isDisabled={!isChanged}
          isPending={layout.isSaving}
          onPress={() => layout.save()}
          aria-keyshortcuts="Control+S"
        >
          {words.save}
        </Button>
      </fieldset>
      {fault && <Fault error={fault} />}
    </div>
  );
}
