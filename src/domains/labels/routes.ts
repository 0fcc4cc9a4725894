import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { type CountedLabel, listLabels, lockLabel, removeLabel, renameLabel } from './labels.ts';
import { Tag, TagListQuery, TagUpdate } from './schema.ts';

const tag = 'Tags';
const ofTag = Type.Object({ tag_id: Type.String({ description: 'The id of the tag or folder.' }) });
const access = { role: 'editor', wholeAccount: true } as const;

/** The tags and folders of an account's projects, which projects make by having them. */
export function labelRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  listOperation(
    app,
    context,
    {
      path: '/tags',
      operationId: 'listTags',
      tag,
      summary: 'List tags and folders',
      description:
        'Each with the number of projects that the caller sees with it. Members limited to projects see those alone that their projects have.',
      access: { role: 'viewer' },
      query: TagListQuery,
      data: Tag,
    },
    async ({ caller, query }) => {
      const all = (await listLabels(db, caller)).filter(({ kind }) => (query.kind ?? kind) === kind);
      const key = ({ folded, kind, projects }: CountedLabel) =>
        query.sort === 'name' ? `${folded} ${kind}` : String(projects).padStart(9, '0');
      const { items, total } = sliceOf(all, query, key);
      return { items: items.map(toTag), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'PATCH',
      path: '/tags/:tag_id',
      operationId: 'updateTag',
      tag,
      summary: 'Rename a tag or folder',
      description: 'In all projects at once; members limited to it stay limited to it.',
      access,
      kind: 'tag.update',
      params: ofTag,
      body: TagUpdate,
      status: 200,
      data: Tag,
      errors: ['not_found'],
    },
    async (transaction, { caller, params, body }) => {
      const before = await lockLabel(transaction, caller.account.id, params.tag_id);
      const { id } = await renameLabel(transaction, before, body.name);
      const renamed = (await listLabels(transaction, caller)).find((label) => label.id === id) as CountedLabel;
      return { data: toTag(renamed), recorded: { details: { name: renamed.name, former_name: before.name } } };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/tags/:tag_id',
      operationId: 'removeTag',
      tag,
      summary: 'Remove a tag or folder',
      description: 'Its projects stay, without it. Members limited to it stay limited, and see nothing by it any more.',
      access,
      kind: 'tag.remove',
      params: ofTag,
      data: Tag,
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const label = await lockLabel(transaction, caller.account.id, params.tag_id);
      const counted = (await listLabels(transaction, caller)).find(({ id }) => id === label.id) as CountedLabel;
      await removeLabel(transaction, label);
      const details = { name: label.name, kind: label.kind, projects: counted.projects };
      return { data: toTag(counted), subject: label.id, details };
    },
  );
}

function toTag({ id, kind, name, projects, created_at }: CountedLabel) {
  return { id, kind, name, projects, created_at: toTimestamp(created_at) };
}
