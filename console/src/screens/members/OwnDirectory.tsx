import { pathOfService } from '../../api/base.ts';
import { useRead } from '../../api/reads.ts';
import { ButtonAddress } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Card, Page, TextLink } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { DirectoryGroups } from './DirectoryGroups.tsx';
import { DirectoryTokens } from './DirectoryTokens.tsx';
import type { DirectoryData } from './given-rights.ts';
import { UsualRole } from './UsualRole.tsx';

/** People and groups that come from the directory of a company, as an owner sees them. */
export function OwnDirectory() {
  const { directory, members } = useMessages();
  const read = useRead('getDirectory', {});
  return (
    <Page
      title={directory.title}
      subtitle={directory.subtitle}
      path={<TextLink to="/members">{members.title}</TextLink>}
      actions={
        <ButtonAddress icon="external" href={pathOfService('/docs/guides/directory')} target="_blank" rel="noopener">
          {directory.guide}
        </ButtonAddress>
      }
    >
      <Shown read={read}>
        {({ data }) => (
          <>
            <Address data={data} />
            <DirectoryTokens />
            <DirectoryGroups />
            <UsualRole data={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

/** Where the directory calls, and when it did last. */
function Address({ data }: { readonly data: DirectoryData }) {
  const { directory } = useMessages();
  const format = useFormat();
  return (
    <Card>
      <CopyField label={directory.address} value={new URL(data.address, location.origin).href} />
      <p>
        {data.last_called_at === null
          ? directory.neverCalled
          : `${directory.called} ${format.since(data.last_called_at)}`}
      </p>
      <p>
        {directory.people}: {format.number(data.users)} · {directory.groups}: {format.number(data.groups)}
      </p>
    </Card>
  );
}
