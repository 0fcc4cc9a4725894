import { type ReactNode, useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/icons.tsx';
import { Card, TextLink } from '../../components/Page.tsx';
import type { Tone } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { RepairButton } from '../reports/RepairButton.tsx';
import { repairOf } from '../reports/repairs.ts';
import { type Attention, attentionOf, dismiss, readDismissed } from './attention.ts';
import styles from './Home.module.css';

/** So many are shown before somebody asks for the rest. */
const mostAtFirst = 6;

/** What needs somebody today, each with what repairs it; calm where nothing does. */
export function Needs({
  overview,
  isBeginning,
}: {
  readonly overview: Data<'getOverview'>;
  /** Whether the first steps say already what to do. */
  readonly isBeginning: boolean;
}) {
  const { needs } = useMessages().home;
  const mayEdit = useMay('editor');
  const [dismissed, setDismissed] = useState(readDismissed);
  const [showsAll, setShowsAll] = useState(false);
  const items = attentionOf(overview).filter(({ id }) => !dismissed.includes(id));
  if (items.length === 0) return isBeginning || overview.incidents.length > 0 ? null : <Calm />;
  const shown = showsAll ? items : items.slice(0, mostAtFirst);
  return (
    <Card title={mayEdit ? needs.title : needs.reader}>
      <ul className={styles.rows}>
        {shown.map((item) => (
          <Item key={item.id} item={item} onDismiss={() => setDismissed(dismiss(item.id))} />
        ))}
      </ul>
      {items.length > shown.length && (
        <Button look="quiet" onPress={() => setShowsAll(true)}>
          {needs.all(items.length - shown.length)}
        </Button>
      )}
    </Card>
  );
}

function Calm() {
  const { needs } = useMessages().home;
  return (
    <section className={styles.calm}>
      <Icon name="check" />
      <div>
        <h2>{needs.calm}</h2>
        <p>{needs.calmText}</p>
      </div>
    </section>
  );
}

function Item({ item, onDismiss }: { readonly item: Attention; readonly onDismiss: () => void }) {
  switch (item.kind) {
    case 'connection':
      return <ConnectionItem item={item} />;
    case 'approval':
      return <ApprovalItem item={item} />;
    case 'job':
      return <JobItem item={item} />;
    case 'webhook':
      return <WebhookItem item={item} />;
    case 'deletion':
      return <DeletionItem item={item} />;
    default:
      return <DeliveryItem item={item} onDismiss={onDismiss} />;
  }
}

interface RowProps {
  readonly tone: Tone;
  readonly title: string;
  /** Absent for what is of the account as a whole. */
  readonly project?: { readonly project_id: string; readonly project_name: string };
  readonly more: readonly (string | null | false)[];
  /** The button that repairs it, for those who may. */
  readonly children: ReactNode;
}

function Row({ tone, title, project, more, children }: RowProps) {
  const mayEdit = useMay('editor');
  return (
    <li className={styles.row}>
      <span className={tone === 'bad' ? styles.bad : styles.warning}>
        <Icon name="warning" />
      </span>
      <div className={styles.words}>
        <strong>{title}</strong>
        <p className={styles.more}>
          {project && (
            <TextLink to="/projects/$projectId" params={{ projectId: project.project_id }}>
              {project.project_name}
            </TextLink>
          )}
          {more.map((text) => text && <bdi key={text}>{text}</bdi>)}
        </p>
      </div>
      {mayEdit && <div className={styles.buttons}>{children}</div>}
    </li>
  );
}

function ConnectionItem({ item: { connection, waiting } }: { readonly item: Attention & { kind: 'connection' } }) {
  const { needs } = useMessages().home;
  const format = useFormat();
  const { id, name, status, sign_in_ends_at } = connection;
  const titles = { reauth_required: needs.reconnect(name), resource_missing: needs.missing(name) };
  const isEnding = status === 'connected';
  const title = isEnding
    ? needs.ending(name, sign_in_ends_at ? format.day(sign_in_ends_at.slice(0, 10)) : '')
    : titles[status];
  const action = isEnding ? needs.signIn : status === 'reauth_required' ? needs.reconnectAction : needs.check;
  return (
    <Row
      tone={isEnding ? 'warning' : 'bad'}
      title={title}
      project={connection}
      more={[waiting > 0 && needs.waiting(waiting)]}
    >
      <ButtonLink to="/connections/$connectionId" params={{ connectionId: id }} search={{ back: '/' } as never}>
        {action}
      </ButtonLink>
    </Row>
  );
}

function ApprovalItem({ item: { waiting } }: { readonly item: Attention & { kind: 'approval' } }) {
  const { home } = useMessages();
  const { since } = useFormat();
  return (
    <Row
      tone="warning"
      title={home.needs.approval}
      project={waiting}
      more={[waiting.recipients > 0 && home.next.recipients(waiting.recipients), since(waiting.waits_since)]}
    >
      {waiting.report_id !== null && (
        <ButtonLink to="/reports/$reportId" params={{ reportId: waiting.report_id }}>
          {home.needs.look}
        </ButtonLink>
      )}
    </Row>
  );
}

function JobItem({ item: { job, times } }: { readonly item: Attention & { kind: 'job' } }) {
  const { home, reports } = useMessages();
  const { since } = useFormat();
  const { reasons, other } = reports.jobs;
  const repair = job.blocked && repairOf(job.blocked);
  const title = reasons[job.blocked?.reason ?? ''] ?? other;
  return (
    <Row
      tone="bad"
      title={home.needs.blocked}
      project={job}
      more={[title, since(job.updated_at), times > 1 && home.needs.times(times)]}
    >
      {repair ? (
        <RepairButton repair={repair} projectId={job.project_id} look="secondary" back="/" />
      ) : (
        <ButtonLink to="/projects/$projectId" params={{ projectId: job.project_id }}>
          {reports.jobs.again}
        </ButtonLink>
      )}
    </Row>
  );
}

function DeliveryItem({
  item: { delivery, times },
  onDismiss,
}: {
  readonly item: Attention & { kind: 'delivery' };
  readonly onDismiss: () => void;
}) {
  const { needs } = useMessages().home;
  const { since } = useFormat();
  return (
    <Row
      tone="warning"
      title={(delivery.system === 'email' ? needs.undelivered : needs.unposted)(delivery.recipient)}
      project={delivery}
      more={[delivery.failure, since(delivery.failed_at), times > 1 && needs.times(times)]}
    >
      <ButtonLink to="/projects/$projectId/schedules" params={{ projectId: delivery.project_id }}>
        {needs.see}
      </ButtonLink>
      <Button look="quiet" onPress={onDismiss}>
        {needs.dismiss}
      </Button>
    </Row>
  );
}

function DeletionItem({ item: { from } }: { readonly item: Attention & { kind: 'deletion' } }) {
  const { needs } = useMessages().home;
  const { day } = useFormat();
  return (
    <Row tone="warning" title={needs.deletion(day(from.slice(0, 10)))} more={[]}>
      <ButtonLink to="/security">{needs.look}</ButtonLink>
    </Row>
  );
}

function WebhookItem({ item: { webhook } }: { readonly item: Attention & { kind: 'webhook' } }) {
  const { home, webhooks } = useMessages();
  const { since } = useFormat();
  const { hostname } = new URL(webhook.url);
  const title = webhook.reason === 'gone' ? home.needs.webhookGone(hostname) : home.needs.webhookFailing(hostname);
  return (
    <Row tone="bad" title={title} more={[since(webhook.since)]}>
      <ButtonLink to="/webhooks">{webhooks.title}</ButtonLink>
    </Row>
  );
}
