import { useParams } from '@tanstack/react-router';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Actions, Card } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { WatchTable } from '../watches/WatchTable.tsx';
import { IncidentList } from './IncidentList.tsx';

/** What watches have found in a project, open ones first, and what watches over it, with those of its template. */
export function ProjectAlerts() {
  const { watches, shell } = useMessages();
  const { projectId } = useParams({ from: '/projects/$projectId/alerts' });
  const project = useRead('getProject', { project_id: projectId }).data?.data;
  const mayAdd = useMay('editor') && project?.status === 'active';
  const list = useList('listWatches', { query: { project_id: projectId } });
  return (
    <>
      <Card title={watches.incidentStates.open}>
        <IncidentList query={{ project_id: projectId, state: 'open' }} empty={watches.noOpen} />
      </Card>
      <Card title={shell.watches}>
        <Shown read={{ ...list, data: list.items }} lines={3}>
          {(items) => (
            <>
              {items.length === 0 ? <p>{watches.empty}</p> : <WatchTable watches={items} />}
              <More list={list} />
            </>
          )}
        </Shown>
        {mayAdd && (
          <Actions>
            <ButtonLink to="/watches/new" search={{ project: projectId } as never} icon="add">
              {watches.add}
            </ButtonLink>
          </Actions>
        )}
      </Card>
      <Card title={watches.incidentStates.closed}>
        <IncidentList query={{ project_id: projectId, state: 'closed' }} empty={watches.noIncidents} />
      </Card>
    </>
  );
}
