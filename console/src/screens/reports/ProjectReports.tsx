import { useParams } from '@tanstack/react-router';
import { isOver, type Job } from '../../api/jobs.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { LiveLinks } from '../live-links/LiveLinks.tsx';
import { History } from './History.tsx';
import { JobCard } from './JobCard.tsx';
import { MakeReport } from './MakeReport.tsx';
import styles from './reports.module.css';

/** So many jobs that stopped are shown at most. */
const mostStopped = 5;

/** Making reports of a project, what is being made, and what was made. */
export function ProjectReports() {
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const mayEdit = useMay('editor');
  const project = useRead('getProject', { project_id: projectId });
  return (
    <Shown read={project}>
      {({ data }) => (
        <>
          {mayEdit && data.status === 'active' && <MakeReport key={projectId} project={data} />}
          <Jobs projectId={projectId} />
          <LiveLinks projectId={projectId} mayMake={mayEdit && data.status === 'active'} />
          <History projectId={projectId} isArchived={data.status === 'archived'} />
        </>
      )}
    </Shown>
  );
}

function Jobs({ projectId }: { readonly projectId: string }) {
  const { jobs: words } = useMessages().reports;
  const jobs = useRead('listAllJobs', { query: { project_id: projectId, type: 'generation', per_page: 20 } });
  const shown = shownOf(jobs.data?.data.items ?? []);
  if (shown.length === 0) return null;
  return (
    <section className={styles.jobs} aria-label={words.title}>
      {shown.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}

/** Those that run, and those that stopped since another was begun or made, each reason once; `jobs` are the newest first. */
function shownOf(jobs: readonly Job[]): readonly Job[] {
  const running = jobs.filter((job) => !isOver(job));
  const later = jobs.findIndex(({ status }) => status !== 'blocked' && status !== 'failed');
  const stopped = jobs.slice(0, later < 0 ? jobs.length : later);
  const reasons = new Map(stopped.toReversed().map((job) => [JSON.stringify(job.blocked ?? job.failure), job]));
  return [...running, ...[...reasons.values()].toReversed().slice(0, mostStopped)];
}
