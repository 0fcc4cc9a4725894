import type { ReactNode } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { OperatorsOnly } from './OperatorsOnly.tsx';

type Plan = Data<'listPlans'>['items'][number];

/** What accounts of each plan may have. */
export function Plans() {
  return (
    <OperatorsOnly>
      <AllPlans />
    </OperatorsOnly>
  );
}

function AllPlans() {
  const { administration, common } = useMessages();
  const { plans, accounts } = administration;
  const format = useFormat();
  const list = useList('listPlans', { query: { direction: 'asc' } });
  const most = (id: keyof Plan, label: string, write: (value: number) => ReactNode = format.number) => ({
    ...{ id, label, isAtEnd: true },
    cell: (plan: Plan) => (typeof plan[id] === 'number' ? write(plan[id]) : plans.unlimited),
  });
  return (
    <Page title={plans.title} subtitle={plans.subtitle}>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            <Table
              label={plans.title}
              rows={items}
              keyOf={({ name }) => name}
              columns={[
                { id: 'name', label: accounts.plan, cell: ({ name }) => name },
                { id: 'api', label: plans.api, cell: ({ api_access }) => (api_access ? common.yes : common.no) },
                most('max_projects', plans.projects),
                most('max_connections_per_project', plans.connections),
                most('max_generations_per_month', plans.reports),
                most('max_members', plans.members),
                most('max_upload_bytes', plans.uploads, format.bytes),
              ]}
            />
            <More list={list} />
          </>
        )}
      </Shown>
    </Page>
  );
}
