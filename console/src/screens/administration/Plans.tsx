import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { OperatorsOnly } from './OperatorsOnly.tsx';
import { CreatePlanDialog } from './PlanDialogs.tsx';
import { PlanTable } from './PlanTable.tsx';

/** What accounts of each plan may have. */
export function Plans() {
  return (
    <OperatorsOnly>
      <AllPlans />
    </OperatorsOnly>
  );
}

function AllPlans() {
  const { plans } = useMessages().administration;
  const [isCreating, setCreating] = useState(false);
  const list = useList('listPlans', { query: { direction: 'asc' } });
  const create = (
    <Button look="primary" icon="add" onPress={() => setCreating(true)}>
      {plans.create}
    </Button>
  );
  return (
    <Page title={plans.title} subtitle={plans.subtitle} actions={create}>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            <PlanTable items={items} />
            <More list={list} />
          </>
        )}
      </Shown>
      {isCreating && <CreatePlanDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
