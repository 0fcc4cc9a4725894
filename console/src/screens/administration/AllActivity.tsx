import { useState } from 'react';
import { useList, useRead } from '../../api/reads.ts';
import { Select } from '../../components/fields.tsx';
import { Page } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AuditFilters, useAuditFilter } from '../audit/AuditFilters.tsx';
import { AuditList } from '../audit/AuditList.tsx';
import { OperatorsOnly } from './OperatorsOnly.tsx';

const all = 'all';

/** Who changed what in the whole installation. */
export function AllActivity() {
  return (
    <OperatorsOnly>
      <Activity />
    </OperatorsOnly>
  );
}

function Activity() {
  const { administration, audit } = useMessages();
  const [filter, setFilter] = useAuditFilter();
  const [accountId, setAccountId] = useState(all);
  const isOne = accountId !== all;
  const entries = useList('listAllAudit', { query: { ...filter.query, ...(isOne && { account_id: accountId }) } });
  const { data } = useRead('listAccounts', { query: { per_page: 100, sort: 'name', direction: 'asc' } });
  const accounts = data?.data.items ?? [];
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? id;
  return (
    <Page title={administration.activity.title} subtitle={audit.allSubtitle}>
      <AuditFilters filter={filter} onChange={setFilter}>
        <Select
          label={audit.account}
          options={[
            { id: all, label: administration.activity.allAccounts },
            ...accounts.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={accountId}
          onChange={setAccountId}
        />
      </AuditFilters>
      <AuditList
        entries={entries}
        isFiltered={filter.isSet || isOne}
        columns={[
          {
            id: 'account',
            label: audit.account,
            cell: ({ account_id }) => (account_id === null ? '–' : nameOf(account_id)),
          },
        ]}
      />
    </Page>
  );
}
