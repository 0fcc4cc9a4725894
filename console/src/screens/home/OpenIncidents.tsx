import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { explain } from '../../components/faults.ts';
import { Icon } from '../../components/icons.tsx';
import { Card, TextLink } from '../../components/Page.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './Home.module.css';

type Incident = Data<'getOverview'>['incidents'][number];

const most = 6;

/** What watches have found and is not over, each with who looks after it. */
export function OpenIncidents({ incidents }: { readonly incidents: readonly Incident[] }) {
  const { alerts } = useMessages().home;
  return (
    <Card title={alerts.title} actions={<TextLink to="/incidents">{alerts.all}</TextLink>}>
      <ul className={styles.rows}>
        {incidents.slice(0, most).map((incident) => (
          <Row key={incident.id} incident={incident} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ incident }: { readonly incident: Incident }) {
  const { home, common } = useMessages();
  const { alerts } = home;
  const { day } = useFormat();
  const mayEdit = useMay('editor');
  const { id, headline, project_id, project_name, connection_name, first_day, acknowledged_at } = incident;
  const { write, isPending } = useWrite('acknowledgeIncident', {
    refreshes: ['getOverview', 'listIncidents', 'getIncident'],
    onFault: (error) => tell(explain(error, common.faults).text, 'bad'),
  });
  return (
    <li className={styles.row}>
      <span className={styles.bad}>
        <Icon name="warning" />
      </span>
      <div className={styles.words}>
        <TextLink to="/incidents/$incidentId" params={{ incidentId: id }}>
          {headline}
        </TextLink>
        <p className={styles.more}>
          <TextLink to="/projects/$projectId/alerts" params={{ projectId: project_id }}>
            {project_name}
          </TextLink>
          {connection_name !== null && <bdi>{connection_name}</bdi>}
          <bdi>{alerts.since(day(first_day))}</bdi>
          {acknowledged_at !== null && <bdi>{alerts.acknowledged}</bdi>}
        </p>
      </div>
      {mayEdit && acknowledged_at === null && (
        <div className={styles.buttons}>
          <Button isPending={isPending} onPress={() => write({ incident_id: id, body: {} })}>
            {alerts.acknowledge}
          </Button>
        </div>
      )}
    </li>
  );
}
