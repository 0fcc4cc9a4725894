import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';
import { dayIn } from '../../reporting/documents/calendar.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { getBrand } from '../brands/brands.ts';
import { listConnections } from '../connections/connections.ts';
import { findRefusal } from '../generation-jobs/generation-jobs.ts';
import type { Draft } from '../generation-jobs/make-document.ts';
import { getProject } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import type { ShareRow } from '../shares/shares.ts';
import { type Choice, choiceKey, periodsOf } from './choices.ts';

/** What a page is made of as things stand now. */
export interface WantedPage {
  readonly key: string;
  readonly choice: Choice;
  readonly draft: Draft;
  /** A digest of all that the owner has set of it: what was made of something else is not shown any more. */
  readonly version: string;
  /** Whether no report could be generated now. */
  readonly isRefused: boolean;
  /** The project's calendar day. */
  readonly today: string;
}

/** Throws `not_found` without the project. `now` in epoch milliseconds. */
export async function wantedPage(
  db: Queryable,
  { account_id, project_id }: Pick<ShareRow, 'account_id' | 'project_id'>,
  choose: (timeZone: string) => Choice,
  now: number,
): Promise<WantedPage> {
  const project = await getProject(db, account_id, project_id);
  const [connections, brand, plan] = await Promise.all([
    listConnections(db, project_id),
    getBrand(db, account_id),
    getPlanOfAccount(db, account_id),
  ]);
  const { settings, name, client_name, locale, currency, time_zone } = project;
  // What systems answer changes the status of connections, and is no change by the owner.
  const read = connections.map(({ id, name, revision, config, grant_id }) => [id, name, revision, config, grant_id]);
  const version = digest([settings, name, client_name, locale, currency, time_zone, read, brand]);
  const choice = choose(time_zone);
  const today = dayIn(time_zone, new Date(now).toISOString());
  const periods = periodsOf(choice, today);
  const refusal = await findRefusal(db, project, plan);
  return {
    ...{ key: choiceKey(choice), choice, version, isRefused: refusal !== null, today },
    draft: { project, settings: JSON.parse(settings) as Settings, periods },
  };
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
