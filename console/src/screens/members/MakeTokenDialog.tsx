import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';

type Made = Data<'createScimToken'>;

/** Asks which directory a token is for, then shows its secret. */
export function MakeTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { directory, tokens } = useMessages();
  const [made, setMade] = useState<Made>();
  return (
    <Dialog isOpen title={made ? tokens.create.doneTitle : directory.makeToken} onClose={onClose}>
      {made ? <MadeToken token={made.token} onClose={onClose} /> : <TokenForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

function TokenForm({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const { directory, common } = useMessages();
  const [name, setName] = useState('');
  const making = useWrite('createScimToken', { refreshes: ['listScimTokens'], onDone: ({ data }) => onMade(data) });
  const faults = fieldFaults(making.fault);
  return (
    <Form onSubmit={() => making.write({ body: { name } })} validationErrors={faults}>
      <TextField
        {...{ label: common.name, name: 'name', advice: directory.nameAdvice, maxLength: 200 }}
        isRequired
        autoFocus
        value={name}
        onChange={setName}
      />
      {making.fault && Object.keys(faults).length === 0 && <Fault error={making.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={making.isPending}>
          {directory.makeToken}
        </Button>
      </DialogActions>
    </Form>
  );
}

function MadeToken({ token, onClose }: { readonly token: string | null; readonly onClose: () => void }) {
  const { create } = useMessages().tokens;
  const { done } = useMessages().common;
  return (
    <>
      {token === null ? (
        <Note tone="warning" text={create.withheld} />
      ) : (
        <>
          <CopyField label={create.secret} value={token} />
          <Note tone="warning" text={create.once} />
        </>
      )}
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {done}
        </Button>
      </DialogActions>
    </>
  );
}
