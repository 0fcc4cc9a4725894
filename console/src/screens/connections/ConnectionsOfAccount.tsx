import { useState } from 'react';
import { useList, useRead } from '../../api/reads.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import { isNarrowed, type LabelQuery } from '../../components/labels.ts';
import { More } from '../../components/More.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ConnectionTable } from './ConnectionTable.tsx';
import styles from './connections.module.css';
import type { Connection } from './status.tsx';

type Status = Connection['status'] | 'any';

const statuses = ['connected', 'reauth_required', 'resource_missing'] as const;

/** One list over all projects, by state and project. */
export function ConnectionsOfAccount() {
  const { connections } = useMessages();
  const [status, setStatus] = useState<Status>('any');
  const [projectId, setProjectId] = useState('any');
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const projects = useList('listProjects', { query: { per_page: 100, sort: 'name', direction: 'asc' } });
  const query = { query: { sort: 'name', direction: 'asc', ...(status !== 'any' && { status }) } } as const;
  const isOfOne = projectId !== 'any';
  const all = useList('listConnections', { query: { ...query.query, ...narrowed } }, { enabled: !isOfOne });
  const ofOne = useList('listProjectConnections', { project_id: projectId, ...query }, { enabled: isOfOne });
  const list = isOfOne ? ofOne : all;
  const isFiltered = isOfOne || status !== 'any' || isNarrowed(narrowed);
  const names = new Map(projects.items?.map(({ id, name }) => [id, name]));
  const statusOptions = [
    { id: 'any' as const, label: connections.anyStatus },
    ...statuses.map((id) => ({ id, label: connections.statuses[id] })),
  ];
  const projectOptions = [
    { id: 'any', label: connections.anyProject },
    ...(projects.items ?? []).map(({ id, name, client_name }) => ({
      ...{ id, label: name },
      ...(client_name && { advice: client_name }),
    })),
  ];
  return (
    <Shown read={{ ...list, data: list.items }}>
      {(items) =>
        items.length === 0 && !isFiltered ? (
          <Empty icon="connections" title={connections.empty} text={connections.emptyAccount}>
            <ButtonLink look="primary" to="/projects">
              {connections.toProjects}
            </ButtonLink>
          </Empty>
        ) : (
          <div className={styles.stack}>
            <div className={styles.filters}>
              <Select
                label={connections.filterStatus}
                options={statusOptions}
                value={status}
                onChange={(next: Status) => setStatus(next)}
              />
              <ComboBox
                label={connections.project}
                options={projectOptions}
                value={projectId}
                onChange={setProjectId}
              />
              {!isOfOne && <LabelFilter value={narrowed} onChange={setNarrowed} />}
            </div>
            {items.length === 0 ? (
              <p className={styles.quiet} role="status">
                {connections.noneMatch}
              </p>
            ) : (
              <ConnectionTable
                items={items}
                project={({ project_id: id }) => <ProjectLink id={id} name={names.get(id)} />}
              />
            )}
            <More list={list} />
          </div>
        )
      }
    </Shown>
  );
}

function ProjectLink({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const read = useRead('getProject', { project_id: id }, { enabled: name === undefined });
  return (
    <TextLink to="/projects/$projectId/connections" params={{ projectId: id }}>
      <bdi>{name ?? read.data?.data.name ?? '…'}</bdi>
    </TextLink>
  );
}
