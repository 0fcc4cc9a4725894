import { isOver, type Job, startedJob, useJob, watchJob } from '../../api/jobs.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { Note } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { RepairButton } from './RepairButton.tsx';
import { type Repair, repairOf } from './repairs.ts';
import styles from './reports.module.css';
import { whyStopped } from './stopped.ts';

/** The making of a report as it runs, or why it stopped and what can be done. */
export function JobCard({ job: first }: { readonly job: Job }) {
  const { reports } = useMessages();
  const format = useFormat();
  const job = useJob(first);
  const whole = useRead('getGenerationJob', { generation_job_id: job.id });
  const period = whole.data?.data.period.current;
  const title = reports.jobs.report(period ? format.period(period.from, period.to) : '…');
  if (job.status === 'completed') return null;
  if (isOver(job)) return <Stopped job={job} title={title} />;
  return (
    <div className={styles.running}>
      <strong>{title}</strong>
      <JobProgress job={job} label={title} />
    </div>
  );
}

/** Stage and progress of a job; each stage is read out once. */
export function JobProgress({ job, label }: { readonly job: Job; readonly label: string }) {
  const { jobs } = useMessages().reports;
  const { stage, completed, total } = job.progress;
  const counts = stage === 'fetching' && total > 1;
  return (
    <div className={styles.progress}>
      <ProgressBar label={label} value={total > 0 ? completed / total : undefined} />
      <p className={styles.stage}>
        <span role="status">{jobs.stages[stage] ?? jobs.working}</span>
        {counts && <span>{jobs.fetched(completed, total)}</span>}
        {job.attempt > 1 && <span>{jobs.attempt(job.attempt, job.max_attempts)}</span>}
      </p>
    </div>
  );
}

function Stopped({ job, title }: { readonly job: Job; readonly title: string }) {
  const { jobs } = useMessages().reports;
  const { number } = useFormat();
  const mayEdit = useMay('editor');
  const outcome = job.blocked ?? job.failure;
  const repair = outcome && repairOf(outcome);
  const why = outcome && whyStopped(outcome, jobs, number);
  return (
    <Note
      tone={job.status === 'blocked' ? 'warning' : 'bad'}
      title={title}
      text={
        <>
          <p>{why?.text ?? jobs.other}</p>
          {why?.where && <p className={styles.small}>{why.where}</p>}
          {why?.saysMore && (
            <details className={styles.small}>
              <summary>{jobs.why.exact}</summary>
              <p dir="ltr" lang="en">
                {outcome?.message}
              </p>
            </details>
          )}
          {job.status === 'failed' && !repair && (
            <p className={styles.small}>
              {jobs.number} <code>{job.id}</code>
            </p>
          )}
        </>
      }
    >
      {mayEdit && <Repairs job={job} repair={repair} />}
    </Note>
  );
}

function Repairs({ job, repair }: { readonly job: Job; readonly repair: Repair | null }) {
  const { jobs } = useMessages().reports;
  const whole = useRead('getGenerationJob', { generation_job_id: job.id });
  const start = useWrite('startGenerationJob', {
    refreshes: ['listAllJobs'],
    onDone: ({ data }) => watchJob(startedJob(data)),
  });
  const period = whole.data?.data.period;
  return (
    <div className={styles.repairs}>
      {repair && <RepairButton repair={repair} projectId={job.project_id} />}
      {period && (
        <Button
          icon="refresh"
          isPending={start.isPending}
          onPress={() => start.write({ project_id: job.project_id, body: { period } })}
        >
          {jobs.again}
        </Button>
      )}
    </div>
  );
}
