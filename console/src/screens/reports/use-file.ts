import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, type Data } from '../../api/client.ts';
import { saveFile } from '../../api/download.ts';
import { awaitJob, isOver, type Job, startedJob } from '../../api/jobs.ts';
import { useWrite } from '../../api/writes.ts';
import { explain } from '../../components/faults.ts';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

export type FileFormat = Data<'startExportJob'>['format'];

/** In the order in which they are offered. */
export const fileFormats = ['pdf', 'doc', 'pptx'] as const satisfies readonly FileFormat[];

/** Where the file of an export is. */
export const pathOfFile = (exportJobId: string) => `/manage/v1/export-jobs/${exportJobId}/download`;

/** Has the browser save something, and tells it when that fails; a file that has expired is told with `gone`. */
export function useSaving(): (path: string, gone?: string) => Promise<void> {
  const { common, reports } = useMessages();
  return async (path, gone = reports.jobs.reasons.artifact_unavailable ?? '') => {
    try {
      await saveFile(path);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isGone = error instanceof ApiError && error.status === 410;
      tell(isGone ? gone : explain(error, common.faults).text, 'bad');
    }
  };
}

/**
 * A file of a report as it reads now. `get` has the service make it, unless it has it already, and the browser save it as
 * soon as it is there; `job` is what makes it. Whoever goes elsewhere meanwhile hears of it there.
 */
export function useFile(reportId: string, format: FileFormat) {
  const { reports } = useMessages();
  const save = useSaving();
  const queries = useQueryClient();
  const [job, setJob] = useState<Job | null>(null);
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  const end = (over: Job) => {
    setJob(over);
    void queries.invalidateQueries({ queryKey: ['listAllJobs'] });
    if (over.status === 'completed') void save(pathOfFile(over.id));
    else tell(reports.news.fileStuck(reports.files[format]), 'bad');
  };
  const start = useWrite('startExportJob', {
    refreshes: ['listAllJobs'],
    onDone({ data }) {
      const started = startedJob(data);
      setJob(started);
      if (isOver(started)) return end(started);
      leave.current = awaitJob(started, end);
    },
  });
  const isPending = start.isPending || (job !== null && !isOver(job));
  return { get: () => start.write({ report_id: reportId, body: { format } }), isPending, job, fault: start.fault };
}
