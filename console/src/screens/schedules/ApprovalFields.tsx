import { Checkbox } from '../../components/fields.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { FieldsProps } from './CadenceFields.tsx';
import { isAddress } from './schedule-draft.ts';
import styles from './schedules.module.css';

/** Whether reports wait for somebody's word, and for whose. */
export function ApprovalFields({ draft, onChange, fault }: FieldsProps & { readonly fault: string | undefined }) {
  const { form } = useMessages().schedules;
  return (
    <div className={styles.folded}>
      <Checkbox isSelected={draft.approve} onChange={(approve) => onChange({ approve })}>
        {form.approve}
      </Checkbox>
      {draft.approve && (
        <TagsField
          label={form.approvers}
          advice={form.approversAdvice}
          shownLabel={form.approversShown}
          fault={fault}
          tags={draft.approvers}
          typed={draft.typedApprover}
          onChange={(approvers, typedApprover) => onChange({ approvers, typedApprover })}
          isTag={isAddress}
          wrong={form.wrongAddress}
        />
      )}
    </div>
  );
}
