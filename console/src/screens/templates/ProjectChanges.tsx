import type { Data } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { fieldNames } from './field-names.ts';
import styles from './templates.module.css';

export type Change = Data<'publishTemplate'>['items'][number];

/** As many as the service tells of. */
const most = 1_000;

/** What publishing changes in each project, and what is missing there. */
export function ProjectChanges({
  items,
  onLook,
}: {
  readonly items: readonly Change[];
  readonly onLook: (change: Change) => void;
}) {
  const { templates, connections } = useMessages();
  const words = templates.publish;
  const format = useFormat();
  const { changesOf, gapsOf } = useWordsOfChanges();
  return (
    <>
      <Table
        label={words.changes}
        rows={items}
        keyOf={({ project_id }) => project_id}
        columns={[
          { id: 'project', label: connections.project, cell: ({ name }) => <bdi>{name}</bdi> },
          { id: 'changes', label: words.changes, cell: (change) => <Lines lines={changesOf(change)} /> },
          { id: 'gaps', label: words.gaps, cell: (change) => <Lines lines={gapsOf(change)} isWarning /> },
          {
            ...{ id: 'look', label: words.look, isAtEnd: true },
            cell: (change) => (
              <Button look="quiet" icon="report" aria-label={words.lookAt(change.name)} onPress={() => onLook(change)}>
                {words.look}
              </Button>
            ),
          },
        ]}
      />
      {items.length >= most && <p className={styles.more}>{words.cut(format.number(most))}</p>}
    </>
  );
}

function Lines({ lines, isWarning = false }: { readonly lines: readonly string[]; readonly isWarning?: boolean }) {
  if (lines.length === 0) return '–';
  return (
    <span className={`${styles.lines} ${isWarning ? styles.warning : ''}`}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function useWordsOfChanges() {
  const messages = useMessages();
  const { publish: words } = messages.templates;
  const { number } = useFormat();
  const counted = (count: number, say: (count: string) => string) => (count > 0 ? [say(number(count))] : []);
  const changesOf = ({ sections: { added, removed, changed, moved }, fields, kept }: Change) => [
    ...counted(added, words.added),
    ...counted(removed, words.removed),
    ...counted(changed, words.altered),
    ...(moved ? [words.moved] : []),
    ...fieldNames(fields, messages),
    ...counted(kept, words.kept),
  ];
  const gapsOf = ({ empty_slots, missing }: Change) => [
    ...(empty_slots.length > 0 ? [words.emptySlots(empty_slots.join(', '))] : []),
    ...missing.map(({ slot, metrics }) => words.lacks(slot, metrics.join(', '))),
  ];
  return { changesOf, gapsOf };
}
