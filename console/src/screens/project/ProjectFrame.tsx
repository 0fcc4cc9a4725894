import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { isNotFound } from '../../components/faults.ts';
import { Menu } from '../../components/Menu.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { Tabs, tab } from '../../components/Tabs.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { useMoves, useRestore } from '../projects/moves.tsx';

type Project = Data<'getProject'>;

/** What the screens of one project have around them: its name, its tabs, what can be done with it, whether it is archived. */
export function ProjectFrame() {
  const { common, projects, shell, watches } = useMessages();
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const read = useRead('getProject', { project_id: projectId });
  const last = useRouterState({ select: ({ location }) => location.pathname.split('/').at(-1) });
  const isWide = last === 'layout';
  const mayEdit = useMay('editor');
  const params = { projectId };
  const project = read.data?.data;
  if (project === undefined && isNotFound(read.error)) return <NotFound />;
  return (
    <Page
      title={project?.name ?? '…'}
      subtitle={project?.client_name}
      path={<TextLink to="/projects">{shell.projects}</TextLink>}
      actions={project && mayEdit && <HeadActions project={project} tab={last} />}
      isWide={isWide}
    >
      <Tabs label={project?.name ?? shell.projects}>
        <TextLink {...tab} to="/projects/$projectId" params={params}>
          {projects.tabs.reports}
        </TextLink>
        <TextLink {...tab} to="/projects/$projectId/layout" params={params}>
          {projects.tabs.layout}
        </TextLink>
        <TextLink {...tab} to="/projects/$projectId/connections" params={params}>
          {projects.tabs.connections}
        </TextLink>
        <TextLink {...tab} to="/projects/$projectId/schedules" params={params}>
          {projects.tabs.schedules}
        </TextLink>
        <TextLink {...tab} to="/projects/$projectId/alerts" params={params}>
          {watches.incidents}
        </TextLink>
        <TextLink {...tab} to="/projects/$projectId/settings" params={params}>
          {projects.tabs.settings}
        </TextLink>
      </Tabs>
      <Shown read={read}>
        {({ data }) => (
          <>
            {data.status === 'archived' && <Archived project={data} />}
            {!mayEdit && <Note text={common.readOnly} />}
            <Outlet />
          </>
        )}
      </Shown>
    </Page>
  );
}

/** The reports are where one makes them; layout and settings have a primary button of their own. */
function HeadActions({ project, tab: open }: { readonly project: Project; readonly tab: string | undefined }) {
  const { common, projects } = useMessages();
  const { actionsOf, dialogs } = useMoves();
  return (
    <>
      <Menu label={common.actions(project.name)} actions={actionsOf(project)}>
        <Button look="quiet" icon="more" aria-label={common.actions(project.name)} />
      </Menu>
      {project.status === 'active' && open !== project.id && (
        <ButtonLink
          to="/projects/$projectId"
          params={{ projectId: project.id }}
          look={open === 'layout' || open === 'settings' ? 'secondary' : 'primary'}
          icon="report"
        >
          {projects.makeReport}
        </ButtonLink>
      )}
      {dialogs}
    </>
  );
}

function Archived({ project }: { readonly project: Project }) {
  const { common, projects } = useMessages();
  const { restore, isPending } = useRestore();
  const mayEdit = useMay('editor');
  return (
    <Note tone="warning" text={common.archivedProject}>
      {mayEdit && (
        <Button icon="undo" isPending={isPending} onPress={() => restore(project)}>
          {projects.restore.submit}
        </Button>
      )}
    </Note>
  );
}
