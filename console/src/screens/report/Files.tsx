import { isOver, useJob } from '../../api/jobs.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { Card } from '../../components/Page.tsx';
import { Badge, Fault, Note } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { JobProgress } from '../reports/JobCard.tsx';
import { type FileFormat, fileFormats, pathOfFile, type useFile, useSaving } from '../reports/use-file.ts';
import styles from './report.module.css';

type File = ReturnType<typeof useFile>;

/** The figures of a report in one of three forms. */
export function FigureButton({ reportId }: { readonly reportId: string }) {
  const { report } = useMessages();
  const save = useSaving();
  const actions = (['xlsx', 'csv', 'json'] as const).map((format) => ({
    id: format,
    label: report.figuresAs[format],
    run: () => void save(`/manage/v1/reports/${reportId}/figures?format=${format}`, report.lost),
  }));
  return (
    <Menu label={report.figures} actions={actions}>
      <Button icon="download">{report.figures}</Button>
    </Menu>
  );
}

/** The making of a file as it runs, or why there is none. */
export function FileState({ file, format }: { readonly file: File; readonly format: FileFormat }) {
  if (file.fault) return <Fault error={file.fault} onRetry={file.get} />;
  if (!file.job) return null;
  return <JobState file={file} job={file.job} format={format} />;
}

function JobState({ file, job: first, format }: { file: File; job: NonNullable<File['job']>; format: FileFormat }) {
  const { files, jobs } = useMessages().reports;
  const job = useJob(first);
  if (job.status === 'completed') return null;
  const label = jobs.file(files[format]);
  if (!isOver(job)) return <JobProgress job={job} label={label} />;
  const outcome = job.blocked ?? job.failure;
  return (
    <Note tone="bad" title={label} text={jobs.reasons[outcome?.reason ?? ''] ?? jobs.other}>
      <Button icon="refresh" onPress={file.get}>
        {jobs.again}
      </Button>
    </Note>
  );
}

/** The files that were made of a report, the newest of each form. */
export function Files({
  reportId,
  commentedAt,
  files,
}: {
  readonly reportId: string;
  /** When the newest comment was written. */
  readonly commentedAt: string | null;
  readonly files: Readonly<Record<FileFormat, File>>;
}) {
  const { report } = useMessages();
  const exports = useRead('listAllJobs', {
    query: { report_id: reportId, type: 'export', status: 'completed', per_page: 20 },
  });
  if (!exports.data) return null;
  const { items } = exports.data.data;
  const newest = fileFormats.flatMap((format) => items.find((job) => job.format === format) ?? []);
  return (
    <Card title={report.files.title}>
      {newest.length === 0 && <p className={styles.small}>{report.files.none}</p>}
      {newest.length > 0 && (
        <ul className={styles.list}>
          {newest.map(({ id, format }) => (
            <MadeFile
              key={id}
              id={id}
              format={format ?? 'pdf'}
              commentedAt={commentedAt}
              file={files[format ?? 'pdf']}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface MadeFileProps {
  readonly id: string;
  readonly format: FileFormat;
  readonly commentedAt: string | null;
  readonly file: File;
}

function MadeFile({ id, format, commentedAt, file }: MadeFileProps) {
  const { report, reports } = useMessages();
  const mayEdit = useMay('editor');
  const save = useSaving();
  const { bytes, day, since } = useFormat();
  const artifact = useRead('getExportJob', { export_job_id: id }).data?.data.artifact;
  if (!artifact) return null;
  const name = reports.files[format];
  const isExpired = Date.parse(artifact.expires_at) <= Date.now();
  const isOutdated = commentedAt !== null && commentedAt > artifact.created_at;
  const words = report.files;
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.small}>{words.facts(bytes(artifact.size_bytes), since(artifact.created_at))}</span>
        {!isExpired && <span className={styles.small}>{words.until(day(artifact.expires_at.slice(0, 10)))}</span>}
        {isExpired && <Badge tone="warning">{words.expired}</Badge>}
        {isOutdated && <Badge tone="warning">{words.outdated}</Badge>}
      </div>
      {mayEdit && (isExpired || isOutdated) ? (
        <Button icon="refresh" aria-label={words.makeAnew(name)} isPending={file.isPending} onPress={file.get} />
      ) : (
        !isExpired && <Button icon="download" aria-label={words.save(name)} onPress={() => void save(pathOfFile(id))} />
      )}
    </li>
  );
}
