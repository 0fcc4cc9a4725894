import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { useEnterAccount } from '../../shell/menus.tsx';
import styles from './administration.module.css';
import { ChangeAccountDialog } from './ChangeAccountDialog.tsx';

type Account = Data<'listAccounts'>['items'][number];

/** Accounts with their plans, and what an operator does about each. */
export function AccountTable({ items }: { readonly items: readonly Account[] }) {
  const { administration, common } = useMessages();
  const words = administration.accounts;
  const format = useFormat();
  const enter = useEnterAccount();
  const [changed, setChanged] = useState<Account>();
  const actionsOf = (account: Account) => [
    { id: 'look', label: words.lookInto, icon: 'eye' as const, run: () => void enter(account.id) },
    { id: 'change', label: words.change, icon: 'edit' as const, run: () => setChanged(account) },
  ];
  const limit = (value: number | null) => (value === null ? words.standard : format.number(value));
  return (
    <>
      <Table
        label={words.title}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'account',
            label: words.account,
            cell: ({ id, name, sso_domains }) => (
              <span className={styles.account}>
                {name}
                <code className={styles.more}>{id}</code>
                {sso_domains.length > 0 && <span className={styles.more}>{sso_domains.join(', ')}</span>}
              </span>
            ),
          },
          { id: 'plan', label: words.plan, cell: ({ plan, add_ons }) => [plan, ...add_ons].join(' + ') },
          {
            id: 'requests',
            label: words.requests,
            cell: ({ per_minute, per_day }) =>
              per_minute === null && per_day === null
                ? words.standard
                : words.perMinuteAndDay(limit(per_minute), limit(per_day)),
          },
          { id: 'created', label: words.created, cell: ({ created_at }) => format.day(created_at) },
          {
            ...{ id: 'actions', label: common.change, isAtEnd: true, hidesLabel: true },
            cell: (account) => (
              <Menu label={common.actions(account.name)} actions={actionsOf(account)}>
                <Button look="quiet" icon="more" aria-label={common.actions(account.name)} />
              </Menu>
            ),
          },
        ]}
      />
      {changed && <ChangeAccountDialog account={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}
