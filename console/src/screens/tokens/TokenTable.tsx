import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Badge, Fault } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './tokens.module.css';

type Token = Data<'listTokens'>['items'][number];

const tones = { active: 'good', expired: 'plain', revoked: 'plain' } as const;

function stateOf({ revoked_at, expires_at }: Token): keyof typeof tones {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

/** Tokens with what they may do and whether they still work. */
export function TokenTable({ items }: { readonly items: readonly Token[] }) {
  const { tokens, common } = useMessages();
  const format = useFormat();
  const [revoked, setRevoked] = useState<Token>();
  return (
    <>
      <Table
        label={tokens.title}
        rows={items}
        keyOf={({ public_id }) => public_id}
        columns={[
          {
            id: 'token',
            label: tokens.token,
            cell: ({ name, public_id }) => (
              <span className={styles.token}>
                {name}
                <code className={styles.more}>{public_id}</code>
              </span>
            ),
          },
          { id: 'may', label: tokens.may, cell: (token) => <Rights token={token} /> },
          {
            id: 'used',
            keepsWords: true,
            label: tokens.lastUse,
            cell: ({ last_used_at }) => (last_used_at ? format.since(last_used_at) : tokens.never),
          },
          {
            id: 'expires',
            keepsWords: true,
            label: tokens.expires,
            cell: ({ expires_at }) => (expires_at ? format.time(expires_at) : tokens.doesNotExpire),
          },
          {
            id: 'status',
            label: common.status,
            cell: (token) => <Badge tone={tones[stateOf(token)]}>{tokens.states[stateOf(token)]}</Badge>,
          },
          {
            ...{ id: 'revoke', label: tokens.revoke.action, isAtEnd: true, hidesLabel: true },
            cell: (token) =>
              stateOf(token) === 'active' && (
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

function Rights({ token: { kind, scopes, role } }: { readonly token: Token }) {
  const { tokens, members } = useMessages();
  return (
    <span className={styles.token}>
      {tokens.kinds[kind]}
      <span className={styles.more}>
        {role ? tokens.asRole(members.roles[role]) : scopes.map((scope) => tokens.scopes[scope]).join(' · ')}
      </span>
    </span>
  );
}

function RevokeDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const { revoke } = useMessages().tokens;
  const revoking = useWrite('revokeToken', {
    refreshes: ['listTokens'],
    onDone: () => {
      onClose();
      tell(revoke.done(token.name));
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={revoke.title(token.name)}
      action={revoke.action}
      isPending={revoking.isPending}
      onConfirm={() => revoking.write({ public_id: token.public_id })}
      onClose={onClose}
    >
      <p>{revoke.text}</p>
      {revoking.fault && <Fault error={revoking.fault} />}
    </ConfirmDialog>
  );
}
