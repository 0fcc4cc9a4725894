import { useDeferredValue, useState } from 'react';
import { useList } from '../../api/reads.ts';
import { RadioGroup } from '../../components/fields.tsx';
import { More } from '../../components/More.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './templates.module.css';

/** One of the account's projects, found by name. */
export function ProjectChoice({
  value,
  onChange,
  fault,
}: {
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly fault?: string | undefined;
}) {
  const { members, templates } = useMessages();
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const projects = useList('listProjects', { query: { sort: 'name', direction: 'asc', ...(q && { q }) } });
  return (
    <div className={styles.picker}>
      <SearchField label={members.findProjects} value={words} onChange={setWords} />
      <div className={styles.choices}>
        <Shown read={{ ...projects, data: projects.items }} lines={3}>
          {(items) => (
            <>
              {items.length === 0 && <p>{members.noProjects}</p>}
              {items.length > 0 && (
                <RadioGroup
                  label={templates.from.chooseProject}
                  options={items.map(({ id, name, client_name }) => ({
                    ...{ id, label: name },
                    ...(client_name && { advice: client_name }),
                  }))}
                  value={value}
                  onChange={onChange}
                  fault={fault}
                />
              )}
              <More list={projects} />
            </>
          )}
        </Shown>
      </div>
    </div>
  );
}
