import { type ReactNode, useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, NumberField, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

type Plan = Data<'getPlan'>;
/** What an operator decides about a plan, as operations take it. */
type PlanDraft = Omit<Plan, 'accounts'>;

const bytesPerMb = 1_000_000;
const mostCounted = 1_000_000_000;
const unbounded: PlanDraft = {
  ...{ name: '', api_access: false, max_projects: null, max_connections_per_project: null },
  ...{
    max_generations_per_month: null,
    max_members: null,
    max_upload_bytes: null,
    max_watches: null,
    min_keep_reports_months: null,
  },
};

/** Asks for a plan that accounts may have from then on. */
export function CreatePlanDialog({ onClose }: { readonly onClose: () => void }) {
  const { plans } = useMessages().administration;
  const creating = useWrite('createPlan', {
    refreshes: ['listPlans'],
    onDone: ({ data }) => {
      onClose();
      tell(plans.created(data.name));
    },
  });
  return (
    <Dialog isOpen title={plans.createTitle} onClose={onClose}>
      <PlanForm
        {...{ first: unbounded, action: plans.create, fault: creating.fault, isPending: creating.isPending, onClose }}
        onSubmit={(body) => creating.write({ body })}
      />
    </Dialog>
  );
}

/** Changes a plan for all accounts that have it, and says how many. */
export function ChangePlanDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { administration } = useMessages();
  const { plans, form } = administration;
  const read = useRead('getPlan', { plan: name });
  const changing = useWrite('updatePlan', {
    refreshes: ['listPlans', 'getPlan'],
    onDone: ({ data }) => {
      onClose();
      tell(form.done(data.name));
    },
  });
  return (
    <Dialog isOpen title={form.changeTitle(name)} onClose={onClose}>
      <Shown read={read}>
        {({ data: { accounts, ...first }, etag }) => (
          <PlanForm
            key={etag}
            {...{ first, action: plans.save, fault: changing.fault, isPending: changing.isPending, onClose }}
            onAgain={() => void read.refetch()}
            onSubmit={(body) => changing.write({ plan: name, body }, etag)}
          >
            {({ api_access }) => (
              <Note
                tone={accounts > 0 ? 'warning' : 'accent'}
                title={plans.touches(accounts)}
                text={
                  accounts > 0 &&
                  [plans.keeps, first.api_access && !api_access && plans.losesApi].filter(Boolean).join(' ')
                }
              />
            )}
          </PlanForm>
        )}
      </Shown>
    </Dialog>
  );
}

interface PlanFormProps {
  readonly first: PlanDraft;
  readonly action: string;
  readonly fault: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (draft: PlanDraft) => void;
  readonly onAgain?: () => void;
  readonly onClose: () => void;
  /** What is said about a draft. */
  readonly children?: (draft: PlanDraft) => ReactNode;
}

function PlanForm({ first, action, fault, isPending, onSubmit, onAgain, onClose, children }: PlanFormProps) {
  const { administration, common } = useMessages();
  const { plans } = administration;
  const [draft, setDraft] = useState(first);
  const faults = fieldFaults(fault, '', { unique: plans.taken, pattern: plans.nameRule });
  const isAtField = Object.keys(faults).some((field) => field in draft);
  const change = (part: Partial<PlanDraft>) => setDraft({ ...draft, ...part });
  const bound = (id: Bound, label: string, unit = 1) => (
    <NumberField
      {...{ label, name: id, advice: plans.unlimitedAdvice, minValue: 0, maxValue: mostCounted }}
      formatOptions={{ maximumFractionDigits: 0 }}
      value={(draft[id] ?? Number.NaN) / unit}
      onChange={(value) => change({ [id]: Number.isNaN(value) ? null : Math.round(value) * unit })}
    />
  );
  return (
    <Form validationErrors={faults} onSubmit={() => onSubmit(draft)}>
      <TextField
        {...{ label: common.name, name: 'name', maxLength: 60 }}
        isRequired
        autoFocus
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <Checkbox isSelected={draft.api_access} onChange={(api_access) => change({ api_access })}>
        {plans.includesApi}
      </Checkbox>
      {bound('max_projects', plans.projects)}
      {bound('max_connections_per_project', plans.connections)}
      {bound('max_generations_per_month', plans.reports)}
      {bound('max_members', plans.members)}
      {bound('max_watches', plans.watches)}
      {bound('max_upload_bytes', plans.uploadsMb, bytesPerMb)}
      {children?.(draft)}
      {fault && !isAtField && <Fault error={fault} {...(onAgain && { onRetry: onAgain })} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  );
}

type Bound = Exclude<keyof PlanDraft, 'name' | 'api_access'>;
