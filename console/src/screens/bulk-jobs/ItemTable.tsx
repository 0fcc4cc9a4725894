import type { Data } from '../../api/client.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { RepairButton } from '../reports/RepairButton.tsx';
import { repairOf } from '../reports/repairs.ts';
import styles from './bulk-jobs.module.css';
import { tones } from './progress.tsx';
import { whyFailed } from './why-failed.ts';

type Item = Data<'listBulkItems'>['items'][number];

/** How it went for each project, with why it failed and what mends it. */
export function ItemTable({
  items,
  bulkJobId,
  mayEdit,
}: {
  readonly items: readonly Item[];
  readonly bulkJobId: string;
  readonly mayEdit: boolean;
}) {
  const { bulk, projects, common } = useMessages();
  return (
    <Table
      label={bulk.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { id: 'project', label: projects.columns.name, cell: (item) => <Name item={item} /> },
        {
          ...{ id: 'status', label: common.status, keepsWords: true },
          cell: ({ state }) => <Badge tone={tones[state]}>{bulk.items[state]}</Badge>,
        },
        { id: 'result', label: bulk.result, cell: (item) => <Result {...{ item, bulkJobId, mayEdit }} /> },
      ]}
    />
  );
}

function Name({ item: { project_id, label } }: { readonly item: Item }) {
  const name = <bdi>{label}</bdi>;
  if (project_id === null) return name;
  return (
    <TextLink to="/projects/$projectId" params={{ projectId: project_id }}>
      {name}
    </TextLink>
  );
}

function Result({
  item: { fault, project_id, report_id, result },
  bulkJobId,
  mayEdit,
}: {
  readonly item: Item;
  readonly bulkJobId: string;
  readonly mayEdit: boolean;
}) {
  const messages = useMessages();
  const format = useFormat();
  const report = report_id ?? (typeof result.shared_report_id === 'string' ? result.shared_report_id : null);
  if (!fault) {
    if (report === null) return null;
    return (
      <TextLink to="/reports/$reportId" params={{ reportId: report }}>
        {messages.reports.history.report}
      </TextLink>
    );
  }
  const { text, where } = whyFailed(fault, messages, format.number);
  const repair = mayEdit && project_id !== null ? repairOf({ ...fault, action: fault.action ?? '' }) : null;
  return (
    <div className={styles.lines}>
      <span>{text}</span>
      {where !== null && <span className={styles.more}>{where}</span>}
      {repair && project_id !== null && (
        <div>
          <RepairButton repair={repair} projectId={project_id} look="secondary" back={`/bulk-jobs/${bulkJobId}`} />
        </div>
      )}
      {mayEdit && project_id !== null && fault.reason === 'no_report' && (
        <div>
          <ButtonLink to="/projects/$projectId" params={{ projectId: project_id }}>
            {messages.reports.make.submit}
          </ButtonLink>
        </div>
      )}
      {mayEdit && project_id !== null && fault.reason === 'no_schedule' && (
        <div>
          <ButtonLink to="/projects/$projectId/schedules" params={{ projectId: project_id }}>
            {messages.schedules.add}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
