import { useRead } from '../../api/reads.ts';
import { Checkbox, NumberField, Select, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** What an operator decides about an account. */
export interface AccountDraft {
  readonly name: string;
  readonly plan: string | null;
  readonly hasApi: boolean;
  /** Null for the standard. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** As operations take it. */
export function accountBody({ name, plan, hasApi, perMinute, perDay }: AccountDraft) {
  const add_ons: 'api'[] = hasApi ? ['api'] : [];
  return { name, plan: plan ?? '', add_ons, per_minute: perMinute, per_day: perDay };
}

/** The fields of an account. */
export function AccountFields({
  draft,
  onChange,
}: {
  readonly draft: AccountDraft;
  readonly onChange: (change: Partial<AccountDraft>) => void;
}) {
  const { administration, common } = useMessages();
  const { accounts, form } = administration;
  const plans = useRead('listPlans', { query: { per_page: 100, direction: 'asc' } });
  const limits = { minValue: 1, formatOptions: { maximumFractionDigits: 0 } };
  return (
    <>
      <TextField
        {...{ label: common.name, name: 'name', maxLength: 200 }}
        isRequired
        autoFocus
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <Select
        {...{ label: accounts.plan, name: 'plan' }}
        isRequired
        options={(plans.data?.data.items ?? []).map(({ name }) => ({ id: name, label: name }))}
        value={draft.plan}
        onChange={(plan) => onChange({ plan })}
      />
      <Checkbox isSelected={draft.hasApi} onChange={(hasApi) => onChange({ hasApi })}>
        {form.api}
      </Checkbox>
      <NumberField
        {...{ label: form.perMinute, name: 'per_minute', advice: form.standardAdvice, ...limits }}
        value={draft.perMinute ?? Number.NaN}
        onChange={(value) => onChange({ perMinute: Number.isNaN(value) ? null : value })}
      />
      <NumberField
        {...{ label: form.perDay, name: 'per_day', advice: form.standardAdvice, ...limits }}
        value={draft.perDay ?? Number.NaN}
        onChange={(value) => onChange({ perDay: Number.isNaN(value) ? null : value })}
      />
    </>
  );
}
