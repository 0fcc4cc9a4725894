import { Button } from '../../../components/Button.tsx';
import { Fault, Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { DraftFaults } from '../draft/faults.ts';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import styles from './Bar.module.css';

interface BarProps {
  readonly layout: DraftOfLayout;
  readonly faults: DraftFaults;
  readonly onDiscard: () => void;
  readonly onGoTo: (section: string) => void;
}

/** What is done with the changes as a whole. */
export function Bar({ layout, faults, onDiscard, onGoTo }: BarProps) {
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
      {fault && <Refusal fault={fault} faults={faults} onGoTo={onGoTo} />}
    </div>
  );
}

/** Why it could not be saved. What is wrong with a section is told there. */
function Refusal({ fault, faults, onGoTo }: Pick<BarProps, 'faults' | 'onGoTo'> & { readonly fault: Error }) {
  const words = useMessages().layout.preview;
  const [first] = faults.sections.keys();
  if (first === undefined) return <Fault error={fault} />;
  return (
    <Note tone="bad" text={words.faulty(faults.sections.size)}>
      <Button onPress={() => onGoTo(first)}>{words.goTo}</Button>
    </Note>
  );
}
