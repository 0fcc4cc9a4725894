import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Card, TextLink } from '../../components/Page.tsx';
import { Badge } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './Home.module.css';

type Overview = Data<'getOverview'>;
/** As many as stand beside each other without scrolling. */
const most = 6;

/** What the schedules make next, in the reader's time. */
export function NextRuns({ runs }: { readonly runs: Overview['next_runs'] }) {
  const { home, schedules } = useMessages();
  const { next } = home;
  const { cadences } = schedules.form;
  const { time } = useFormat();
  return (
    <Card title={next.title} actions={runs.length > 0 && <TextLink to="/schedules">{next.all}</TextLink>}>
      {runs.length === 0 ? (
        <p className={styles.more}>{next.empty}</p>
      ) : (
        <ul className={styles.rows}>
          {runs.slice(0, most).map(({ schedule_id, project_id, project_name, cadence, recipients, run_at }) => (
            <li key={schedule_id} className={styles.row}>
              <div className={styles.words}>
                <TextLink to="/projects/$projectId/schedules" params={{ projectId: project_id }}>
                  {project_name}
                </TextLink>
                <p className={styles.more}>
                  {recipients === 0 ? cadences[cadence] : next.line(cadences[cadence], next.recipients(recipients))}
                </p>
              </div>
              <time className={styles.time} dateTime={run_at}>
                {time(run_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The newest reports of all projects. */
export function NewestReports({ reports }: { readonly reports: Overview['reports'] }) {
  const { home, reports: words } = useMessages();
  const { since, time, period: formatPeriod } = useFormat();
  const mayEdit = useMay('editor');
  return (
    <Card title={home.newest.title}>
      {reports.length === 0 ? (
        <p className={styles.more}>{mayEdit ? home.newest.empty : home.newest.reader}</p>
      ) : (
        <ul className={styles.rows}>
          {reports.slice(0, most).map(({ id, project_name, period, created_at, warnings }) => (
            <li key={id} className={styles.row}>
              <div className={styles.words}>
                <TextLink to="/reports/$reportId" params={{ reportId: id }}>
                  {project_name}
                </TextLink>
                <p className={styles.more}>{formatPeriod(period.current.from, period.current.to)}</p>
              </div>
              {warnings.length > 0 && <Badge tone="warning">{words.history.warnings(warnings.length)}</Badge>}
              <time className={styles.time} dateTime={created_at} title={time(created_at)}>
                {since(created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
