import { useState } from 'react';
import { ApiError, type Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { InvitationLink } from './InvitationLink.tsx';
import { lacksProjects, type Rights, RightsFields, rightsBody } from './RightsFields.tsx';

type Made = Data<'createInvitation'>;

/** Asks whom to invite as what, then shows the link. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { invite } = useMessages().members;
  const [made, setMade] = useState<Made>();
  return (
    <Dialog isOpen title={made ? invite.doneTitle : invite.title} onClose={onClose}>
      {made ? (
        <InvitationLink
          url={made.url}
          until={made.expires_at}
          text={made.is_mailed && made.email ? invite.mailed(made.email) : invite.passOn}
          onClose={onClose}
        />
      ) : (
        <InviteForm onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function InviteForm({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const { members, labels, common } = useMessages();
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState<Rights>({ role: 'viewer', projectIds: null, tags: [] });
  const [isMissing, setMissing] = useState(false);
  const inviting = useWrite('createInvitation', {
    refreshes: ['listInvitations'],
    onDone: ({ data }) => onMade(data),
  });
  const faults = fieldFaults(inviting.fault);
  const submit = () => {
    setMissing(lacksProjects(rights));
    if (!lacksProjects(rights)) inviting.write({ body: { email: email.trim() || null, ...rightsBody(rights) } });
  };
  return (
    <Form onSubmit={submit} validationErrors={faults}>
      <TextField
        label={common.email}
        advice={members.invite.emailAdvice}
        name="email"
        type="email"
        autoComplete="off"
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <RightsFields
        rights={rights}
        onChange={setRights}
        fault={isMissing && lacksProjects(rights) ? labels.limit.choose : (faults.project_ids ?? faults.tags)}
      />
      {inviting.fault && !isPlaced(inviting.fault) && <Fault error={inviting.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={inviting.isPending}>
          {members.invite.submit}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Whether a fault stands at its field. */
function isPlaced(fault: Error): boolean {
  return fault instanceof ApiError && fault.status === 400 && fault.details.length > 0;
}
