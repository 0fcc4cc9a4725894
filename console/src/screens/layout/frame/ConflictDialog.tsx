import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/Dialog.tsx';
import type { Messages } from '../../../messages/catalog.ts';
import { useMessages } from '../../../messages/messages.tsx';
import { type Differences, differencesBetween } from '../draft/differences.ts';
import { nameOf } from '../list/names.ts';
import type { Settings } from '../types.ts';
import styles from './ConflictDialog.module.css';

interface ConflictDialogProps {
  /** What both began with. */
  readonly base: Settings;
  readonly mine: Settings;
  readonly theirs: Settings;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
  readonly onClose: () => void;
}

/** Two people have changed the same layout: what each has changed, and which of both stays. */
export function ConflictDialog({ base, mine, theirs, onTakeTheirs, onKeepMine, onClose }: ConflictDialogProps) {
  const words = useMessages().layout.conflict;
  return (
    <Dialog isOpen isWide title={words.title} onClose={onClose}>
      <p>{words.text}</p>
      <div className={styles.versions}>
        <Version title={words.theirs} differences={differencesBetween(base, theirs)} />
        <Version title={words.mine} differences={differencesBetween(base, mine)} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{words.goOn}</Button>
        <Button onPress={onTakeTheirs}>{words.takeTheirs}</Button>
        <Button look="primary" onPress={onKeepMine}>
          {words.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Version({ title, differences }: { readonly title: string; readonly differences: Differences }) {
  const lines = linesOf(differences, useMessages());
  return (
    <section className={styles.version}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one name, and the list does not change.
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function linesOf(differences: Differences, messages: Messages): readonly string[] {
  const words = messages.layout.conflict;
  const { added, removed, changed, automatic } = differences;
  const lines = [
    ...(automatic === 'begun' ? [words.automaticBegun] : automatic === 'ended' ? [words.automaticEnded] : []),
    ...added.map((section) => words.added(nameOf(section, messages))),
    ...removed.map((section) => words.removed(nameOf(section, messages))),
    ...changed.map((section) => words.changed(nameOf(section, messages))),
    ...(differences.isReordered ? [words.reordered] : []),
    ...(differences.texts ? [words.changed(words.texts)] : []),
    ...(differences.goals ? [words.changed(words.goals)] : []),
    ...(differences.brand ? [words.changed(words.brand)] : []),
    ...(differences.slots ? [words.changed(messages.templates.slots.title)] : []),
  ];
  return lines.length > 0 ? lines : [words.nothing];
}
