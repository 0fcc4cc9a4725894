import { type ReactNode, useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Menu } from '../../components/Menu.tsx';
import { Fault } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { ChangePlanDialog } from './PlanDialogs.tsx';

type Plan = Data<'listPlans'>['items'][number];

/** Plans with their bounds, how many accounts have each, and what an operator does about it. */
export function PlanTable({ items }: { readonly items: readonly Plan[] }) {
  const { administration, common } = useMessages();
  const { plans, accounts } = administration;
  const format = useFormat();
  const [changed, setChanged] = useState<string>();
  const [removed, setRemoved] = useState<Plan>();
  const most = (id: keyof Plan, label: string, write: (value: number) => ReactNode = format.number) => ({
    ...{ id, label, isAtEnd: true },
    cell: (plan: Plan) => (typeof plan[id] === 'number' ? write(plan[id]) : plans.unlimited),
  });
  const actionsOf = (plan: Plan) => [
    { id: 'change', label: plans.change, icon: 'edit' as const, run: () => setChanged(plan.name) },
    { id: 'remove', label: plans.remove, icon: 'remove' as const, isDangerous: true, run: () => setRemoved(plan) },
  ];
  return (
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
          most('max_watches', plans.watches),
          most('max_upload_bytes', plans.uploads, format.bytes),
          { ...{ id: 'accounts', label: accounts.title, isAtEnd: true }, cell: (plan) => format.number(plan.accounts) },
          {
            ...{ id: 'actions', label: common.change, isAtEnd: true, hidesLabel: true },
            cell: (plan) => (
              <Menu label={common.actions(plan.name)} actions={actionsOf(plan)}>
                <Button look="quiet" icon="more" aria-label={common.actions(plan.name)} />
              </Menu>
            ),
          },
        ]}
      />
      {changed !== undefined && <ChangePlanDialog name={changed} onClose={() => setChanged(undefined)} />}
      {removed && <RemovePlanDialog plan={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

/** Asks once more; where accounts have the plan, it says what to do first. */
function RemovePlanDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const { administration, common } = useMessages();
  const { plans } = administration;
  const removing = useWrite('removePlan', {
    refreshes: ['listPlans'],
    onDone: ({ data }) => {
      onClose();
      tell(plans.removed(data.name));
    },
  });
  const title = plans.removeTitle(plan.name);
  if (plan.accounts > 0) {
    return (
      <Dialog isOpen title={title} onClose={onClose}>
        <p>{plans.inUse(plan.accounts)}</p>
        <DialogActions>
          <Button onPress={onClose}>{common.close}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={title}
      action={plans.remove}
      isPending={removing.isPending}
      onConfirm={() => removing.write({ plan: plan.name })}
      onClose={onClose}
    >
      <p>{plans.removeText}</p>
      {removing.fault && <Fault error={removing.fault} />}
    </ConfirmDialog>
  );
}
