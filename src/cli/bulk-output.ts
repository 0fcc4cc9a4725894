import { bulkActions } from '../domains/bulk-jobs/actions.ts';
import type { BulkJobRow } from '../domains/bulk-jobs/bulk-items.ts';
import { countItemsOf, listBulkItems } from '../domains/bulk-jobs/bulk-jobs.ts';
import type { Installation } from '../installation/open-installation.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import type { Caller } from '../platform/http/caller.ts';
import { endWithFault, print, type Row, visible } from './output.ts';

/** The actions of an installation. */
export function actionsOf({ db, objects, vault, vaultKeys, config }: Installation) {
  const mailing = { hasMail: config.mail !== null, mailDomains: config.mailDomains };
  return bulkActions({ db, objects, vault, linkKey: vaultKeys[0], mailing });
}

/** The operator sees all of an account. */
export function seerOf(id: string): Pick<Caller, 'account' | 'projectIds' | 'actor'> {
  const account = { id, name: '', addOns: [], perMinute: null, perDay: null };
  return { account, projectIds: null, actor: '' };
}

/** A bulk job with how far it is. */
export async function rowOf(db: Queryable, job: BulkJobRow): Promise<Row> {
  return toRow(job, await countItemsOf(db, { projectIds: null }, job.id));
}

/** The same with what is known of its items. */
export function toRow({ id, action, actor, created_at }: BulkJobRow, counts: Readonly<Record<string, number>>): Row {
  const { waiting = 0, started = 0 } = counts;
  const state = waiting + started > 0 ? 'running' : 'ended';
  return { id, action, state, ...counts, asked_by: actor, created_at: toTimestamp(created_at) };
}

/** Prints how a bulk job went, and what failed; ends with exit code 1 where something has. */
export async function printBulkJob(db: Queryable, job: BulkJobRow, json: boolean): Promise<void> {
  const row = await rowOf(db, job);
  const page = { page: 1, per_page: job.total, direction: 'asc' } as const;
  const { items } = await listBulkItems(db, seerOf(job.account_id), job.id, { ...page, state: 'failed' });
  const faults = items.map(({ project_id, label, fault, outcome }) => {
    const { reason = '', message = '', action = null } = JSON.parse(fault ?? outcome ?? '{}');
    return { project_id, label, reason, message, action } as Row;
  });
  print(json ? { ...row, faults } : row, json);
  if (!json) for (const fault of faults) process.stdout.write(`${sentence(fault)}\n`);
  if (faults.length > 0) endWithFault();
}

function sentence({ project_id, label, message, action }: Row): string {
  return visible(
    `${label}${project_id === null ? '' : ` (${project_id})`}: ${message}${action === null ? '' : ` ${action}`}`,
  );
}
