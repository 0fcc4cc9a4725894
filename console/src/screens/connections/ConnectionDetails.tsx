import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Called } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { isNotFound } from '../../components/faults.ts';
import { Menu } from '../../components/Menu.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { AccessCard } from './details/AccessCard.tsx';
import { FiguresCard } from './details/FiguresCard.tsx';
import { MeasuresCard } from './details/MeasuresCard.tsx';
import { Remove } from './details/Remove.tsx';
import { Rename } from './details/Rename.tsx';
import { StatusCard } from './details/StatusCard.tsx';
import { nameOf } from './systems.ts';
import { useConnectionWrite, Warnings } from './warnings.tsx';
import wizard from './wizard/wizard.module.css';

type Read = Called<'getConnection'>;

/** One connection: whether it works and how it is repaired, its figures, what it reads. */
export function ConnectionDetails() {
  const { common, connections, projects } = useMessages();
  const { connectionId } = useParams({ from: '/connections/$connectionId' });
  const read = useRead('getConnection', { connection_id: connectionId });
  const data = read.data?.data;
  const projectId = data?.project_id ?? '';
  const project = useRead('getProject', { project_id: projectId }, { enabled: projectId !== '' }).data?.data;
  const isArchived = project?.status === 'archived';
  const mayEdit = useMay('editor');
  if (data === undefined && isNotFound(read.error)) return <NotFound />;
  return (
    <Page
      title={data?.name ?? '…'}
      subtitle={data && nameOf(data.system, connections)}
      path={
        data && (
          <>
            <TextLink to="/projects/$projectId" params={{ projectId }}>
              <bdi>{project?.name ?? '…'}</bdi>
            </TextLink>
            {'/'}
            <TextLink to="/projects/$projectId/connections" params={{ projectId }}>
              {projects.tabs.connections}
            </TextLink>
          </>
        )
      }
      actions={mayEdit && !isArchived && read.data && <Doings read={read.data} />}
    >
      <Back />
      <Shown read={read}>
        {(answer) => (
          <div className={wizard.questions}>
            {isArchived && <Note tone="warning" text={common.archivedProject} />}
            {!mayEdit && <Note text={common.readOnly} />}
            <StatusCard connection={answer.data} mayRepair={mayEdit && !isArchived} />
            <Warnings connectionId={connectionId} />
            {answer.data.status === 'connected' && <FiguresCard connection={answer.data} />}
            {answer.data.config && (
              <>
                <MeasuresCard read={answer} mayEdit={mayEdit && !isArchived} />
                <AccessCard read={answer} mayEdit={mayEdit && !isArchived} />
              </>
            )}
          </div>
        )}
      </Shown>
    </Page>
  );
}

/** Only to a screen of the console: an address elsewhere is no way back. */
function Back() {
  const { details } = useMessages().connection;
  const { back = '' } = useSearch({ from: '/connections/$connectionId' });
  if (!/^\/(?![/\\])/.test(back)) return null;
  return (
    <div>
      <ButtonLink icon="back" to={back as '/'}>
        {details.back}
      </ButtonLink>
    </div>
  );
}

function Doings({ read }: { readonly read: Read }) {
  const { common, connection } = useMessages();
  const { details } = connection;
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const { id, name } = read.data;
  const verify = useConnectionWrite('verifyConnection', ({ data: { verification } }) =>
    tell(
      verification?.answers ? details.verified : (verification?.message ?? ''),
      verification?.answers ? 'good' : 'bad',
    ),
  );
  return (
    <>
      <Button icon="refresh" isPending={verify.isPending} onPress={() => verify.write({ connection_id: id })}>
        {details.verify}
      </Button>
      <Menu
        label={common.actions(name)}
        actions={[
          { id: 'rename', label: details.rename, icon: 'edit', run: () => setOpen('rename') },
          { id: 'remove', label: details.remove, icon: 'remove', isDangerous: true, run: () => setOpen('remove') },
        ]}
      >
        <Button icon="more" aria-label={common.actions(name)} />
      </Menu>
      {open === 'rename' && <Rename read={read} onClose={() => setOpen(null)} />}
      {open === 'remove' && <Remove connection={read.data} onClose={() => setOpen(null)} />}
      {verify.fault && <VerifyFault error={verify.fault} />}
    </>
  );
}

function VerifyFault({ error }: { readonly error: Error }) {
  return <Note tone="bad" text={error.message} />;
}
