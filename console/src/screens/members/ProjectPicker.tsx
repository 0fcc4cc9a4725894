import { useDeferredValue, useState } from 'react';
import { useList } from '../../api/reads.ts';
import { Checkbox } from '../../components/fields.tsx';
import { More } from '../../components/More.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './members.module.css';

/** Some of the account's projects, found by name. */
export function ProjectPicker({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const { members } = useMessages();
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const projects = useList('listProjects', { query: { sort: 'name', direction: 'asc', ...(q && { q }) } });
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <div className={styles.picker}>
      <SearchField label={members.findProjects} value={words} onChange={setWords} />
      <fieldset className={styles.list} aria-label={members.access}>
        <Shown read={{ ...projects, data: projects.items }} lines={3}>
          {(items) => (
            <>
              {items.length === 0 && <p>{members.noProjects}</p>}
              {items.map(({ id, name, client_name }) => (
                <Checkbox key={id} isSelected={chosen.includes(id)} onChange={(isChosen) => toggle(id, isChosen)}>
                  {name} {client_name && <span className={styles.more}>{client_name}</span>}
                </Checkbox>
              ))}
              <More list={projects} />
            </>
          )}
        </Shown>
      </fieldset>
      <p className={styles.more} role="status">
        {members.chosen(chosen.length)}
      </p>
    </div>
  );
}
