import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Fault, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './deliveries.module.css';

type Unwanted = Data<'listUnwantedAddresses'>['items'][number];

/** Who gets no e-mail, and taking somebody off that list. */
export function UnwantedAddresses() {
  const { unwanted, columns } = useMessages().deliveries;
  const format = useFormat();
  const list = useList('listUnwantedAddresses', { query: {} });
  return (
    <Card title={unwanted.title}>
      <p className={styles.more}>{unwanted.about}</p>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <p>{unwanted.none}</p>
          ) : (
            <>
              <Table
                label={unwanted.title}
                keyOf={({ address }) => address}
                rows={items}
                columns={[
                  { id: 'address', label: unwanted.address, cell: ({ address }) => <bdi>{address}</bdi> },
                  { id: 'reason', label: unwanted.reason, cell: ({ reason }) => unwanted.reasons[reason] },
                  { id: 'since', label: unwanted.since, cell: ({ created_at }) => format.time(created_at) },
                  {
                    id: 'actions',
                    label: columns.actions,
                    hidesLabel: true,
                    isAtEnd: true,
                    cell: (row) => <Allow row={row} />,
                  },
                ]}
              />
              <More list={list} />
            </>
          )
        }
      </Shown>
    </Card>
  );
}

function Allow({ row: { address } }: { readonly row: Unwanted }) {
  const { unwanted } = useMessages().deliveries;
  const [isAsking, setAsking] = useState(false);
  const onDone = () => {
    setAsking(false);
    tell(unwanted.allowed);
  };
  const { write, isPending, fault } = useWrite('removeUnwantedAddress', {
    refreshes: ['listUnwantedAddresses'],
    onDone,
  });
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        {unwanted.allow}
      </Button>
      <ConfirmDialog
        title={unwanted.allowTitle}
        action={unwanted.allow}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => write({ body: { address } })}
      >
        <p>
          <bdi>{address}</bdi>: {unwanted.allowText}
        </p>
        {fault && <Fault error={fault} />}
      </ConfirmDialog>
    </>
  );
}
