import { useState } from 'react';
import { pathOfService } from '../../api/base.ts';
import type { Data, Input } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';

type Made = Data<'createToken'>;
type Body = Input<'createToken'>['body'];

const kinds = ['live', 'manage', 'try_it'] as const;
const allScopes = ['projects:read', 'projects:write', 'reports:read', 'reports:write'] as const;
const tokenRoles = ['viewer', 'editor', 'admin'] as const;
/** Days; `forever` for no end. */
const expiries = ['30', '90', '365', 'forever'] as const;

interface Draft {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly scopes: readonly (typeof allScopes)[number][];
  readonly role: (typeof tokenRoles)[number];
  readonly expiry: (typeof expiries)[number];
}

const first: Draft = {
  name: '',
  kind: 'live',
  scopes: ['projects:read', 'reports:read', 'reports:write'],
  role: 'viewer',
  expiry: '365',
};

/** Asks what a token is for, then shows its secret. */
export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { create } = useMessages().tokens;
  const [made, setMade] = useState<Made>();
  return (
    <Dialog isOpen title={made ? create.doneTitle : create.title} onClose={onClose}>
      {made ? <MadeToken made={made} onClose={onClose} /> : <TokenForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

function bodyOf({ name, kind, scopes, role, expiry }: Draft): Body {
  const expires_in_days = kind === 'try_it' || expiry === 'forever' ? null : Number(expiry);
  return { name, kind, expires_in_days, ...(kind === 'manage' ? { role } : { scopes: [...scopes] }) };
}

function TokenForm({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const { tokens, members, common } = useMessages();
  const { create } = tokens;
  const [draft, setDraft] = useState(first);
  const [isChecked, setChecked] = useState(false);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const creating = useWrite('createToken', { refreshes: ['listTokens'], onDone: ({ data }) => onMade(data) });
  const lacksScopes = draft.kind !== 'manage' && draft.scopes.length === 0;
  const submit = () => {
    setChecked(true);
    if (!lacksScopes) creating.write({ body: bodyOf(draft) });
  };
  const faults = fieldFaults(creating.fault);
  return (
    <Form onSubmit={submit} validationErrors={faults}>
      <TextField
        {...{ label: common.name, name: 'name', advice: create.nameAdvice, maxLength: 200 }}
        isRequired
        autoFocus
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <RadioGroup
        label={create.kind}
        options={kinds.map((id) => ({ id, label: tokens.kinds[id], advice: tokens.kindAdvice[id] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'manage' ? (
        <RadioGroup
          {...{ label: create.role, name: 'role' }}
          options={tokenRoles.map((id) => ({ id, label: members.roles[id], advice: members.duties[id] }))}
          value={draft.role}
          onChange={(role) => change({ role })}
        />
      ) : (
        <CheckboxGroup
          {...{ label: create.scopes, name: 'scopes' }}
          options={allScopes.map((id) => ({ id, label: tokens.scopes[id] }))}
          value={draft.scopes}
          onChange={(scopes) => change({ scopes })}
          fault={isChecked && lacksScopes ? create.scopesMissing : undefined}
        />
      )}
      {draft.kind !== 'try_it' && (
        <Select
          label={create.expiry}
          options={expiries.map((id) => ({
            id,
            label: id === 'forever' ? create.forever : create.days(Number(id)),
          }))}
          value={draft.expiry}
          onChange={(expiry) => change({ expiry })}
        />
      )}
      {creating.fault && Object.keys(faults).length === 0 && <Fault error={creating.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={creating.isPending}>
          {create.submit}
        </Button>
      </DialogActions>
    </Form>
  );
}

function MadeToken({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { tokens, common } = useMessages();
  const { create } = tokens;
  const path = made.kind === 'manage' ? '/manage/v1/session' : '/api/v1/me';
  const address = location.origin + pathOfService(path);
  return (
    <>
      {made.token === null ? (
        <Note tone="warning" text={create.withheld} />
      ) : (
        <>
          <CopyField label={create.secret} value={made.token} />
          <Note tone="warning" text={create.once} />
          <CopyField label={create.example} value={`curl -H 'Authorization: Bearer ${made.token}' ${address}`} />
        </>
      )}
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {common.done}
        </Button>
      </DialogActions>
    </>
  );
}
