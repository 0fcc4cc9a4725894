import { type Static, Type } from 'typebox';
import { labelKinds } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf, TagId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { longestLabel } from './label-names.ts';
import { mostTags } from './project-labels.ts';

/** Longer than a name can be, since spaces that are left out do not count. */
const GivenName = Type.String({ minLength: 1, maxLength: 2 * longestLabel, pattern: '\\S' });
const name = Type.String({ maxLength: longestLabel, examples: ['Retail'] });

/** What narrows a list to some projects. */
export const labelFilters = {
  tag: Type.Optional(
    Type.Array(GivenName, {
      maxItems: mostTags,
      description: 'Only what belongs to projects with this tag, in any case; repeated, with all of them.',
      examples: [['Retail']],
    }),
  ),
  folder: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 2 * longestLabel },
      description: 'Only what belongs to projects in this folder, in any case.',
      examples: ['Northwind'],
    }),
  ),
};

/** What a project can be given. */
export const labelInputs = {
  tags: Type.Optional(
    Type.Array(GivenName, {
      maxItems: 5 * mostTags,
      description: `At most ${mostTags} tags of 1 to ${longestLabel} characters; they replace those it has. In any case they are the same, spelled as the account has them.`,
      examples: [['Retail', 'Monthly']],
    }),
  ),
  folder: Type.Optional(
    nullable(GivenName, {
      description: 'The folder that it is in, such as a group of clients; null for none.',
      examples: ['Northwind'],
    }),
  ),
};

/** What a project has. */
export const labelFields = {
  tags: Type.Array(name, { maxItems: mostTags, description: 'By name.', examples: [['Monthly', 'Retail']] }),
  folder: nullable(Type.String({ maxLength: longestLabel }), {
    description: 'The folder that it is in; null for none.',
    examples: ['Northwind'],
  }),
};

const kind = oneOf(labelKinds, {
  title: 'TagKind',
  description: 'A project has any number of tags and is in one folder at most.',
});

export const Tag = resource(
  {
    id: TagId,
    kind,
    name,
    projects: Type.Integer({
      minimum: 0,
      description: 'How many projects have it, archived ones too.',
      examples: [12],
    }),
    created_at: Timestamp,
  },
  { title: 'Tag', description: 'A tag of projects, or a folder that projects are in.' },
);

export const TagUpdate = resource(
  { name: Type.String({ ...GivenName, description: 'What it is called from now on.', examples: ['Shops'] }) },
  { title: 'TagUpdate' },
);
export type TagUpdate = Static<typeof TagUpdate>;

export const TagListQuery = listQuery(['name', 'projects'], {
  kind: Type.Optional(
    Type.Unsafe<(typeof labelKinds)[number]>(
      Type.Enum([...labelKinds], { description: 'Only tags, or only folders.' }),
    ),
  ),
});
