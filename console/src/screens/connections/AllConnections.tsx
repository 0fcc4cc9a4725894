import { useSearch } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { Page } from '../../components/Page.tsx';
import { Tabs, TextLink, tab } from '../../components/Tabs.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ConnectionsOfAccount } from './ConnectionsOfAccount.tsx';
import { Grants } from './Grants.tsx';
import { Uploads } from './Uploads.tsx';

/** The connections of all projects, what people granted, and the files of the account. */
export function AllConnections() {
  const { connections } = useMessages();
  const { show } = useSearch({ from: '/connections' });
  const seesAccount = useSession().project_ids === null;
  return (
    <Page title={connections.title} subtitle={connections.subtitle}>
      {seesAccount && (
        <Tabs label={connections.title}>
          <TextLink {...tab} to="/connections">
            {connections.tabs.connections}
          </TextLink>
          <TextLink {...tab} to="/connections" search={{ show: 'sign-ins' }}>
            {connections.tabs.grants}
          </TextLink>
          <TextLink {...tab} to="/connections" search={{ show: 'files' }}>
            {connections.tabs.uploads}
          </TextLink>
        </Tabs>
      )}
      {seesAccount && show === 'sign-ins' ? (
        <Grants />
      ) : seesAccount && show === 'files' ? (
        <Uploads />
      ) : (
        <ConnectionsOfAccount />
      )}
    </Page>
  );
}
