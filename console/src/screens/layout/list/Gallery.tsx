import { Button as AriaButton } from 'react-aria-components';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/Dialog.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { sectionKinds } from '../sections/kinds.tsx';
import type { Section, Source } from '../types.ts';
import styles from './Gallery.module.css';

/** Every kind of section by its picture; choosing one adds it. */
export function Gallery({
  sources,
  onAdd,
  onClose,
}: {
  readonly sources: readonly Source[];
  readonly onAdd: (section: Section) => void;
  readonly onClose: () => void;
}) {
  const { layout, sections, common } = useMessages();
  return (
    <Dialog isOpen isWide closesOutside title={layout.gallery.title} onClose={onClose}>
      <p>{layout.gallery.text}</p>
      <ul className={styles.gallery}>
        {sectionKinds.map(({ type, picture, make }) => (
          <li key={type}>
            <AriaButton className={styles.kind ?? ''} onPress={() => onAdd(make(sources))}>
              <span className={styles.picture}>{picture}</span>
              <span className={styles.name}>{sections.kinds[type].name}</span>
              <span className={styles.text}>{sections.kinds[type].text}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}
