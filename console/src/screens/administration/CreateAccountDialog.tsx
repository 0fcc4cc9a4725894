import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { InvitationLink } from '../members/InvitationLink.tsx';
import { type AccountDraft, AccountFields, accountBody } from './AccountFields.tsx';

type Made = Data<'createAccount'>;

/** Asks what account to make for whom, then shows the link for its owner. */
export function CreateAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { administration, members } = useMessages();
  const [made, setMade] = useState<Made>();
  return (
    <Dialog isOpen title={made ? administration.form.madeTitle : administration.form.title} onClose={onClose}>
      {made ? (
        <InvitationLink
          url={made.invitation_url}
          until={made.invitation_expires_at}
          text={members.invite.passOn}
          onClose={onClose}
        />
      ) : (
        <CreateForm onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateForm({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const { administration, common } = useMessages();
  const { form } = administration;
  const [draft, setDraft] = useState<AccountDraft>({
    ...{ name: '', plan: null, hasApi: false, perMinute: null, perDay: null },
  });
  const [owner, setOwner] = useState('');
  const creating = useWrite('createAccount', { refreshes: ['listAccounts'], onDone: ({ data }) => onMade(data) });
  const faults = fieldFaults(creating.fault);
  return (
    <Form
      validationErrors={faults}
      onSubmit={() => creating.write({ body: { ...accountBody(draft), owner_email: owner.trim() || null } })}
    >
      <AccountFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      <TextField
        {...{ label: form.owner, name: 'owner_email', type: 'email', advice: form.ownerAdvice, autoComplete: 'off' }}
        value={owner}
        onChange={setOwner}
      />
      {creating.fault && Object.keys(faults).length === 0 && <Fault error={creating.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={creating.isPending}>
          {form.create}
        </Button>
      </DialogActions>
    </Form>
  );
}
