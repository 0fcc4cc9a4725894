import { type RefObject, useRef } from 'react';
import type { Data, Input } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { LongTable } from '../../components/LongTable.tsx';
import { Menu } from '../../components/Menu.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge } from '../../components/states.tsx';
import type { Column } from '../../components/Table.tsx';
import type { Messages } from '../../messages/catalog.ts';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { idsBetween } from './ids-between.ts';
import { Labels } from './Labels.tsx';
import { useMoves } from './moves.tsx';
import styles from './Projects.module.css';
import type { Ticks } from './use-ticks.ts';

type Project = Data<'listProjects'>['items'][number];

export type ProjectQuery = NonNullable<Input<'listProjects'>['query']>;

/** The projects of a list, each with how it is; `ticks` where they can be ticked. */
export function ProjectTable({
  total,
  query,
  ticks,
}: {
  readonly total: number;
  readonly query: ProjectQuery;
  readonly ticks: Ticks | null;
}) {
  const { projects, labels, common } = useMessages();
  const moves = useMoves();
  const { columns: words } = projects;
  const columns: Column<Project>[] = [
    { id: 'name', label: words.name, cell: (project) => <Name project={project} /> },
    { id: 'connections', label: words.connections, cell: (project) => <Connections project={project} /> },
    { id: 'report', label: words.lastReport, cell: (project) => <LastReport project={project} /> },
    { id: 'run', label: words.nextRun, cell: (project) => <NextRun project={project} /> },
  ];
  const actions: Column<Project> = {
    id: 'actions',
    label: words.actions,
    hidesLabel: true,
    isAtEnd: true,
    cell: (project) => (
      <Menu label={common.actions(project.name)} actions={moves.actionsOf(project)}>
        <Button look="quiet" icon="more" aria-label={common.actions(project.name)} />
      </Menu>
    ),
  };
  const last = useRef<string>(null);
  const tickColumn = ticks && tickColumnOf(ticks, last, labels);
  return (
    <>
      <LongTable
        label={projects.title}
        columns={tickColumn ? [tickColumn, ...columns, actions] : columns}
        list="listProjects"
        input={{ query }}
        total={total}
        keyOf={({ id }) => id}
      />
      {moves.dialogs}
    </>
  );
}

/** Boxes before the rows. While all that the filter finds are ticked, single ones cannot be unticked. */
function tickColumnOf(ticks: Ticks, last: RefObject<string | null>, labels: Messages['labels']): Column<Project> {
  return {
    id: 'tick',
    label: labels.ticks,
    hidesLabel: true,
    isTick: true,
    cell: ({ id, name }) => (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={labels.tick(name)}
        data-project={id}
        checked={ticks.isTicked(id)}
        disabled={ticks.all}
        onChange={({ target, nativeEvent }) => {
          const { shiftKey = false } = nativeEvent as Partial<MouseEvent>;
          ticks.tick(shiftKey ? idsBetween(target, last.current) : [id], target.checked);
          last.current = id;
        }}
      />
    ),
  };
}

function Name({ project }: { readonly project: Project }) {
  const { archived } = useMessages().projects;
  return (
    <span className={styles.name}>
      <TextLink to="/projects/$projectId" params={{ projectId: project.id }}>
        {project.name}
      </TextLink>
      {project.client_name && <span className={styles.more}>{project.client_name}</span>}
      <Labels of={project} />
      {project.status === 'archived' && <Badge>{archived}</Badge>}
    </span>
  );
}

function Connections({ project: { id, connections, status } }: { readonly project: Project }) {
  const { projects } = useMessages();
  if (connections.total === 0) return <span className={styles.more}>{projects.noConnections}</span>;
  if (connections.due === 0 || status === 'archived') return projects.connectionsWell(connections.total);
  return (
    <TextLink to="/projects/$projectId/connections" params={{ projectId: id }}>
      <Badge tone="bad">{projects.connectionsDue(connections.due)}</Badge>
    </TextLink>
  );
}

function LastReport({ project: { last_report } }: { readonly project: Project }) {
  const { never } = useMessages().projects;
  const { since, time } = useFormat();
  if (!last_report) return <span className={styles.more}>{never}</span>;
  return (
    <TextLink to="/reports/$reportId" params={{ reportId: last_report.id }}>
      <time dateTime={last_report.created_at} title={time(last_report.created_at)}>
        {since(last_report.created_at)}
      </time>
    </TextLink>
  );
}

function NextRun({ project: { next_run_at } }: { readonly project: Project }) {
  const { noNextRun } = useMessages().projects;
  const { time } = useFormat();
  if (!next_run_at) return <span className={styles.more}>{noNextRun}</span>;
  return <time dateTime={next_run_at}>{time(next_run_at)}</time>;
}
