import { TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { SignOnSettings } from './types.ts';

/** How a provider of OpenID Connect knows the service. */
export interface ClientDraft {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

export function ClientFields({
  settings,
  draft,
  onChange,
}: {
  readonly settings: SignOnSettings;
  readonly draft: ClientDraft;
  readonly onChange: (draft: ClientDraft) => void;
}) {
  const { sso } = useMessages();
  return (
    <>
      <TextField
        {...{ name: 'issuer', type: 'url', label: sso.issuer, advice: sso.issuerAdvice, maxLength: 500 }}
        isRequired
        autoComplete="off"
        value={draft.issuer}
        onChange={(issuer) => onChange({ ...draft, issuer })}
      />
      <TextField
        {...{ name: 'client_id', label: sso.clientId, maxLength: 1_000, autoComplete: 'off', isRequired: true }}
        value={draft.clientId}
        onChange={(clientId) => onChange({ ...draft, clientId })}
      />
      <TextField
        {...{ name: 'client_secret', type: 'password', label: sso.secret, maxLength: 1_000, autoComplete: 'off' }}
        advice={settings.has_secret ? sso.secretKept : sso.secretAdvice}
        isRequired={!settings.has_secret}
        value={draft.secret}
        onChange={(secret) => onChange({ ...draft, secret })}
      />
    </>
  );
}
