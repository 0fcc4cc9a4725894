import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Data } from '../../api/client.ts';
import { startedJob, watchJob } from '../../api/jobs.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Actions, Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { type FileFormat, useFile } from '../reports/use-file.ts';
import { Notes, Sources } from './About.tsx';
import { Approval } from './Approval.tsx';
import { CommentList } from './Comments.tsx';
import { FigureButton, FileState, Files } from './Files.tsx';
import { Links } from './Links.tsx';
import { type FrameHandle, ReportFrame } from './ReportFrame.tsx';
import styles from './report.module.css';

type Report = Data<'getReport'>;

/** One report: its page, its files, who may see it, and what is said about it. */
export function ReportDetails() {
  const { report: words, shell } = useMessages();
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const read = useRead('getReport', { report_id: reportId });
  const report = read.data?.data;
  const project = useRead('getProject', { project_id: report?.project_id ?? '' }, { enabled: report !== undefined });
  const frame = useRef<FrameHandle>(null);
  const files = { pdf: useFile(reportId, 'pdf'), doc: useFile(reportId, 'doc'), pptx: useFile(reportId, 'pptx') };
  const projectName = project.data?.data.name ?? '…';
  const path = (
    <>
      <TextLink to="/projects">{shell.projects}</TextLink>
      {report && (
        <>
          <span aria-hidden="true">/</span>
          <TextLink to="/projects/$projectId" params={{ projectId: report.project_id }}>
            {projectName}
          </TextLink>
        </>
      )}
    </>
  );
  return (
    <Page
      title={report?.title ?? (read.error ? words.title : '…')}
      tab={`${report?.title ?? words.title} · ${projectName}`}
      subtitle={report ? <About report={report} /> : read.error ? undefined : '…'}
      path={path}
      isWide
    >
      {!(read.error && !report) && (
        <ReportActions reportId={reportId} status={report?.status} files={files} frame={frame} />
      )}
      <Shown read={read} lines={12}>
        {({ data }) => (
          <>
            <Approval reportId={data.id} />
            <FileState file={files.pdf} format="pdf" />
            <FileState file={files.doc} format="doc" />
            <FileState file={files.pptx} format="pptx" />
            <div className={styles.columns}>
              <Body
                key={data.id}
                report={data}
                frame={frame}
                files={files}
                connections={project.data?.data.connections}
              />
            </div>
          </>
        )}
      </Shown>
    </Page>
  );
}

type Parts = {
  readonly report: Report;
  readonly files: Readonly<Record<FileFormat, ReturnType<typeof useFile>>>;
  readonly frame: React.RefObject<FrameHandle | null>;
};

function About({ report: { period, created_at, source } }: { readonly report: Report }) {
  const { report, reports } = useMessages();
  const format = useFormat();
  const { current, compare } = period;
  const days = format.period(current.from, current.to);
  const told = compare ? report.comparedWith(days, format.period(compare.from, compare.to)) : days;
  return <>{report.about(told, format.since(created_at), reports.history.by[source])}</>;
}

type ActionsProps = Pick<Parts, 'files' | 'frame'> & {
  readonly reportId: string;
  /** Undefined until it is read: the buttons have their place before. */
  readonly status: Report['status'] | undefined;
};

function ReportActions({ reportId, status, files, frame }: ActionsProps) {
  const words = useMessages().report;
  const names = useMessages().reports.files;
  const mayEdit = useMay('editor');
  if (status === 'unavailable') return null;
  const isDisabled = status === undefined;
  return (
    <Actions>
      <Button isDisabled={isDisabled} onPress={() => frame.current?.print()}>
        {words.print}
      </Button>
      {document.fullscreenEnabled && (
        <Button isDisabled={isDisabled} onPress={() => frame.current?.fillScreen()}>
          {words.fullScreen}
        </Button>
      )}
      <FigureButton reportId={reportId} />
      {mayEdit && (
        <>
          {(['pptx', 'doc'] as const).map((format) => (
            <Button
              key={format}
              icon="download"
              isDisabled={isDisabled}
              isPending={files[format].isPending}
              onPress={files[format].get}
            >
              {names[format]}
            </Button>
          ))}
          <Button
            look="primary"
            icon="download"
            isDisabled={isDisabled}
            isPending={files.pdf.isPending}
            onPress={files.pdf.get}
          >
            {names.pdf}
          </Button>
        </>
      )}
    </Actions>
  );
}

function Body({
  report,
  files,
  frame,
  connections,
}: Parts & { readonly connections: Parameters<typeof Sources>[0]['connections'] | undefined }) {
  const isReady = report.status === 'ready';
  const comments = useRead('listComments', { report_id: report.id }, { enabled: isReady });
  const [section, setSection] = useState<number | null>(null);
  const written = comments.data?.data.sections.flatMap(({ written_at }) => written_at ?? []) ?? [];
  return (
    <>
      <div className={styles.page}>
        {isReady ? (
          <Shown read={comments} lines={12}>
            {({ data }) => <ReportFrame ref={frame} reportId={report.id} revision={data.revision} section={section} />}
          </Shown>
        ) : (
          <Lost report={report} />
        )}
      </div>
      <aside className={styles.aside} aria-label={report.title}>
        <Links report={report} />
        {isReady && <Files reportId={report.id} commentedAt={written.toSorted().at(-1) ?? null} files={files} />}
        <Notes warnings={report.warnings} />
        {comments.data && <CommentList comments={comments.data.data} onWritten={setSection} />}
        {connections && <Sources connections={connections} />}
      </aside>
    </>
  );
}

function Lost({ report: { project_id, period } }: { readonly report: Report }) {
  const { report } = useMessages();
  const mayEdit = useMay('editor');
  const navigate = useNavigate();
  const start = useWrite('startGenerationJob', {
    refreshes: ['listAllJobs'],
    onDone({ data }) {
      watchJob(startedJob(data));
      // Where it is seen as it runs.
      void navigate({ to: '/projects/$projectId', params: { projectId: project_id } });
    },
  });
  return (
    <Note tone="bad" text={report.lost}>
      {mayEdit && (
        <Button isPending={start.isPending} onPress={() => start.write({ project_id, body: { period } })}>
          {report.again}
        </Button>
      )}
    </Note>
  );
}
