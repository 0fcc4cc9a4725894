import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults, isNotFound } from '../../components/faults.ts';
import { TextArea } from '../../components/fields.tsx';
import { Actions, Card, Form, Page, TextLink } from '../../components/Page.tsx';
import { Badge, Fault, Note, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { useNames } from '../watches/names.ts';
import { refreshed } from '../watches/refreshed.ts';
import { Looked } from './IncidentList.tsx';
import styles from './incidents.module.css';
import { SnoozeDialog } from './SnoozeDialog.tsx';

type Incident = Data<'getIncident'>;

/** A sentence in the reader's language where its first letters would turn it, such as the name of a metric: it runs as the page does. */
const alongPage = (text: string, language: string) => (language === 'ar' ? `\u200f${text}` : text);

/** One incident: what was found, who looks after it, what was said of it, and who was told. */
export function IncidentDetails() {
  const { incidentId } = useParams({ from: '/incidents/$incidentId' });
  const { watches } = useMessages();
  const { language } = useLanguage();
  const format = useFormat();
  const mayEdit = useMay('editor');
  const read = useRead('getIncident', { incident_id: incidentId, query: { language } }, { keepsPrevious: true });
  const incident = read.data?.data;
  if (incident === undefined && isNotFound(read.error)) return <NotFound />;
  return (
    <Page
      title={incident ? alongPage(incident.headline, language) : '…'}
      path={<TextLink to="/incidents">{watches.incidents}</TextLink>}
      subtitle={
        incident && (
          <span className={styles.more}>
            <TextLink to="/projects/$projectId/alerts" params={{ projectId: incident.project_id }}>
              <bdi>{incident.project_name}</bdi>
            </TextLink>
            {incident.connection_name !== null && (
              <span>
                <TextLink to="/connections/$connectionId" params={{ connectionId: incident.connection_id }}>
                  <bdi>{incident.connection_name}</bdi>
                </TextLink>
              </span>
            )}
            <span>{watches.since(format.day(incident.first_day))}</span>
            <span>{watches.lastDay(format.day(incident.last_day))}</span>
          </span>
        )
      }
      actions={incident && mayEdit && incident.state === 'open' && <HeadActions incident={incident} />}
    >
      <Shown read={read}>{({ data }) => <Parts incident={data} />}</Shown>
    </Page>
  );
}

function HeadActions({ incident: { id, acknowledged_at } }: { readonly incident: Incident }) {
  const { watches } = useMessages();
  const [isSnoozing, setSnoozing] = useState(false);
  const { write, isPending, fault } = useWrite('acknowledgeIncident', { refreshes: refreshed });
  return (
    <>
      {fault && <Fault error={fault} />}
      <Button icon="schedules" onPress={() => setSnoozing(true)}>
        {watches.snooze}
      </Button>
      {acknowledged_at === null && (
        <Button look="primary" icon="check" isPending={isPending} onPress={() => write({ incident_id: id, body: {} })}>
          {watches.acknowledge}
        </Button>
      )}
      {isSnoozing && <SnoozeDialog incidentId={id} onClose={() => setSnoozing(false)} />}
    </>
  );
}

function Parts({ incident }: { readonly incident: Incident }) {
  const { watches, common } = useMessages();
  const format = useFormat();
  const mayEdit = useMay('editor');
  const { state, parts, closed_at, close_reason } = incident;
  return (
    <>
      <p>
        <Badge tone={state === 'open' ? 'bad' : 'good'}>{watches.incidentStates[state]}</Badge>
      </p>
      <Looked incident={incident} />
      {closed_at !== null && (
        <Note
          tone="good"
          text={`${watches.over(format.since(closed_at))}. ${close_reason === null ? '' : watches.closeReasons[close_reason]}`}
        />
      )}
      {!mayEdit && <Note text={common.readOnly} />}
      <Card title={watches.parts}>
        <ul className={styles.rows}>
          {parts.map(({ watch_id, watch_name, finding, text, is_over }) => (
            <li key={`${watch_id} ${finding}`} className={styles.row}>
              <div className={styles.words}>
                <span className={is_over ? styles.over : undefined}>{text}</span>
                <p className={styles.more}>
                  <TextLink to="/watches/$watchId" params={{ watchId: watch_id }}>
                    <bdi>{watch_name || watches.watch}</bdi>
                  </TextLink>
                  {is_over && <span>{watches.partOver}</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Comments incident={incident} />
      <Notices notices={incident.notices} />
    </>
  );
}

function Comments({ incident: { id, comments } }: { readonly incident: Incident }) {
  const { watches } = useMessages();
  const format = useFormat();
  const mayEdit = useMay('editor');
  const [text, setText] = useState('');
  const { write, isPending, fault } = useWrite('commentIncident', { refreshes: refreshed, onDone: () => setText('') });
  const faults = fieldFaults(fault);
  if (comments.length === 0 && !mayEdit) return null;
  return (
    <Card title={watches.comments}>
      {comments.length > 0 && (
        <ul className={styles.rows}>
          {comments.map((comment) => (
            <li key={comment.id} className={styles.row}>
              <div className={styles.words}>
                <p className={styles.more}>
                  <bdi>{comment.author_name}</bdi>
                  <time dateTime={comment.created_at} title={format.time(comment.created_at)}>
                    {format.since(comment.created_at)}
                  </time>
                </p>
                <bdi className={styles.comment}>{comment.text}</bdi>
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <Form
          validationErrors={faults}
          onSubmit={() => text.trim() !== '' && write({ incident_id: id, body: { text: text.trim() } })}
        >
          <TextArea
            {...{ name: 'text', label: watches.comment, rows: 3, maxLength: 2_000, isRequired: true }}
            value={text}
            onChange={setText}
          />
          {fault && !faults.text && <Fault error={fault} />}
          <Actions>
            <Button type="submit" isPending={isPending}>
              {watches.send}
            </Button>
          </Actions>
        </Form>
      )}
    </Card>
  );
}

function Notices({ notices }: Pick<Incident, 'notices'>) {
  const { watches, deliveries, common } = useMessages();
  const format = useFormat();
  const nameOf = useNames();
  const states: Readonly<Record<string, string>> = deliveries.states;
  const occasions: Readonly<Record<string, string>> = watches.occasions;
  return (
    <Card title={watches.notices}>
      {notices.length === 0 ? (
        <p>{watches.noNotices}</p>
      ) : (
        <Table
          label={watches.notices}
          rows={notices.map((notice, index) => ({ ...notice, index }))}
          keyOf={({ index }) => `${index}`}
          columns={[
            { id: 'who', label: common.name, cell: ({ recipient }) => <bdi>{nameOf(recipient)}</bdi> },
            { id: 'what', label: common.details, cell: ({ occasion }) => occasions[occasion] ?? occasion },
            {
              id: 'status',
              label: common.status,
              cell: ({ status, failure, sent_at }) => (
                <span className={styles.words}>
                  <span>{states[status] ?? status}</span>
                  {sent_at !== null && <span className={styles.more}>{format.time(sent_at)}</span>}
                  {failure !== null && <bdi className={styles.more}>{failure}</bdi>}
                </span>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
