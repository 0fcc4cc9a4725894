import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/client.ts';
import { keyOf, useRead } from '../../../api/reads.ts';
import { Button } from '../../../components/Button.tsx';
import { Actions, Card } from '../../../components/Page.tsx';
import { Fault, Loading, Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { CurrencyDiffers, CurrencyField, currencyIn, namesCurrency } from '../Currency.tsx';
import { DimensionsEditor } from '../DimensionsEditor.tsx';
import { MetricsEditor } from '../MetricsEditor.tsx';
import type { Dimension, Metric } from '../metrics.ts';
import type { Schema, Values } from '../schema.ts';
import { totalOf } from '../ways.ts';
import { metricsOf, parted, useColumns } from './columns.ts';
import { Doubts } from './Doubts.tsx';
import type { Proposal } from './doubts.ts';
import { FirstRows } from './FirstRows.tsx';
import { allDays, isSame, useSourceFigures } from './figures.ts';
import { Months } from './Months.tsx';
import { Sampled } from './Sampled.tsx';
import { type StepProps, sourceOf } from './source.ts';
import wizard from './wizard.module.css';

/** What was found in the source, what is doubtful about it, and the figures that come of it. */
export function Check(props: StepProps) {
  return props.system.proposes ? <Proposed {...props} /> : <Sampled {...props} />;
}

/** A look at the source; kept, so that going back and forth does not look again. */
function useProposal(props: StepProps) {
  const { projectId, system, drafting } = props;
  const { naming, grantId, hasSecret } = drafting.draft;
  const input = { project_id: projectId, body: { system: system.system, config: { ...naming }, grant_id: grantId } };
  return useQuery({
    queryKey: keyOf('proposeConnection', input),
    queryFn: async ({ signal }) => {
      const asked = { project_id: projectId, body: sourceOf(props, naming) };
      return (await call('proposeConnection', asked, { signal, maxRetries: 0 })).data;
    },
    enabled: !hasSecret || drafting.secret !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

function Proposed(props: StepProps) {
  const { connection } = useMessages();
  const { drafting } = props;
  const { config } = drafting.draft;
  const read = useProposal(props);
  const proposal = read.data && inWords(read.data, connection.check.rows);
  const { change } = drafting;
  useEffect(() => {
    if (config === null && proposal) change({ config: proposal.config });
  });
  if (read.error) {
    return <Fault error={read.error} title={connection.finish.refused} onRetry={() => void read.refetch()} />;
  }
  if (!proposal || config === null) {
    return (
      <Card title={connection.check.looking}>
        <Loading lines={9} />
      </Card>
    );
  }
  return <Found {...props} proposal={proposal} config={config} />;
}

/** What every source has is named by the service, in English. */
function inWords(proposal: Proposal, rows: string): Proposal {
  const metrics = proposal.config.metrics as readonly Metric[];
  const named = metrics.map((metric) =>
    metric.key === 'rows' && metric.label === 'Rows' ? { ...metric, label: rows } : metric,
  );
  return { ...proposal, config: { ...proposal.config, metrics: named } };
}

function Found(props: StepProps & { readonly proposal: Proposal; readonly config: Values }) {
  const { common, connection } = useMessages();
  const { projectId, system, drafting, proposal, config } = props;
  const { change } = drafting;
  const isChanged = !isSame(proposal.config, config);
  const whole = useSourceFigures(props, config, allDays, isChanged);
  const columns = useColumns(props, proposal, config);
  const project = useRead('getProject', { project_id: projectId }).data?.data;
  const own = currencyIn(config);
  const metrics = config.metrics as readonly Metric[];
  const asked = isChanged ? asTotals(whole.isPlaceholderData ? undefined : whole.data) : (proposal.totals as Totals);
  const totals = Object.fromEntries(metrics.map((one) => [one.key, totalOf(one, columns) ?? asked[one.key] ?? null]));
  const hasAmounts = metrics.some(({ unit }) => unit === 'currency');
  const { atRows, others } = parted(proposal);
  const heading = useRef<HTMLHeadingElement>(null);
  const set = (changes: Values) => change({ config: { ...config, ...changes } });
  return (
    <div className={wizard.questions}>
      <h2 ref={heading} tabIndex={-1}>
        {connection.check.title}
      </h2>
      <Doubts proposal={proposal} doubts={others} config={config} onDecide={(next) => change({ config: next })} />
      {own !== undefined && hasAmounts && (
        <CurrencyDiffers
          projectId={projectId}
          currency={own}
          hasAmounts={proposal.project.has_amounts}
          onAdopted={() => heading.current?.focus()}
        />
      )}
      {isChanged && whole.error && <Fault error={whole.error} />}
      <Card title={connection.check.figures}>
        <p>{connection.check.figuresText}</p>
        <MetricsEditor
          all={metricsOf(proposal)}
          metrics={metrics}
          onChange={(next) => set({ metrics: next })}
          columns={columns}
          doubts={atRows}
          totals={totals}
          currency={own ?? project?.currency}
          isPending={isChanged && whole.isFetching}
        />
        {metrics.length === 0 && <Note tone="warning" text={connection.check.atLeastOne} />}
        {project && (hasAmounts || own !== undefined) && namesCurrency(system.config as Schema) && (
          <div className={wizard.narrow}>
            <CurrencyField value={own} project={project.currency} onChange={(currency) => set({ currency })} />
          </div>
        )}
        <DimensionsEditor
          all={(proposal.config.dimensions ?? []) as readonly Dimension[]}
          dimensions={(config.dimensions ?? []) as readonly Dimension[]}
          onChange={(dimensions) => set({ dimensions })}
        />
      </Card>
      <Months {...props} />
      <FirstRows proposal={proposal} />
      <Actions>
        <Button look="primary" isDisabled={metrics.length === 0} onPress={() => change({ step: 'finish' })}>
          {common.continue}
        </Button>
      </Actions>
    </div>
  );
}

type Totals = Readonly<Record<string, number | null>>;

function asTotals(figures: ReturnType<typeof useSourceFigures>['data']): Totals {
  if (!figures) return {};
  return Object.fromEntries(figures.metrics.map(({ key }, index) => [key, figures.rows[0]?.values[index] ?? null]));
}
