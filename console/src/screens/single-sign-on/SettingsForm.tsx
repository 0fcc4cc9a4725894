import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { RoleMapping } from './RoleMapping.tsx';
import { mappingOf, rowsOf, type SignOnBody, type SignOnRole, type SignOnSettings, signOnRoles } from './types.ts';

const none = 'none';

/** The provider, who may come by it, and what they may do. */
export function SettingsForm({ settings }: { readonly settings: SignOnSettings }) {
  const { sso, members } = useMessages();
  const [issuer, setIssuer] = useState(settings.issuer ?? '');
  const [clientId, setClientId] = useState(settings.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [defaultRole, setDefaultRole] = useState<SignOnRole | typeof none>(settings.default_role ?? none);
  const [claim, setClaim] = useState(settings.mapping?.claim ?? '');
  const [rows, setRows] = useState(() => rowsOf(settings));
  const [newcomers, setNewcomers] = useState(settings.creates_users ? 'creates' : 'invited');
  const [mode, setMode] = useState<SignOnBody['mode']>(settings.mode);
  const { write, isPending, fault } = useWrite('setSingleSignOn', {
    refreshes: ['getSingleSignOn'],
    onDone: () => tell(sso.saved),
  });
  const faults = fieldFaults(fault);
  const save = () =>
    write({
      body: {
        ...{
          issuer: issuer.trim(),
          client_id: clientId.trim(),
          ...(secret !== '' && { client_secret: secret.trim() }),
        },
        ...{ default_role: defaultRole === none ? null : defaultRole, mapping: mappingOf(claim, rows) },
        ...{ creates_users: newcomers === 'creates', mode },
      },
    });
  const roleOptions = signOnRoles.map((id) => ({ id, label: members.roles[id] }));
  return (
    <Card title={sso.provider}>
      <Form onSubmit={save} validationErrors={faults}>
        <TextField
          {...{ name: 'issuer', type: 'url', label: sso.issuer, advice: sso.issuerAdvice, maxLength: 500 }}
          isRequired
          autoComplete="off"
          value={issuer}
          onChange={setIssuer}
        />
        <TextField
          {...{ name: 'client_id', label: sso.clientId, maxLength: 1_000, autoComplete: 'off', isRequired: true }}
          value={clientId}
          onChange={setClientId}
        />
        <TextField
          {...{ name: 'client_secret', type: 'password', label: sso.secret, maxLength: 1_000, autoComplete: 'off' }}
          advice={settings.has_secret ? sso.secretKept : sso.secretAdvice}
          isRequired={!settings.has_secret}
          value={secret}
          onChange={setSecret}
        />
        <Select
          label={sso.defaultRole}
          options={[...roleOptions, { id: none, label: sso.none } as const]}
          value={defaultRole}
          onChange={setDefaultRole}
        />
        <TextField
          {...{ name: 'mapping', label: sso.claim, advice: sso.claimAdvice, maxLength: 200, autoComplete: 'off' }}
          value={claim}
          onChange={setClaim}
        />
        {claim.trim() !== '' && <RoleMapping rows={rows} onChange={setRows} />}
        <RadioGroup
          label={sso.newcomers}
          options={[
            { id: 'creates', label: sso.creates },
            { id: 'invited', label: sso.invited },
          ]}
          value={newcomers}
          onChange={setNewcomers}
        />
        <RadioGroup
          name="mode"
          label={sso.mode}
          options={(['off', 'optional', 'required'] as const).map((id) => ({
            ...{ id, label: sso.modes[id] },
            ...(sso.modesAdvice[id] !== '' && { advice: sso.modesAdvice[id] }),
          }))}
          value={mode}
          onChange={setMode}
        />
        {settings.unlinked_members > 0 && <Note tone="warning" text={`${sso.unlinked} ${settings.unlinked_members}`} />}
        {mode === 'required' && settings.mode !== 'required' && <Note text={sso.saveRequired} />}
        {fault && <Fault error={fault} />}
        <Actions>
          <Button look="primary" type="submit" isPending={isPending}>
            {sso.save}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
