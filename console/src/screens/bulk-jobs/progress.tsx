import type { Data } from '../../api/client.ts';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { Badge, type Tone } from '../../components/states.tsx';
import type { Messages } from '../../messages/catalog.ts';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './bulk-jobs.module.css';

type BulkJob = Data<'getBulkJob'>;
export type ItemState = Data<'listBulkItems'>['items'][number]['state'];

export const itemStates = ['failed', 'started', 'waiting', 'done', 'stopped'] as const;
export const tones: Readonly<Record<ItemState, Tone>> = {
  ...{ failed: 'bad', started: 'accent', waiting: 'plain', done: 'good', stopped: 'warning' },
};

/** What an action is called; its own word for one that came with a newer version. */
export function nameOfAction({ actions }: Messages['bulk'], action: string): string {
  return (actions as Readonly<Record<string, string>>)[action] ?? action;
}

/** How far a bulk job is, with how many items are in which state. */
export function BulkProgress({
  job: { state, total, counts },
}: {
  readonly job: Pick<BulkJob, 'state' | 'total' | 'counts'>;
}) {
  const { bulk } = useMessages();
  const format = useFormat();
  const over = total - counts.waiting - counts.started;
  return (
    <div className={styles.progress}>
      {state === 'running' && (
        <>
          <ProgressBar label={bulk.states.running} value={total === 0 ? undefined : over / total} />
          <span>{bulk.progress(format.number(over), format.number(total))}</span>
        </>
      )}
      <span className={styles.counts}>
        {itemStates
          .filter((each) => counts[each] > 0)
          .map((each) => (
            <Badge key={each} tone={tones[each]}>
              {bulk.items[each]}: {format.number(counts[each])}
            </Badge>
          ))}
      </span>
    </div>
  );
}
