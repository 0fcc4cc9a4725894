import { type Static, Type } from 'typebox';
import { roles } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { InvitationId, nullable, oneOf, ProjectId, Timestamp, UserId } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';

export const MemberRole = oneOf(roles, {
  title: 'Role',
  description: 'Each role may do what those before it may, and more.',
});
const email = Type.String({ maxLength: 254, examples: ['ann@example.com'] });
const mostProjects = 100;
const mostTags = 20;

const rights = {
  role: MemberRole,
  project_ids: nullable(Type.Array(ProjectId, { maxItems: mostProjects }), {
    description: 'The projects that they are limited to; null for all.',
    examples: [null],
  }),
  tags: Type.Array(Type.String({ maxLength: 50, examples: ['Retail'] }), {
    maxItems: mostTags,
    description: 'Tags by name: what has any of them is seen besides `project_ids`, which are then not null.',
    examples: [[]],
  }),
};

export const Member = resource(
  {
    id: UserId,
    email,
    name: Type.String({ maxLength: 200, examples: ['Ann Example'] }),
    ...rights,
    is_disabled: Type.Boolean({ description: 'Whether the operator lets them sign in no more.', examples: [false] }),
    directory: nullable(
      resource(
        {
          groups: Type.Array(Type.String({ maxLength: 200, examples: ['Reporting team'] }), {
            maxItems: 1_000,
            description: 'The groups that give them a role, which is not changed here then; none where none does.',
            examples: [[]],
          }),
        },
        { title: 'MemberDirectory' },
      ),
      { description: 'Of whom the directory of the company keeps; null for others.', examples: [null] },
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Member', description: 'Somebody who may do something in the account.' },
);

export const Invitation = resource(
  {
    id: InvitationId,
    email: nullable(email, { description: 'Null where whoever accepts names theirs.' }),
    ...rights,
    made_by: Type.String({ maxLength: 200, examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Invitation', description: 'A link by which somebody becomes a member, once, that nobody has used yet.' },
);

export const NewInvitationAnswer = resource(
  {
    ...Invitation.properties,
    url: nullable(Type.String({ maxLength: 2_000, examples: ['https://reports.example.com/console/invitation/4f…'] }), {
      description: 'The link, shown this once. Null when the answer is repeated.',
    }),
    is_mailed: Type.Boolean({
      description: 'Whether an e-mail with the link is on its way: there is a mail server, and an address.',
      examples: [true],
    }),
  },
  { title: 'NewInvitation' },
);

const Role = Type.Unsafe<(typeof roles)[number]>(Type.Enum([...roles], { examples: ['editor'] }));
const ProjectIds = Type.Optional(
  Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: mostProjects }), Type.Null()], {
    description:
      'The projects that a viewer or editor is limited to, which are none where `tags` alone limit them; null for all.',
    examples: [null],
  }),
);

const Tags = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: mostTags,
    description:
      'Tags of the account by name, in any case: a viewer or editor sees the projects that have any of them, as of each request, besides those of `project_ids`.',
    examples: [['Retail']],
  }),
);

export const InvitationCreate = resource(
  {
    email: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 254 }), Type.Null()], {
        description: 'Whom to invite; without it whoever opens the link names theirs.',
        examples: ['eve@example.com'],
      }),
    ),
    role: Role,
    project_ids: ProjectIds,
    tags: Tags,
  },
  { title: 'InvitationCreate' },
);

export const MemberUpdate = resource({ role: Type.Optional(Role), project_ids: ProjectIds, tags: Tags }, {
  title: 'MemberUpdate',
  minProperties: 1,
} as { title: string });
export type MemberUpdate = Static<typeof MemberUpdate>;

export const SessionsEnded = resource(
  {
    id: UserId,
    ended: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many there were.', examples: [2] }),
  },
  { title: 'SessionsEnded' },
);

export const MemberListQuery = listQuery(['created_at', 'email', 'name'], {});
export const InvitationListQuery = listQuery(['created_at'], {});
