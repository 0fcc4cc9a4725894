import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { getAccountOfProject } from '../domains/connections/connections.ts';
import { findProjectIds } from '../domains/projects/project-lists.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';

/** Flags that narrow a list to some projects. */
export interface FilterFlags {
  tag?: string[] | undefined;
  folder?: string | undefined;
}

export interface OwnerFlags extends FilterFlags {
  project?: string | undefined;
  account?: string | undefined;
}

/** Adds the flags to a command. */
export function filteredByProject(command: Command): Command {
  return command
    .option('--tag <name>', 'only of projects with this tag; given again, with all of them', collectNames)
    .option('--folder <name>', 'only of projects in this folder');
}

/** Names that are given one by one, since they may have commas. */
export function collectNames(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** The account as one who sees all of its projects; throws `not_found`. */
export async function wholeAccount(db: Queryable, id: string) {
  await getAccount(db, id);
  return { account: { id }, projectIds: null };
}

/** The projects that flags name: one, or those of an account that the filter finds. */
export async function projectsOf(
  db: Queryable,
  command: string,
  { project, account, tag, folder }: OwnerFlags,
): Promise<readonly string[]> {
  if ((project === undefined) === (account === undefined)) {
    throw new OperatorError(`${command} takes either --project or --account.`);
  }
  if (project !== undefined && (tag || folder !== undefined)) {
    throw new OperatorError(`${command} takes --tag and --folder with --account.`);
  }
  if (project === undefined) return findProjectIds(db, await wholeAccount(db, account ?? ''), { tag, folder });
  await getAccountOfProject(db, project);
  return [project];
}
