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
import { MakeTokenDialog } from './MakeTokenDialog.tsx';
import styles from './members.module.css';

type ScimToken = Data<'listScimTokens'>['items'][number];

/** The tokens by which the directory calls. */
export function DirectoryTokens() {
  const { directory, tokens } = useMessages();
  const list = useList('listScimTokens', {});
  const [isMaking, setMaking] = useState(false);
  return (
    <Card
      title={tokens.title}
      actions={
        <Button look="primary" icon="add" onPress={() => setMaking(true)}>
          {directory.makeToken}
        </Button>
      }
    >
      <Shown read={{ ...list, data: list.items }} lines={2}>
        {(items) =>
          items.length === 0 ? (
            <p>{directory.tokensEmpty}</p>
          ) : (
            <>
              <TokenTable items={items} />
              <More list={list} />
            </>
          )
        }
      </Shown>
      {isMaking && <MakeTokenDialog onClose={() => setMaking(false)} />}
    </Card>
  );
}

function TokenTable({ items }: { readonly items: readonly ScimToken[] }) {
  const { tokens } = useMessages();
  const format = useFormat();
  const [revoked, setRevoked] = useState<ScimToken>();
  return (
    <>
      <Table
        label={tokens.title}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'token',
            label: tokens.token,
            cell: ({ name, id }) => (
              <span className={styles.person}>
                <bdi>{name}</bdi>
                <code className={styles.more}>{id}</code>
              </span>
            ),
          },
          {
            ...{ id: 'used', keepsWords: true, label: tokens.lastUse },
            cell: ({ last_used_at }) => (last_used_at ? format.since(last_used_at) : tokens.never),
          },
          {
            ...{ id: 'revoke', label: tokens.revoke.action, isAtEnd: true, hidesLabel: true },
            cell: (token) => (
              <Button look="quiet" onPress={() => setRevoked(token)}>
                {tokens.revoke.action} <span className="unseen">{token.name}</span>
              </Button>
            ),
          },
        ]}
      />
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

function RevokeDialog({ token, onClose }: { readonly token: ScimToken; readonly onClose: () => void }) {
  const { tokens, directory } = useMessages();
  const revoking = useWrite('revokeScimToken', {
    refreshes: ['listScimTokens'],
    onDone: () => {
      onClose();
      tell(tokens.revoke.done(token.name));
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={tokens.revoke.title(token.name)}
      action={tokens.revoke.action}
      isPending={revoking.isPending}
      onConfirm={() => revoking.write({ credential_id: token.id })}
      onClose={onClose}
    >
      <p>{directory.revokeText}</p>
      {revoking.fault && <Fault error={revoking.fault} />}
    </ConfirmDialog>
  );
}
