import type { Job } from '../../api/jobs.ts';

/** What somebody can do so that a job goes on; `again` alone where nothing is known. */
export type Repair =
  | { readonly kind: 'reconnect' | 'upload' | 'correct'; readonly connectionId: string }
  | { readonly kind: 'connect' | 'layout' | 'plan' | 'restore' };

type Outcome = NonNullable<Job['blocked']>;

/** The repair that the reason of a blocked or failed job asks for. */
export function repairOf({ reason, details }: Outcome): Repair | null {
  const { connection_id: connectionId, system, field } = details;
  if (reason === 'no_connected_systems') return { kind: 'connect' };
  if (reason === 'tariff_restricted') return { kind: 'plan' };
  if (reason === 'project_archived') return { kind: 'restore' };
  if (typeof field === 'string' && field.startsWith('settings.')) return { kind: 'layout' };
  if (typeof connectionId !== 'string') return null;
  if (reason === 'reauth_required') return { kind: 'reconnect', connectionId };
  return { kind: reason === 'resource_missing' && system === 'file' ? 'upload' : 'correct', connectionId };
}
