import type { Data } from '../../api/client.ts';
import { startedJob, watchJob } from '../../api/jobs.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { More } from '../../components/More.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge, Empty, Shown } from '../../components/states.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './reports.module.css';
import { type FileFormat, fileFormats, pathOfFile, useFile, useSaving } from './use-file.ts';

export type Report = Data<'getReport'>;
/** The newest export of each report in each format, by `REPORT FORMAT`. */
type Files = ReadonlyMap<string, string>;

/** The reports that were made, the newest first. */
export function History({ projectId, isArchived }: { readonly projectId: string; readonly isArchived: boolean }) {
  const { history } = useMessages().reports;
  const mayEdit = useMay('editor');
  const list = useList('listReports', { project_id: projectId });
  const files = useFiles(projectId);
  const columns = useColumns(files, mayEdit, mayEdit && !isArchived);
  return (
    <section className={styles.history} aria-label={history.title}>
      <h2>{history.title}</h2>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              icon="report"
              title={history.emptyTitle}
              text={mayEdit && !isArchived ? history.emptyText : history.emptyRead}
            />
          ) : (
            <>
              <Table label={history.title} rows={items} keyOf={({ id }) => id} columns={columns} />
              <More list={list} />
            </>
          )
        }
      </Shown>
    </section>
  );
}

function useFiles(projectId: string): Files {
  const exports = useRead('listAllJobs', {
    query: { project_id: projectId, type: 'export', status: 'completed', per_page: 100 },
  });
  const jobs = exports.data?.data.items ?? [];
  return new Map(jobs.toReversed().map(({ id, report_id, format }) => [`${report_id} ${format}`, id]));
}

function useColumns(files: Files, mayEdit: boolean, mayMake: boolean): Column<Report>[] {
  const { history } = useMessages().reports;
  const columns: Column<Report>[] = [
    { id: 'report', label: history.report, cell: (report) => <Name report={report} /> },
    { id: 'made', label: history.made, cell: (report) => <Made report={report} /> },
    { id: 'notes', label: history.notes, cell: (report) => <Notes report={report} /> },
    {
      id: 'files',
      label: history.files,
      isAtEnd: true,
      cell: (report) => (mayEdit ? <MadeFiles report={report} /> : <StoredFiles report={report} files={files} />),
    },
  ];
  if (!mayMake) return columns;
  const cell = (report: Report) => <RowMenu report={report} />;
  return [...columns, { id: 'actions', label: history.actions, hidesLabel: true, isAtEnd: true, cell }];
}

function Name({ report: { id, title, period } }: { readonly report: Report }) {
  const format = useFormat();
  return (
    <span className={styles.name}>
      <TextLink to="/reports/$reportId" params={{ reportId: id }}>
        {format.period(period.current.from, period.current.to)}
      </TextLink>
      <span className={styles.small}>{title}</span>
    </span>
  );
}

function Made({ report: { created_at, source } }: { readonly report: Report }) {
  const { history } = useMessages().reports;
  const format = useFormat();
  return (
    <time dateTime={created_at} title={format.time(created_at)}>
      {history.madeBy(format.since(created_at), history.by[source])}
    </time>
  );
}

function Notes({ report: { status, warnings } }: { readonly report: Report }) {
  const { history } = useMessages().reports;
  if (status === 'unavailable') return <Badge tone="bad">{history.lost}</Badge>;
  if (warnings.length === 0) return null;
  return <Badge tone="warning">{history.warnings(warnings.length)}</Badge>;
}

function MadeFiles({ report }: { readonly report: Report }) {
  if (!report.ready_for_export) return null;
  return (
    <span className={styles.files}>
      {fileFormats.map((format) => (
        <FileButton key={format} report={report} format={format} />
      ))}
    </span>
  );
}

function FileButton({ report, format }: { readonly report: Report; readonly format: FileFormat }) {
  const { files } = useMessages().reports;
  const { period } = useFormat();
  const file = useFile(report.id, format);
  const { from, to } = report.period.current;
  return (
    <Button
      look="quiet"
      icon="download"
      isPending={file.isPending}
      aria-label={`${files[format]}: ${period(from, to)}`}
      onPress={file.get}
    >
      {files[format]}
    </Button>
  );
}

/** For those who may only read: what others have had made. */
function StoredFiles({ report, files }: { readonly report: Report; readonly files: Files }) {
  const words = useMessages().reports.files;
  const save = useSaving();
  const { period } = useFormat();
  const { from, to } = report.period.current;
  return (
    <span className={styles.files}>
      {fileFormats.map((format) => {
        const id = files.get(`${report.id} ${format}`);
        if (id === undefined) return null;
        return (
          <Button
            key={format}
            look="quiet"
            icon="download"
            aria-label={`${words[format]}: ${period(from, to)}`}
            onPress={() => void save(pathOfFile(id))}
          >
            {words[format]}
          </Button>
        );
      })}
    </span>
  );
}

function RowMenu({ report: { title, project_id, period } }: { readonly report: Report }) {
  const { common, reports } = useMessages();
  const start = useWrite('startGenerationJob', {
    refreshes: ['listAllJobs'],
    onDone: ({ data }) => watchJob(startedJob(data)),
  });
  const again = () => start.write({ project_id, body: { period } });
  return (
    <Menu
      label={common.actions(title)}
      actions={[{ id: 'again', label: reports.history.again, icon: 'refresh', run: again }]}
    >
      <Button look="quiet" icon="more" aria-label={common.actions(title)} isPending={start.isPending} />
    </Menu>
  );
}
