import type { Data } from '../../api/client.ts';
import { type Rights, rightsBody } from './RightsFields.tsx';

export type DirectoryData = Data<'getDirectory'>;
export type DirectoryGroup = Data<'getDirectoryGroup'>;
type GivenRole = DirectoryData['role'];

/** What a directory may give: never the role of an owner. */
export const givenRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly GivenRole[];

/** What is being decided; the role is `none` where a group gives nothing. */
export interface DraftRights extends Omit<Rights, 'role'> {
  readonly role: GivenRole | 'none';
}

/** What a directory, or a group of it, gives. */
export type Given = Pick<DirectoryGroup, 'role' | 'project_ids' | 'tags'>;

/** As it is while nothing has been decided anew. */
export function draftOf({ role, project_ids, tags }: Given): DraftRights {
  return { role: role ?? 'none', projectIds: project_ids, tags };
}

/** As operations take it. */
export function givenBody({ role, ...limit }: DraftRights) {
  if (role === 'none') return { role: null };
  const body = rightsBody({ role, ...limit });
  return { ...body, role };
}
