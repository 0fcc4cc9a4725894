import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { ButtonAddress } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Actions, Card, Page } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { RemoveSignOn } from './RemoveSignOn.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { TestCard } from './TestCard.tsx';
import type { SignOnSettings } from './types.ts';

/** How the people of the account sign in by its own provider; others than owners are told whom to ask. */
export function SingleSignOn() {
  const { sso } = useMessages();
  const isOwner = useMay('owner');
  if (useSession().project_ids !== null) return <NotFound />;
  return (
    <Page title={sso.title} subtitle={sso.about}>
      {isOwner ? <Settings /> : <Note text={sso.ownersOnly} />}
    </Page>
  );
}

function Settings() {
  const read = useRead('getSingleSignOn', {});
  return (
    <Shown read={read}>
      {({ data }) => (
        <>
          <Domains settings={data} />
          <Provider key={data.updated_at} settings={data} />
          {data.protocol !== null && <TestCard settings={data} />}
          {data.protocol !== null && <RemoveSignOn />}
        </>
      )}
    </Shown>
  );
}

function Domains({ settings: { domains } }: { readonly settings: SignOnSettings }) {
  const { sso } = useMessages();
  return (
    <Card title={sso.domains}>
      {domains.length === 0 ? (
        <Note tone="warning" text={sso.noDomains} />
      ) : (
        <>
          <p>
            <strong>{domains.join(', ')}</strong>
          </p>
          <p>{sso.domainsAdvice}</p>
        </>
      )}
    </Card>
  );
}

function Provider({ settings }: { readonly settings: SignOnSettings }) {
  const [protocol, setProtocol] = useState(settings.protocol ?? 'oidc');
  return (
    <>
      {protocol === 'saml' ? <SamlRegistration settings={settings} /> : <Registration settings={settings} />}
      <SettingsForm settings={settings} protocol={protocol} onProtocol={setProtocol} />
    </>
  );
}

function SamlRegistration({ settings: { saml } }: { readonly settings: SignOnSettings }) {
  const { sso } = useMessages();
  return (
    <Card title={sso.register}>
      <CopyField label={sso.saml.entityId} value={saml.entity_id} />
      <CopyField label={sso.saml.answerUrl} value={saml.answer_url} />
      <Actions>
        <ButtonAddress icon="download" href={saml.metadata_url} download="metadata.xml">
          {sso.saml.ourMetadata}
        </ButtonAddress>
      </Actions>
    </Card>
  );
}

function Registration({ settings }: { readonly settings: SignOnSettings }) {
  const { sso } = useMessages();
  return (
    <Card title={sso.register}>
      <CopyField label={sso.redirect} value={settings.redirect_url} />
      <CopyField label={sso.logout} value={settings.logout_url} />
    </Card>
  );
}
