import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { countDirectory } from './counts.ts';
import { changeDirectory, type Directory as DirectoryRecord, readDirectory } from './directories.ts';
import { applyRights } from './group-rights.ts';
import { changeGroup, getManagedGroup, listManagedGroups, type ManagedGroup } from './managed-groups.ts';
import { Directory, DirectoryGroup, DirectoryGroupListQuery, DirectoryGroupUpdate, DirectoryUpdate } from './schema.ts';
import { lastCall } from './scim-tokens.ts';

export const tag = 'Directory';
export const read = { role: 'owner', peopleOnly: true } as const;
export const write = { role: 'owner', stepUp: true, peopleOnly: true } as const;

/** What an account decides about its directory, and about the groups of it. `address` is where directories call. */
export function directoryRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { address }: { readonly address: string },
): void {
  const { db } = context;
  const one = { tag, data: Directory, hasRevision: true } as const;
  const show = async (queryable: Queryable, accountId: string, directory: DirectoryRecord) => {
    const shown = {
      address,
      role: directory.rights.role,
      project_ids: directory.rights.projectIds,
      tags: directory.tags,
      sends_mail: directory.sendsMail,
      last_called_at: toTimestamp(await lastCall(queryable, accountId)),
      ...(await countDirectory(queryable, accountId)),
    };
    return revised(shown, directory.revision);
  };

  readOperation(
    app,
    context,
    {
      ...one,
      path: '/directory',
      operationId: 'getDirectory',
      summary: 'Read what the directory is for',
      description: 'Where the directory of a company calls by SCIM 2.0, and what its people may do.',
      access: read,
    },
    async ({ caller: { account } }) => show(db, account.id, await readDirectory(db, account.id)),
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/directory',
      operationId: 'updateDirectory',
      summary: 'Decide what people of the directory may do',
      description:
        'It holds at once for all whom the directory gave their role and who are in no group with one. The sessions end of those for whom it changes something.',
      access: write,
      kind: 'directory.update',
      body: DirectoryUpdate,
      status: 200,
    },
    async (transaction, { caller: { account }, body, checkRevision }) => {
      const { project_ids: projectIds, sends_mail: sendsMail, ...more } = body;
      const changes = { ...more, projectIds, sendsMail };
      const directory = await changeDirectory(transaction, account.id, changes, checkRevision);
      const roles = await applyRights(transaction, account.id, null);
      const { role } = directory.rights;
      const details = { role, tags: directory.tags, sends_mail: directory.sendsMail, changed: roles.length };
      return { data: await show(transaction, account.id, directory), recorded: { subject: account.id, details } };
    },
  );

  groupRoutes(app, context);
}

function groupRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const one = {
    tag,
    data: DirectoryGroup,
    hasRevision: true,
    params: Type.Object({ directory_group_id: Type.String() }),
    errors: ['not_found'],
  } as const;

  listOperation(
    app,
    context,
    {
      path: '/directory/groups',
      operationId: 'listDirectoryGroups',
      tag,
      summary: 'List the groups of the directory',
      description: 'Those that the directory has sent, with the role that each gives.',
      access: read,
      query: DirectoryGroupListQuery,
      data: DirectoryGroup,
    },
    async ({ caller, query }) => {
      const all = (await listManagedGroups(db, caller.account.id)).map(toGroup);
      return sliceOf(all, query, (group) => `${group[query.sort].toLowerCase()} ${group.id}`);
    },
  );

  readOperation(
    app,
    context,
    {
      ...one,
      path: '/directory/groups/:directory_group_id',
      operationId: 'getDirectoryGroup',
      summary: 'Read a group of the directory',
      access: read,
    },
    async ({ caller, params }) => toGroup(await getManagedGroup(db, caller.account.id, params.directory_group_id)),
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/directory/groups/:directory_group_id',
      operationId: 'updateDirectoryGroup',
      summary: 'Decide what a group of the directory gives',
      description:
        'It holds at once for all who are in the group; of several groups the highest role counts, and no group makes an owner. The sessions end of those for whom it changes something.',
      access: write,
      kind: 'directory.map_group',
      body: DirectoryGroupUpdate,
      status: 200,
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const { project_ids: projectIds, ...more } = body;
      const id = params.directory_group_id;
      const changes = { ...more, projectIds };
      const { group, roles } = await changeGroup(transaction, caller.account.id, id, changes, checkRevision);
      const data = toGroup(group);
      const { name, role, project_ids, tags } = data;
      return { data, recorded: { details: { group: name, role, project_ids, tags, changed: roles.length } } };
    },
  );
}

function toGroup({ row, members, rights, tags }: ManagedGroup) {
  const shown = {
    id: row.id,
    name: row.display_name,
    members,
    role: rights?.role ?? null,
    project_ids: rights?.projectIds ?? null,
    tags,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}
