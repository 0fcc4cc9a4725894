import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { TextLink } from '../../components/Page.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { useCatalog } from './catalog.ts';
import { ProblemText } from './ProblemText.tsx';
import { RemoveWatch } from './RemoveWatch.tsx';
import { Standing, WatchSwitch } from './Standing.tsx';
import { Where } from './Where.tsx';
import type { Watch } from './watch-draft.ts';
import styles from './watches.module.css';
import { useWatchWords } from './words.ts';

/** Watches, each with how it stands. */
export function WatchTable({ watches: rows }: { readonly watches: readonly Watch[] }) {
  const { watches, common, shell } = useMessages();
  const mayEdit = useMay('editor');
  const words = useWatchWords();
  const [removed, setRemoved] = useState<Watch>();
  const columns: Column<Watch>[] = [
    { id: 'watch', label: watches.watch, cell: (watch) => <What watch={watch} /> },
    { id: 'where', label: watches.where, cell: (watch) => <Where watch={watch} /> },
    {
      id: 'state',
      label: common.status,
      cell: (watch) => (
        <span className={styles.cell}>
          <Standing watch={watch} />
          {watch.enabled && watch.problem && (
            <span className={styles.problem}>
              <ProblemText watch={watch} problem={watch.problem} />
            </span>
          )}
        </span>
      ),
    },
    { id: 'told', label: watches.told, cell: (watch) => <Told watch={watch} /> },
  ];
  const actions: Column<Watch> = {
    ...{ id: 'actions', label: common.details, isAtEnd: true, hidesLabel: true },
    cell: (watch) => (
      <span className={styles.rowActions}>
        <WatchSwitch key={watch.id} watch={watch} name={words.name(watch)} />
        <Button
          look="quiet"
          icon="remove"
          aria-label={`${common.remove}: ${words.name(watch)}`}
          onPress={() => setRemoved(watch)}
        />
      </span>
    ),
  };
  return (
    <>
      <Table
        label={shell.watches}
        keyOf={({ id }) => id}
        rows={rows}
        columns={mayEdit ? [...columns, actions] : columns}
      />
      {removed && <RemoveWatch watch={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function What({ watch }: { readonly watch: Watch }) {
  // Only a limit has a value that needs its unit; sources are not asked for others.
  return watch.kind === 'threshold' && watch.connection_id ? <Limit watch={watch} /> : <Named watch={watch} />;
}

function Limit({ watch }: { readonly watch: Watch }) {
  const { metricOf } = useCatalog(watch.connection_id, watch.project_id);
  return <Named watch={watch} metric={metricOf(watch.metric)} />;
}

function Named({
  watch,
  metric,
}: {
  readonly watch: Watch;
  readonly metric?: Parameters<ReturnType<typeof useWatchWords>['name']>[1];
}) {
  const words = useWatchWords();
  const lines = [words.dimension(watch), words.rule(watch, metric)];
  return (
    <span className={styles.cell}>
      <TextLink to="/watches/$watchId" params={{ watchId: watch.id }}>
        <bdi>{words.name(watch, metric)}</bdi>
      </TextLink>
      <span className={styles.more}>{lines.filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function Told({ watch: { people, channels } }: { readonly watch: Watch }) {
  const { watches } = useMessages();
  const counts = [
    people.length > 0 && watches.people(people.length),
    channels.length > 0 && watches.channels(channels.length),
  ];
  return <span className={styles.more}>{counts.filter(Boolean).join(', ') || watches.nobody}</span>;
}
