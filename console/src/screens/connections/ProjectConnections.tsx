import { useParams } from '@tanstack/react-router';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ConnectionTable } from './ConnectionTable.tsx';
import styles from './connections.module.css';

/** What a project reads its figures from. */
export function ProjectConnections() {
  const { connections } = useMessages();
  const { projectId } = useParams({ from: '/projects/$projectId/connections' });
  const list = useList('listProjectConnections', { project_id: projectId });
  const project = useRead('getProject', { project_id: projectId });
  const mayConnect = useMay('editor') && project.data?.data.status === 'active';
  const connect = mayConnect && (
    <ButtonLink look="primary" icon="add" to="/projects/$projectId/connections/new" params={{ projectId }}>
      {connections.connect}
    </ButtonLink>
  );
  return (
    <Shown read={{ ...list, data: list.items }}>
      {(items) =>
        items.length === 0 ? (
          <Empty icon="connections" title={connections.empty} text={connections.emptyProject}>
            {connect}
          </Empty>
        ) : (
          <div className={styles.stack}>
            <div className={styles.head}>
              <h2>{connections.title}</h2>
              {connect}
            </div>
            <ConnectionTable items={items} />
            <More list={list} />
          </div>
        )
      }
    </Shown>
  );
}
