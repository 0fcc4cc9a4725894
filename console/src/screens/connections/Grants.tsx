import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Empty, Fault, Note, Shown } from '../../components/states.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { ConnectionNames } from './ConnectionNames.tsx';
import styles from './connections.module.css';
import { vendors } from './systems.ts';

type Grant = Data<'listGrants'>['items'][number];

/** What people let the service read by signing in, and taking it back. */
export function Grants() {
  const { common, connections } = useMessages();
  const words = connections.grants;
  const { day, since } = useFormat();
  const mayRevoke = useMay('editor');
  const list = useList('listGrants', {}, { enabled: mayRevoke });
  const [revoked, setRevoked] = useState<Grant | null>(null);
  const columns: Column<Grant>[] = [
    { id: 'vendor', label: words.vendor, cell: ({ vendor }) => vendors[vendor] ?? vendor },
    { id: 'since', label: words.since, cell: ({ created_at }) => day(created_at.slice(0, 10)) },
    { id: 'ends', label: words.ends, cell: ({ ends_at }) => (ends_at ? since(ends_at) : words.neverEnds) },
    { id: 'used', label: words.usedBy, cell: ({ connection_ids }) => <ConnectionNames ids={connection_ids} /> },
    {
      id: 'revoke',
      label: words.revoke,
      hidesLabel: true,
      isAtEnd: true,
      cell: (grant) => <Button onPress={() => setRevoked(grant)}>{words.revoke}</Button>,
    },
  ];
  if (!mayRevoke) return <Note text={common.readOnly} />;
  return (
    <Shown read={{ ...list, data: list.items }}>
      {(items) =>
        items.length === 0 ? (
          <Empty icon="tokens" title={words.empty} text={words.emptyText} />
        ) : (
          <div className={styles.stack}>
            <p className={styles.quiet}>{words.text}</p>
            <Table label={words.title} columns={columns} rows={items} keyOf={({ id }) => id} />
            <More list={list} />
            {revoked && <Revoke grant={revoked} onClose={() => setRevoked(null)} />}
          </div>
        )
      }
    </Shown>
  );
}

function Revoke({ grant, onClose }: { readonly grant: Grant; readonly onClose: () => void }) {
  const { connection, connections } = useMessages();
  const words = connections.grants;
  const revoke = useWrite('revokeGrant', {
    refreshes: ['listGrants', 'listConnections', 'listProjectConnections', 'getConnection'],
    onDone({ data }) {
      onClose();
      tell(
        data.left_to_do ? `${connection.details.leftToDo} ${data.left_to_do}` : words.revoked,
        data.left_to_do ? 'bad' : 'good',
      );
    },
  });
  return (
    <ConfirmDialog
      title={words.revokeTitle(vendors[grant.vendor] ?? grant.vendor)}
      action={words.revoke}
      isOpen
      isDangerous
      isPending={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.write({ grant_id: grant.id })}
    >
      <p>{words.revokeText(grant.connection_ids.length)}</p>
      {revoke.fault && <Fault error={revoke.fault} />}
    </ConfirmDialog>
  );
}
