import type { Data } from '../../../api/client.ts';
import { useList, useRead } from '../../../api/reads.ts';
import { Select } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import styles from './template.module.css';

/** Connections by the names of slots. */
export type Choices = Readonly<Record<string, string>>;

/** Asks which connection fills a slot of a template, where several of the project fit; says which slots stay empty. */
export function SlotChoices({
  template: { id, published },
  projectId,
  choices,
  onChange,
}: {
  readonly template: Pick<Data<'getTemplate'>, 'id' | 'published'>;
  readonly projectId: string;
  readonly choices: Choices;
  readonly onChange: (more: Choices) => void;
}) {
  const { publish } = useMessages().templates;
  const revision = useRead('getTemplateRevision', { template_id: id, revision_number: String(published) });
  const connections = useList('listProjectConnections', { project_id: projectId, query: { per_page: 100 } });
  if (!revision.data || !connections.items) return null;
  const all = connections.items;
  const slots = revision.data.data.slots.map(({ slot, systems }) => {
    return { slot, fitting: all.filter(({ system }) => systems.includes(system)) };
  });
  const empty = slots.filter(({ fitting }) => fitting.length === 0).map(({ slot }) => slot);
  return (
    <>
      {slots
        .filter(({ fitting }) => fitting.length > 1)
        .map(({ slot, fitting }) => (
          <Select
            key={slot}
            label={slot}
            options={fitting.map((connection) => ({ id: connection.id, label: connection.name }))}
            value={choices[slot] ?? null}
            onChange={(connection) => onChange({ [slot]: connection })}
          />
        ))}
      {empty.length > 0 && <p className={styles.warning}>{publish.emptySlots(empty.join(', '))}</p>}
    </>
  );
}
