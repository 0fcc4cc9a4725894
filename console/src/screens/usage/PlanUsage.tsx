import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Card, Page } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { DaysChart } from './DaysChart.tsx';
import { Gauge } from './Gauge.tsx';
import styles from './usage.module.css';

type Usage = Data<'getUsage'>;

/** How much of its plan the account uses, now and day by day. */
export function PlanUsage() {
  const { usage: words } = useMessages();
  const read = useRead('getUsage', {});
  const plan = read.data?.data.plan;
  return (
    <Page title={words.title} subtitle={plan && words.plan(plan)}>
      <Shown read={read}>
        {({ data }) => (
          <>
            <UsedUp usage={data} />
            <Allowance usage={data} />
            <Card title={words.days}>
              <DaysChart days={data.days} />
            </Card>
            <Requests requests={data.requests} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Allowance({ usage }: { readonly usage: Usage }) {
  const { usage: words } = useMessages();
  const format = useFormat();
  return (
    <Card title={words.allowance}>
      <div className={styles.gauges}>
        <Gauge label={words.projects} {...usage.projects} />
        <Gauge label={words.members} {...usage.members} />
        <Gauge
          label={words.generations}
          {...usage.generations_this_month}
          advice={usage.generations_this_month.limit === null ? undefined : words.resets(format.day(nextMonth()))}
        />
      </div>
    </Card>
  );
}

function Requests({ requests: { minute, day } }: { readonly requests: Usage['requests'] }) {
  const { usage: words } = useMessages();
  const format = useFormat();
  return (
    <Card title={words.requests}>
      <p className={styles.muted}>{words.requestsText}</p>
      <div className={styles.gauges}>
        <Gauge label={words.minute} used={minute.limit - minute.remaining} limit={minute.limit} />
        <Gauge label={words.day} used={day.used} limit={day.limit} advice={words.resets(format.time(day.resets_at))} />
      </div>
    </Card>
  );
}

/** What is used up, and what one can do about each. */
function UsedUp({ usage }: { readonly usage: Usage }) {
  const { usage: words } = useMessages();
  const isAdmin = useMay('admin');
  const format = useFormat();
  const isFull = ({ used, limit }: { readonly used: number; readonly limit: number | null }) =>
    limit !== null && used >= limit;
  const title = (what: string) => `${words.full.title}: ${what}`;
  return (
    <>
      {isFull(usage.generations_this_month) && (
        <Note tone="warning" title={title(words.generations)} text={words.full.generations(format.day(nextMonth()))} />
      )}
      {isFull(usage.projects) && (
        <Note tone="warning" title={title(words.projects)} text={words.full.projects}>
          <ButtonLink to="/projects">{words.toProjects}</ButtonLink>
        </Note>
      )}
      {isFull(usage.members) && (
        <Note tone="warning" title={title(words.members)} text={words.full.members}>
          {isAdmin && <ButtonLink to="/members">{words.toMembers}</ButtonLink>}
        </Note>
      )}
      {usage.requests.day.remaining === 0 && (
        <Note tone="warning" title={title(words.requests)} text={words.full.requests} />
      )}
    </>
  );
}

/** The first day of the next month in UTC, when reports are counted anew. */
function nextMonth(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
