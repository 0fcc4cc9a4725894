import type { Data } from '../../api/client.ts';
import type { Messages } from '../../messages/catalog.ts';
import { whyStopped } from '../reports/stopped.ts';

type Fault = NonNullable<Data<'listBulkItems'>['items'][number]['fault']>;

/** Why an item has failed, in the reader's words; what the service says of a request itself is shown as it is. */
export function whyFailed(
  { reason, message, details }: Fault,
  { bulk, common, reports }: Messages,
  number: (value: number) => string,
): { readonly text: string; readonly where: string | null } {
  const { faults } = common;
  const own = (bulk.reasons as Readonly<Record<string, string>>)[reason];
  if (own !== undefined) return { text: own, where: null };
  if (reason in reports.jobs.reasons) return whyStopped({ reason, details }, reports.jobs, number);
  if (reason === 'insufficient_role') return { text: faults.forbidden, where: null };
  if (reason === 'plan_limit_reached') return { text: `${faults.planLimit} ${message}`, where: null };
  return { text: message, where: null };
}
