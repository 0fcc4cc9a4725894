import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { tagIdsOfProject } from '../labels/project-labels.ts';
import { listMembers, type Member } from '../members/members.ts';

/** Throws a fault of `people` for somebody who is no member, or does not see the project; null is all projects. */
export async function checkPeople(
  db: Queryable,
  accountId: string,
  projectId: string | null,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  const members = await listMembers(db, accountId);
  const tagIds = projectId === null ? [] : await tagIdsOfProject(db, projectId);
  const unable = people.find((id) => {
    const member = members.find(({ userId }) => userId === id);
    return !member || (projectId !== null && !seesProject(member, projectId, tagIds));
  });
  if (unable === undefined) return;
  const who = projectId === null ? 'member of the account' : 'member of the account who sees the project';
  throw fieldFault('people', 'member', `${unable} is no ${who}.`);
}

/** Whether a member sees a project, which has these tags, as of now. */
export function seesProject(
  { isDisabled, projectIds, tagIds }: Member,
  projectId: string,
  tags: readonly string[],
): boolean {
  if (isDisabled) return false;
  return projectIds === null || projectIds.includes(projectId) || tagIds.some((id) => tags.includes(id));
}
