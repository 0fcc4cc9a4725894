import type { Data } from '../../api/client.ts';
import { repairOf } from '../reports/repairs.ts';

type Overview = Data<'getOverview'>;
type DueConnection = Overview['connections'][number];
type BlockedJob = Overview['blocked_jobs'][number];
type FailedDelivery = Overview['failed_deliveries'][number];
type StoppedWebhook = Overview['webhooks'][number];

/** Something that somebody has to do, once, however many jobs, e-mails or messages it concerns. */
export type Attention =
  | { readonly kind: 'connection'; readonly id: string; readonly connection: DueConnection; readonly waiting: number }
  | { readonly kind: 'approval'; readonly id: string; readonly waiting: Overview['waiting_reports'][number] }
  | { readonly kind: 'job'; readonly id: string; readonly job: BlockedJob; readonly times: number }
  | { readonly kind: 'delivery'; readonly id: string; readonly delivery: FailedDelivery; readonly times: number }
  | { readonly kind: 'deletion'; readonly id: string; readonly from: string }
  | { readonly kind: 'webhook'; readonly id: string; readonly webhook: StoppedWebhook };

/** What needs somebody: reports that they may release, connections with the jobs that wait for them, other jobs by their reason, e-mails by recipient. */
export function attentionOf({
  connections,
  blocked_jobs,
  failed_deliveries,
  waiting_reports,
  webhooks,
  retention,
}: Overview): Attention[] {
  const due = new Set(connections.map(({ id }) => id));
  const others = blocked_jobs.filter((job) => !due.has(connectionOf(job) ?? ''));
  const jobs = Object.values(Object.groupBy(others, (job) => `${job.project_id} ${reasonOf(job)}`));
  const mails = Object.values(
    Object.groupBy(failed_deliveries, ({ schedule_id, recipient }) => `${schedule_id} ${recipient}`),
  );
  return [
    ...waiting_reports
      .filter(({ may_decide }) => may_decide)
      .map((waiting) => ({ kind: 'approval' as const, id: waiting.run_id, waiting })),
    ...connections.map((connection) => ({
      kind: 'connection' as const,
      id: connection.id,
      connection,
      waiting: blocked_jobs.filter((job) => connectionOf(job) === connection.id).length,
    })),
    ...jobs.flatMap((same) => {
      const [job] = same ?? [];
      return job && same ? [{ kind: 'job' as const, id: job.id, job, times: same.length }] : [];
    }),
    ...mails.flatMap((same) => {
      const [delivery] = same ?? [];
      if (!delivery || !same) return [];
      const id = `${delivery.schedule_id} ${delivery.recipient} ${delivery.failed_at}`;
      return [{ kind: 'delivery' as const, id, delivery, times: same.length }];
    }),
    ...(retention ? [{ kind: 'deletion' as const, id: `deletion ${retention.from}`, from: retention.from }] : []),
    ...webhooks.map((webhook) => ({ kind: 'webhook' as const, id: `${webhook.id} ${webhook.since}`, webhook })),
  ];
}

function connectionOf({ blocked }: BlockedJob): string | undefined {
  const repair = blocked && repairOf(blocked);
  return repair && 'connectionId' in repair ? repair.connectionId : undefined;
}

function reasonOf(job: BlockedJob): string {
  return `${job.blocked?.reason} ${connectionOf(job) ?? ''}`;
}

const dismissedAs = 'dismissed';
/** The overview has fewer e-mails than that. */
const mostDismissed = 100;

/** The ids of what somebody has dismissed in this browser. */
export function readDismissed(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(dismissedAs) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

export function dismiss(id: string): readonly string[] {
  const dismissed = [...readDismissed(), id].slice(-mostDismissed);
  localStorage.setItem(dismissedAs, JSON.stringify(dismissed));
  return dismissed;
}
