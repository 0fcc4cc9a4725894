import { useState } from 'react';
import type { Called } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { CurrencyDiffers, CurrencyField, currencyIn, namesCurrency } from '../Currency.tsx';
import { MetricsEditor } from '../MetricsEditor.tsx';
import type { Metric } from '../metrics.ts';
import type { Schema, Values } from '../schema.ts';
import { type Column, totalOf } from '../ways.ts';
import wizard from '../wizard/wizard.module.css';
import { Edit } from './Edit.tsx';

/** What is made of the rows of a connection: with the ways in which its columns can count, where its source answers. */
export function EditFigures({
  read,
  metrics: all,
  onClose,
}: {
  readonly read: Called<'getConnection'>;
  readonly metrics: readonly Metric[];
  readonly onClose: () => void;
}) {
  const { details, check } = useMessages().connection;
  const { project_id: projectId, config, system } = read.data;
  const [metrics, setMetrics] = useState(all);
  const [own, setOwn] = useState(currencyIn(config));
  const project = useRead('getProject', { project_id: projectId }).data?.data;
  const known = useRead('listSystems', {}).data?.data.systems.find((each) => each.system === system);
  const { columns, hasOthers, isLooking } = useColumnsOf(read.data, known?.proposes ?? false);
  const hasAmounts = metrics.some(({ unit }) => unit === 'currency');
  const totals = Object.fromEntries(metrics.map((metric) => [metric.key, totalOf(metric, columns) ?? null]));
  const isKnown = Object.values(totals).some((total) => total !== null);
  const changes = () => ({ config: { ...config, metrics, currency: own } });
  return (
    <Dialog title={details.editFigures} isOpen isWide onClose={onClose}>
      <Edit read={read} changes={changes} onClose={onClose}>
        <p>{check.figuresText}</p>
        {own !== undefined && hasAmounts && (
          <CurrencyDiffers projectId={projectId} currency={own} hasAmounts={hasOthers} />
        )}
        <MetricsEditor
          all={all}
          metrics={metrics}
          onChange={setMetrics}
          columns={columns}
          totals={isKnown ? totals : undefined}
          currency={own ?? project?.currency}
          isPending={isLooking}
        />
        {project && (hasAmounts || own !== undefined) && known && namesCurrency(known.config as Schema) && (
          <div className={wizard.narrow}>
            <CurrencyField value={own} project={project.currency} onChange={setOwn} />
          </div>
        )}
      </Edit>
    </Dialog>
  );
}

const none: readonly Column[] = [];

/** The columns of a connection's source, as a look at it finds them; none while it does not answer. */
function useColumnsOf({ id, config }: Called<'getConnection'>['data'], proposes: boolean) {
  const { data, isFetching } = useRead('proposeForConnection', { connection_id: id }, { enabled: proposes });
  if (!data || !config) return { columns: none, hasOthers: true, isLooking: isFetching };
  const { config: proposed, project } = data.data;
  const hasOthers = project.has_amounts;
  const columns = data.data.columns as readonly Column[];
  if (isReadAs(config, proposed)) return { columns, hasOthers, isLooking: false };
  // What it reads is not what would be proposed, and neither are the totals.
  const untold = columns.map((column) => ({
    ...column,
    choices: column.choices.map((choice) => ({ ...choice, total: undefined })),
  }));
  return { columns: untold, hasOthers, isLooking: false };
}

/** What says nothing about how rows are read. */
const figures: ReadonlySet<string> = new Set(['metrics', 'dimensions', 'currency']);

function isReadAs(one: Values, other: Values): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)].filter((name) => !figures.has(name)));
  return [...names].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
