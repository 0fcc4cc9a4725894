import { Type } from 'typebox';
import { tokenRoles } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { DirectoryGroupId, nullable, oneOf, ProjectId, ScimTokenId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';

const mostProjects = 100;
const mostTags = 20;

const Role = oneOf(tokenRoles, { description: 'Never that of an owner, which owners alone give.' });
const Limit = {
  project_ids: nullable(Type.Array(ProjectId, { maxItems: mostProjects }), {
    description: 'The projects that it is limited to; null for all.',
    examples: [null],
  }),
  tags: Type.Array(Type.String({ maxLength: 50, examples: ['Retail'] }), {
    maxItems: mostTags,
    description: 'Tags by name: what has any of them is seen besides `project_ids`, which are then not null.',
    examples: [[]],
  }),
};
const SendsMail = Type.Boolean({
  description: 'Whether people whom the directory makes get an e-mail with a link to choose a password.',
  examples: [true],
});
const count = (what: string, example: number) =>
  Type.Integer({ minimum: 0, description: `How many ${what}.`, examples: [example] });

export const Directory = resource(
  {
    address: Type.String({
      maxLength: 2_000,
      description: 'Where the directory calls.',
      examples: ['https://reports.example.com/scim/v2'],
    }),
    role: Role,
    ...Limit,
    sends_mail: SendsMail,
    last_called_at: nullable(Timestamp, { description: 'To the minute; null for never.' }),
    users: count('people the directory keeps', 24),
    groups: count('groups it has sent', 3),
  },
  {
    title: 'Directory',
    description: 'What people of the directory may do who are in no group with a role, and when it called last.',
  },
);

const GivenRole = Type.Unsafe<(typeof tokenRoles)[number]>(
  Type.Enum([...tokenRoles], { description: 'A role; never that of an owner.', examples: ['editor'] }),
);
const given = {
  project_ids: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: mostProjects }), Type.Null()], {
      description: 'The projects that a viewer or editor is limited to; null for all.',
      examples: [null],
    }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: mostTags,
      description: 'Tags by name whose projects a viewer or editor sees besides.',
      examples: [['Retail']],
    }),
  ),
};

export const DirectoryUpdate = resource(
  { role: Type.Optional(GivenRole), ...given, sends_mail: Type.Optional(SendsMail) },
  { title: 'DirectoryUpdate', minProperties: 1 } as { title: string },
);

export const DirectoryGroup = resource(
  {
    id: DirectoryGroupId,
    name: Type.String({ maxLength: 200, description: 'As the directory calls it.', examples: ['Reporting team'] }),
    members: count('people are in it', 12),
    role: nullable(Role, { description: 'What its people may do; null where it gives them nothing.' }),
    ...Limit,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'DirectoryGroup', description: 'A group of the directory, and the role that it gives.' },
);

export const DirectoryGroupUpdate = resource(
  {
    role: Type.Optional(
      Type.Union([GivenRole, Type.Null()], {
        description: 'What its people may do; null gives them nothing.',
        examples: ['editor'],
      }),
    ),
    ...given,
  },
  { title: 'DirectoryGroupUpdate', minProperties: 1 } as { title: string },
);

export const DirectoryGroupListQuery = listQuery(['created_at', 'name'], {});

const token = {
  id: ScimTokenId,
  name: Type.String({ maxLength: 200, examples: ['Entra'] }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp, { description: 'To the minute.' }),
};

export const ScimToken = resource(token, {
  title: 'ScimToken',
  description: 'A token of the directory, without its secret.',
});

export const NewScimToken = resource(
  {
    ...token,
    token: nullable(Type.String({ maxLength: 100, examples: ['rs_scim_7Hq2mXv0LpTz91Bd.3k9…'] }), {
      description: 'The whole token, shown this once. Null when the answer is repeated.',
    }),
  },
  { title: 'NewScimToken' },
);

export const ScimTokenCreate = resource(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Which directory it is for.', examples: ['Entra'] }),
  },
  { title: 'ScimTokenCreate' },
);

export const ScimTokenListQuery = listQuery(['created_at'], {});
