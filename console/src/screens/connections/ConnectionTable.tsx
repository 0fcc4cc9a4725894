import type { ReactNode } from 'react';
import { useMay } from '../../api/session.ts';
import { TextLink } from '../../components/Page.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './connections.module.css';
import { type Connection, ConnectionStatus, RepairLink } from './status.tsx';
import { nameOf } from './systems.ts';

/** Connections as rows; `project` says what a row belongs to, where they are of several. */
export function ConnectionTable({
  items,
  project,
}: {
  readonly items: readonly Connection[];
  readonly project?: (connection: Connection) => ReactNode;
}) {
  const { common, connections } = useMessages();
  const { since, time } = useFormat();
  const mayEdit = useMay('editor');
  const columns: Column<Connection>[] = [
    {
      id: 'name',
      label: connections.name,
      cell: ({ id, name }) => (
        <TextLink to="/connections/$connectionId" params={{ connectionId: id }}>
          <bdi>{name}</bdi>
        </TextLink>
      ),
    },
    { id: 'system', label: connections.system, cell: ({ system }) => nameOf(system, connections) },
    ...(project ? [{ id: 'project', label: connections.project, cell: project }] : []),
    { id: 'status', label: connections.status, cell: (connection) => <ConnectionStatus connection={connection} /> },
    {
      id: 'checked',
      label: connections.checked,
      cell: ({ checked_at: checked }) => (
        <time dateTime={checked} title={time(checked)} className={styles.quiet}>
          {since(checked)}
        </time>
      ),
    },
  ];
  const repairs: Column<Connection> = {
    id: 'repair',
    label: common.actions(connections.title),
    hidesLabel: true,
    isAtEnd: true,
    cell: (connection) => <RepairLink connection={connection} />,
  };
  return (
    <Table
      label={connections.title}
      columns={mayEdit ? [...columns, repairs] : columns}
      rows={items}
      keyOf={({ id }) => id}
    />
  );
}
