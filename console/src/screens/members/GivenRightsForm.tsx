import { type ReactNode, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { DialogActions } from '../../components/Dialog.tsx';
import { RadioGroup } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { type DraftRights, draftOf, type Given, givenRoles } from './given-rights.ts';
import { LimitFields, lacksProjects } from './RightsFields.tsx';

/** Whether a limit names nothing. */
function lacksLimit({ role, ...limit }: DraftRights): boolean {
  return role !== 'none' && lacksProjects({ role, ...limit });
}

/** Decides which role a directory gives, in a sentence each, and whether it holds for some projects only. */
export function GivenRightsForm({
  given,
  canBeNone = false,
  children,
  action,
  writing,
  onSubmit,
  onAgain,
  onClose,
}: {
  /** What it gives so far. */
  readonly given: Given;
  /** For a group, which may give nothing. */
  readonly canBeNone?: boolean;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly action: string;
  readonly writing: { readonly fault: Error | null; readonly isPending: boolean };
  readonly onSubmit: (rights: DraftRights) => void;
  /** Reads anew what somebody else has changed. */
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const { members, labels, directory, common } = useMessages();
  const [rights, setRights] = useState(draftOf(given));
  const [isChecked, setChecked] = useState(false);
  const roles = givenRoles.map((id) => ({ id, label: members.roles[id], advice: members.duties[id] }));
  const none = { id: 'none', label: directory.noRole, advice: directory.noneAdvice } as const;
  const submit = () => {
    setChecked(true);
    if (!lacksLimit(rights)) onSubmit(rights);
  };
  return (
    <Form onSubmit={submit}>
      <RadioGroup<DraftRights['role']>
        label={members.role}
        name="role"
        options={canBeNone ? [none, ...roles] : roles}
        value={rights.role}
        onChange={(role) => setRights({ ...rights, role })}
      />
      {rights.role !== 'none' && (
        <LimitFields
          rights={{ ...rights, role: rights.role }}
          onChange={({ projectIds, tags }) => setRights({ ...rights, projectIds, tags })}
          fault={isChecked && lacksLimit(rights) ? labels.limit.choose : undefined}
        />
      )}
      {children}
      <Note text={directory.signsOut} />
      {writing.fault && <Fault error={writing.fault} onRetry={onAgain} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={writing.isPending}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  );
}
