import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OperationId } from '../api/client.ts';
import { saveFile } from '../api/download.ts';
import { type Job, onJobEnd } from '../api/jobs.ts';
import { tell } from '../components/toasts.tsx';
import type { Messages } from '../messages/catalog.ts';
import { useMessages } from '../messages/messages.tsx';

/** What a job that has ended changes. */
const stale: readonly OperationId[] = [
  'listAllJobs',
  'listJobs',
  'listReports',
  'getOverview',
  'getUsage',
  'getProject',
];
type Router = ReturnType<typeof useRouter>;

/** Says, wherever one is, that a report or file is ready or could not be made. */
export function JobNews() {
  const queries = useQueryClient();
  const router = useRouter();
  const { reports } = useMessages();
  useEffect(
    () =>
      onJobEnd((job) => {
        for (const id of stale) void queries.invalidateQueries({ queryKey: [id] });
        if (job.type === 'export') tellOfFile(job, reports);
        else tellOfReport(job, reports, router);
      }),
    [queries, router, reports],
  );
  return null;
}

function tellOfReport(
  { status, report_id, project_id, project_name = '' }: Job,
  { news }: Messages['reports'],
  router: Router,
) {
  if (status === 'completed' && report_id !== null) {
    const open = () => void router.navigate({ to: '/reports/$reportId', params: { reportId: report_id } });
    return tell(news.ready(project_name), 'good', { label: news.open, run: open });
  }
  const show = () => void router.navigate({ to: '/projects/$projectId', params: { projectId: project_id } });
  tell(news.stuck(project_name), 'bad', { label: news.show, run: show });
}

function tellOfFile({ id, status, format }: Job, { files, news }: Messages['reports']) {
  const name = files[format ?? 'pdf'];
  const fail = () => tell(news.fileStuck(name), 'bad');
  if (status !== 'completed') return fail();
  const save = () => void saveFile(`/manage/v1/export-jobs/${id}/download`).catch(fail);
  tell(news.fileReady(name), 'good', { label: news.download, run: save });
}
