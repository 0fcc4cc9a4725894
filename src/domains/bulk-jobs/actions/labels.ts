import { type Static, Type } from 'typebox';
import { fieldFault } from '../../../platform/faults.ts';
import { resource } from '../../../platform/http/envelope.ts';
import { readLabelName } from '../../labels/label-names.ts';
import { holdLabels } from '../../labels/labels.ts';
import { changedTags } from '../../labels/project-labels.ts';
import { labelInputs } from '../../labels/schema.ts';
import { lockProject, updateProject } from '../../projects/projects.ts';
import { type BulkAction, placed, projectOf } from '../bulk-action.ts';

const placeOf = (field: string) => `action.${field}`;

const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
      ...{ minItems: 1, maxItems: 20, description, examples: [['Retail']] },
    }),
  );
const TagParameters = resource(
  { type: Type.Literal('tag'), add: names('Tags to give to each.'), remove: names('Tags to take away, in any case.') },
  {
    title: 'BulkTag',
    description: 'Gives tags to each project, or takes some away, or both.',
    examples: [{ type: 'tag', add: ['Retail'] }],
  },
);

/** Gives tags to each project, and takes some away. */
export const tagAction: BulkAction<Omit<Static<typeof TagParameters>, 'type'>> = {
  action: 'tag',
  access: { role: 'editor' },
  parameters: TagParameters,
  check({ add, remove }) {
    if (!add && !remove) throw fieldFault('action.add', 'required', 'Name tags to add, or to remove.');
    placed(() => add?.map((name) => readLabelName('add', name)), placeOf);
  },
  async runItem(transaction, { accountId, parameters }, item) {
    const subject = projectOf(item);
    await holdLabels(transaction, accountId);
    const project = await lockProject(transaction, accountId, subject);
    await updateProject(transaction, accountId, subject, { tags: await changedTags(transaction, project, parameters) });
    return { recorded: [{ action: 'project.update', subject, details: { fields: ['tags'] } }] };
  },
};

const FolderParameters = resource(
  { type: Type.Literal('folder'), folder: labelInputs.folder },
  {
    title: 'BulkFolder',
    description: 'Puts each project into a folder; out of the one that it is in with null.',
    examples: [{ type: 'folder', folder: 'Northwind' }],
  },
);

/** Puts each project into a folder, or out of it. */
export const folderAction: BulkAction<Omit<Static<typeof FolderParameters>, 'type'>> = {
  action: 'folder',
  access: { role: 'editor' },
  parameters: FolderParameters,
  check({ folder }) {
    if (folder === undefined) throw fieldFault('action.folder', 'required', 'Name a folder, or null for none.');
    placed(() => folder === null || readLabelName('folder', folder), placeOf);
  },
  async runItem(transaction, { accountId, parameters: { folder } }, item) {
    const subject = projectOf(item);
    await updateProject(transaction, accountId, subject, { folder: folder ?? null });
    return { recorded: [{ action: 'project.update', subject, details: { fields: ['folder'] } }] };
  },
};
