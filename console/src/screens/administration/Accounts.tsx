import { useDeferredValue, useState } from 'react';
import { useList } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AccountTable } from './AccountTable.tsx';
import styles from './administration.module.css';
import { CreateAccountDialog } from './CreateAccountDialog.tsx';
import { OperatorsOnly } from './OperatorsOnly.tsx';

/** The customers of the installation. */
export function Accounts() {
  return (
    <OperatorsOnly>
      <AllAccounts />
    </OperatorsOnly>
  );
}

function AllAccounts() {
  const { accounts, form } = useMessages().administration;
  const [words, setWords] = useState('');
  const [isCreating, setCreating] = useState(false);
  const search = useDeferredValue(words.trim());
  const list = useList('listAccounts', { query: { sort: 'name', direction: 'asc', ...(search && { search }) } });
  const create = (
    <Button look="primary" icon="add" onPress={() => setCreating(true)}>
      {form.create}
    </Button>
  );
  const isEmpty = list.items?.length === 0;
  return (
    <Page title={accounts.title} subtitle={accounts.subtitle} actions={create}>
      <div className={styles.search}>
        <SearchField label={accounts.search} value={words} onChange={setWords} />
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          isEmpty ? (
            <Empty
              icon="administration"
              title={search ? accounts.none : accounts.empty}
              text={!search && accounts.emptyText}
            />
          ) : (
            <>
              <AccountTable items={items} />
              <More list={list} />
            </>
          )
        }
      </Shown>
      {isCreating && <CreateAccountDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
