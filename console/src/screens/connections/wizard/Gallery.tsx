import { type DragEvent, useDeferredValue, useState } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/icons.tsx';
import { SearchField } from '../../../components/SearchField.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import styles from '../connections.module.css';
import { groupOf, inOrder, nameOf, type System } from '../systems.ts';
import { UploadProgress } from '../UploadProgress.tsx';
import { useUpload } from '../upload.ts';
import { type Drafting, emptyDraft } from './draft.ts';
import { nameOfFile } from './source.ts';
import wizard from './wizard.module.css';

interface GalleryProps {
  readonly systems: readonly System[];
  readonly drafting: Drafting;
}

/** What can be connected: a file first, then systems by what they are for. */
export function Gallery({ systems, drafting }: GalleryProps) {
  const seesUploads = useSession().project_ids === null;
  return (
    <div className={styles.stack}>
      {seesUploads && <FileDrop drafting={drafting} />}
      <Systems systems={systems} drafting={drafting} />
    </div>
  );
}

function FileDrop({ drafting: { change } }: { readonly drafting: Drafting }) {
  const { gallery } = useMessages().connections;
  const upload = useUpload(({ path }, file) =>
    change({ ...emptyDraft, system: 'file', step: 'check', name: nameOfFile(file.name), naming: { path } }),
  );
  const [isOver, setOver] = useState(false);
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) upload.start(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      className={styles.drop}
      aria-label={gallery.drop}
      data-drop-target={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      {upload.sending ? (
        <UploadProgress upload={upload} />
      ) : (
        <>
          <span className={wizard.big}>
            <Icon name="upload" size={28} />
          </span>
          <h2>{gallery.drop}</h2>
          <p>{gallery.dropText}</p>
          <FileTrigger onSelect={(files) => files?.[0] && upload.start(files[0])}>
            <Button look="primary" icon="upload">
              {gallery.choose}
            </Button>
          </FileTrigger>
          <UploadProgress upload={upload} />
        </>
      )}
    </section>
  );
}

function Systems({ systems, drafting }: GalleryProps) {
  const { connections } = useMessages();
  const { gallery } = connections;
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed).trim().toLocaleLowerCase();
  const cards = inOrder(systems).map(({ system }) => ({
    ...{
      system,
      group: groupOf(system),
      name: system === 'file' ? gallery.webFile : nameOf(system, connections),
      about: gallery.about[system] ?? '',
    },
  }));
  const found = cards.filter(({ name, about, system }) =>
    `${name} ${about} ${system}`.toLocaleLowerCase().includes(sought),
  );
  const groups = Object.entries(gallery.groups)
    .map(([group, title]) => ({ group, title, members: found.filter((card) => card.group === group) }))
    .filter(({ members }) => members.length > 0);
  const choose = (system: string, name: string) => {
    const { draft, change } = drafting;
    change(draft.system === system ? { step: 'access' } : { ...emptyDraft, system, name, step: 'access' });
  };
  return (
    <section className={styles.stack} aria-label={gallery.orSystem}>
      <div className={styles.head}>
        <h2>{gallery.orSystem}</h2>
        <SearchField label={gallery.search} value={typed} onChange={setTyped} />
      </div>
      <div role="status">{groups.length === 0 && <p className={styles.quiet}>{gallery.none}</p>}</div>
      {groups.map(({ group, title, members }) => (
        <section key={group} className={wizard.group} aria-label={title}>
          <h3>{title}</h3>
          <ul className={wizard.cards}>
            {members.map(({ system, name, about }) => (
              <li key={system}>
                <AriaButton className={wizard.card ?? ''} onPress={() => choose(system, name)}>
                  <span className={wizard.tile} aria-hidden="true">
                    {name.charAt(0)}
                  </span>
                  <span>
                    <strong>{name}</strong>
                    <span className={wizard.about}>{about}</span>
                  </span>
                </AriaButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
