import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { type ClientDraft, ClientFields } from './ClientFields.tsx';
import { MetadataField } from './MetadataField.tsx';
import { RoleMapping } from './RoleMapping.tsx';
import {
  mappingOf,
  rowsOf,
  type SignOnBody,
  type SignOnProtocol,
  type SignOnRole,
  type SignOnSettings,
  signOnRoles,
} from './types.ts';

const none = 'none';

interface SettingsFormProps {
  readonly settings: SignOnSettings;
  /** As it is chosen, which need not be saved yet. */
  readonly protocol: SignOnProtocol;
  readonly onProtocol: (protocol: SignOnProtocol) => void;
}

/** The provider, who may come by it, and what they may do. */
export function SettingsForm({ settings, protocol, onProtocol }: SettingsFormProps) {
  const { sso, members } = useMessages();
  const [client, setClient] = useState<ClientDraft>(() => clientOf(settings));
  const [metadata, setMetadata] = useState('');
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
        ...(protocol === 'saml' ? metadataIn(metadata) : clientIn(client)),
        protocol,
        ...{ default_role: defaultRole === none ? null : defaultRole, mapping: mappingOf(claim, rows) },
        ...{ creates_users: newcomers === 'creates', mode },
      },
    });
  const roleOptions = signOnRoles.map((id) => ({ id, label: members.roles[id] }));
  return (
    <Card title={sso.provider}>
      <Form onSubmit={save} validationErrors={faults}>
        <RadioGroup
          name="protocol"
          label={sso.saml.protocol}
          advice={sso.saml.protocolAdvice}
          options={[
            { id: 'oidc', label: 'OpenID Connect' },
            { id: 'saml', label: 'SAML 2.0' },
          ]}
          value={protocol}
          onChange={onProtocol}
        />
        {protocol === 'saml' ? (
          <MetadataField settings={settings} value={metadata} onChange={setMetadata} />
        ) : (
          <ClientFields settings={settings} draft={client} onChange={setClient} />
        )}
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

function clientOf({ protocol, issuer, client_id }: SignOnSettings): ClientDraft {
  return { issuer: protocol === 'saml' ? '' : (issuer ?? ''), clientId: client_id ?? '', secret: '' };
}

function clientIn({ issuer, clientId, secret }: ClientDraft) {
  return {
    ...{ issuer: issuer.trim(), client_id: clientId.trim() },
    ...(secret !== '' && { client_secret: secret.trim() }),
  };
}

function metadataIn(text: string) {
  return text.trim() === '' ? {} : { metadata: text };
}
