import type { Input } from '../../api/client.ts';
import { type Item, useList } from '../../api/reads.ts';
import { More } from '../../components/More.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge, Shown } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { useNames } from '../watches/names.ts';
import styles from './incidents.module.css';

type Query = Omit<NonNullable<Input<'listIncidents'>['query']>, 'language' | 'page' | 'per_page'>;
export type Incident = Item<'listIncidents'>;

/** What watches have found, the newest first. */
export function IncidentList({
  query,
  empty,
  showsProjects = false,
}: {
  readonly query: Query;
  /** What is said where there is none. */
  readonly empty: string;
  readonly showsProjects?: boolean;
}) {
  const { language } = useLanguage();
  const list = useList('listIncidents', { query: { ...query, language, per_page: 20 } });
  return (
    <Shown read={{ ...list, data: list.items }} lines={3}>
      {(items) => (
        <>
          {items.length === 0 ? (
            <p role="status">{empty}</p>
          ) : (
            <ul className={styles.rows}>
              {items.map((incident) => (
                <Row key={incident.id} incident={incident} showsProject={showsProjects} />
              ))}
            </ul>
          )}
          <More list={list} />
        </>
      )}
    </Shown>
  );
}

function Row({ incident, showsProject }: { readonly incident: Incident; readonly showsProject: boolean }) {
  const { watches } = useMessages();
  const format = useFormat();
  const { id, headline, state, project_id, project_name, connection_name, first_day, closed_at } = incident;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <TextLink to="/incidents/$incidentId" params={{ incidentId: id }}>
          {headline}
        </TextLink>
        <p className={styles.more}>
          {showsProject && (
            <TextLink to="/projects/$projectId/alerts" params={{ projectId: project_id }}>
              <bdi>{project_name}</bdi>
            </TextLink>
          )}
          {connection_name !== null && <bdi>{connection_name}</bdi>}
          <bdi>{watches.since(format.day(first_day))}</bdi>
          {closed_at !== null && <bdi>{watches.over(format.since(closed_at))}</bdi>}
        </p>
        <Looked incident={incident} />
      </div>
      <Badge tone={state === 'open' ? 'bad' : 'good'}>{watches.incidentStates[state]}</Badge>
    </li>
  );
}

/** Who looks after an open incident, and until when it is put off. */
export function Looked({
  incident: { state, acknowledged_at, acknowledged_by, snoozed_until },
}: {
  readonly incident: Pick<Incident, 'state' | 'acknowledged_at' | 'acknowledged_by' | 'snoozed_until'>;
}) {
  const { watches } = useMessages();
  const format = useFormat();
  const nameOf = useNames();
  if (state !== 'open') return null;
  const isPutOff = snoozed_until !== null && Date.parse(snoozed_until) > Date.now();
  return (
    <>
      {acknowledged_at !== null && (
        <p className={styles.more}>
          {watches.acknowledged(nameOf(acknowledged_by ?? ''), format.since(acknowledged_at))}
        </p>
      )}
      {isPutOff && <p className={styles.more}>{watches.snoozed(format.time(snoozed_until))}</p>}
    </>
  );
}
