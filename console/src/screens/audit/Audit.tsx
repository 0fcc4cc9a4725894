import { pathOfService } from '../../api/base.ts';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { ButtonAddress } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { AuditFilters, useAuditFilter } from './AuditFilters.tsx';
import { AuditList } from './AuditList.tsx';

/** Who changed what in the account. */
export function Audit() {
  const isThere = useSession().project_ids === null;
  return useMay('admin') && isThere ? <Activity /> : <NotFound />;
}

function Activity() {
  const { audit } = useMessages();
  const [filter, setFilter] = useAuditFilter();
  const entries = useList('listAudit', { query: filter.query });
  const people = useList('listMembers', { query: { per_page: 100, sort: 'name', direction: 'asc' } });
  const actors = people.items?.map(({ id, name }) => ({ id: `user:${id}`, label: name }));
  return (
    <Page
      title={audit.title}
      subtitle={audit.subtitle}
      actions={
        <ButtonAddress icon="download" href={pathOfService('/manage/v1/audit.csv')} download="audit.csv">
          {audit.download}
        </ButtonAddress>
      }
    >
      <AuditFilters filter={filter} onChange={setFilter} actors={actors ?? []} />
      <AuditList entries={entries} isFiltered={filter.isSet} />
    </Page>
  );
}
