import { Button } from '../../../components/Button.tsx';
import { Actions, Card } from '../../../components/Page.tsx';
import { Fault, Loading } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { CurrencyDiffers } from '../Currency.tsx';
import { daysBefore } from '../periods.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { useSourceFigures } from './figures.ts';
import type { StepProps } from './source.ts';

/** The figures of the last days, for systems that say themselves what they measure. */
export function Sampled(props: StepProps) {
  const { common, connection } = useMessages();
  const { projectId, drafting } = props;
  const { draft, change } = drafting;
  const period = daysBefore(30);
  const read = useSourceFigures(props, draft.naming, period, !draft.hasSecret || drafting.secret !== null);
  const currency = read.data?.metrics.find((metric) => metric.currency !== null)?.currency ?? null;
  return (
    <Card title={connection.check.lastDays}>
      {read.error && <Fault error={read.error} title={connection.finish.refused} onRetry={() => void read.refetch()} />}
      {!read.error && !read.data && <Loading lines={4} />}
      {currency !== null && <CurrencyDiffers {...{ projectId, currency }} />}
      {read.data && (
        <FiguresTable
          label={connection.check.lastDays}
          first={connection.check.total}
          figures={read.data}
          rowLabel={() => connection.check.lastDays}
        />
      )}
      <Actions>
        <Button look="primary" isDisabled={!read.data} onPress={() => change({ step: 'finish', config: draft.naming })}>
          {common.continue}
        </Button>
      </Actions>
    </Card>
  );
}
