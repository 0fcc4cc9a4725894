import { useParams, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { nameOf, type System } from './systems.ts';
import { Access } from './wizard/Access.tsx';
import { Check } from './wizard/Check.tsx';
import { Done } from './wizard/Done.tsx';
import { type Drafting, emptyDraft, useDraft } from './wizard/draft.ts';
import { Finish } from './wizard/Finish.tsx';
import { Gallery } from './wizard/Gallery.tsx';
import { Resource } from './wizard/Resource.tsx';
import { Steps } from './wizard/Steps.tsx';

/** Connecting data, step by step. */
export function NewConnection() {
  const { connection, projects, common } = useMessages();
  const { projectId } = useParams({ from: '/projects/$projectId/connections/new' });
  const project = useRead('getProject', { project_id: projectId });
  const mayConnect = useMay('editor');
  const path = (
    <>
      <TextLink to="/projects/$projectId" params={{ projectId }}>
        <bdi>{project.data?.data.name ?? '…'}</bdi>
      </TextLink>
      {'/'}
      <TextLink to="/projects/$projectId/connections" params={{ projectId }}>
        {projects.tabs.connections}
      </TextLink>
    </>
  );
  return (
    <Page title={connection.newTitle} path={path}>
      {mayConnect ? (
        <Shown read={project}>
          {({ data }) =>
            data.status === 'archived' ? (
              <Note tone="warning" text={common.archivedProject} />
            ) : (
              <Waiting projectId={projectId} />
            )
          }
        </Shown>
      ) : (
        <Note text={common.readOnly} />
      )}
    </Page>
  );
}

/** A connection that a sign-in has made, and nobody has named what it reads yet, is gone on with. */
function Waiting({ projectId }: { readonly projectId: string }) {
  const { connection: id = '' } = useSearch({ from: '/projects/$projectId/connections/new' });
  const read = useRead('getConnection', { connection_id: id }, { enabled: id !== '' });
  if (id === '') return <Wizard key="new" projectId={projectId} />;
  return (
    <Shown read={read}>
      {({ data }) => (
        <Wizard
          key={id}
          projectId={projectId}
          given={{ connectionId: id, system: data.system, name: data.name, grantId: data.grant_id }}
        />
      )}
    </Shown>
  );
}

interface Given {
  readonly connectionId: string;
  readonly system: string;
  readonly name: string;
  readonly grantId: string | null;
}

function Wizard({ projectId, given }: { readonly projectId: string; readonly given?: Given }) {
  const { connection } = useMessages();
  const systems = useRead('listSystems', {});
  const first = given ? { ...emptyDraft, ...given, step: 'resource' as const } : emptyDraft;
  const drafting = useDraft(`connection:${given?.connectionId ?? projectId}`, first);
  const { draft, clear, secret } = drafting;
  if (draft.doneId !== null) return <Done projectId={projectId} id={draft.doneId} onAnother={clear} />;
  const isSecretGone = draft.hasSecret && secret === null;
  return (
    <>
      <Steps drafting={drafting} />
      {isSecretGone && <Note text={connection.secretAgain} />}
      <Shown read={systems}>
        {({ data }) => {
          const system = data.systems.find((each) => each.system === draft.system);
          if (draft.step === 'source' || !system)
            return <Gallery {...{ projectId, drafting }} systems={data.systems} />;
          return <StepOf {...{ projectId, system, drafting }} />;
        }}
      </Shown>
      {draft.step !== 'source' && !given && (
        <div>
          <Button look="quiet" icon="undo" onPress={clear}>
            {connection.startOver}
          </Button>
        </div>
      )}
    </>
  );
}

interface StepOfProps {
  readonly projectId: string;
  readonly system: System;
  readonly drafting: Drafting;
}

function StepOf(props: StepOfProps) {
  const { connections } = useMessages();
  const label = nameOf(props.system.system, connections);
  switch (props.drafting.draft.step) {
    case 'access':
      return <Access {...props} label={label} />;
    case 'resource':
      return <Resource {...props} />;
    case 'check':
      return <Check {...props} />;
    default:
      return <Finish {...props} />;
  }
}
