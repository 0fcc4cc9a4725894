import { Type } from 'typebox';
import { sessionFactors } from '../../platform/database/words.ts';
import { scopes } from '../../platform/http/caller.ts';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, nullable, oneOf, ProjectId, SessionId, Timestamp, UserId } from '../../platform/http/fields.ts';
import { MemberRole as Role } from '../members/schema.ts';
import { planUsage } from '../usage/schema.ts';

const Email = Type.String({ maxLength: 254, examples: ['ann@example.com'] });
const Name = Type.String({ maxLength: 200, examples: ['Ann Example'] });

const User = resource(
  {
    id: UserId,
    email: Email,
    name: Name,
    is_operator: Type.Boolean({ description: 'Whether they are an operator of the installation.', examples: [false] }),
    has_password: Type.Boolean({
      description: 'False for whoever came by a link and has not chosen one yet.',
      examples: [true],
    }),
    has_passkey: Type.Boolean({ description: 'Whether they can sign in by a passkey.', examples: [true] }),
    has_one_time_codes: Type.Boolean({ description: 'Whether an app shows them one-time codes.', examples: [false] }),
  },
  { title: 'SessionUser' },
);

const OwnSession = resource(
  {
    id: SessionId,
    signed_in_at: Timestamp,
    step_up_until: Timestamp,
    expires_at: Timestamp,
    is_by_sso: Type.Boolean({ description: 'Whether it began by single sign-on.', examples: [false] }),
    factor: nullable(oneOf(sessionFactors), {
      description: 'What you proved besides a password, or in its place; null for a password or a link alone.',
      examples: ['passkey'],
    }),
  },
  {
    title: 'OwnSession',
    description:
      'Until `step_up_until` it may do what needs a sign-in within ten minutes. At `expires_at` it ends, by the times of the account, however much it is used.',
  },
);

const OwnToken = resource(
  {
    public_id: Type.String({ maxLength: 40, examples: ['rs_manage_7Hq2mXv0LpTz91Bd'] }),
    name: Type.String({ maxLength: 200, examples: ['Nightly set-up'] }),
    expires_at: nullable(Timestamp),
  },
  { title: 'OwnToken' },
);

const limit = nullable(Type.Integer({ minimum: 0, description: 'Null where the plan has no limit.', examples: [100] }));

const SessionPlan = resource(
  {
    name: Type.String({ maxLength: 100, examples: ['pro'] }),
    max_projects: limit,
    max_connections_per_project: limit,
    max_generations_per_month: limit,
    max_members: limit,
    max_watches: limit,
  },
  { title: 'SessionPlan' },
);

const account = { id: AccountId, name: Type.String({ maxLength: 200, examples: ['Northwind agency'] }) };

export const Session = resource(
  {
    user: nullable(User, { description: 'Null for a token.' }),
    session: nullable(OwnSession, { description: 'Null for a token.' }),
    token: nullable(OwnToken, { description: 'Null for a person.', examples: [null] }),
    account: nullable(resource(account, { title: 'SessionAccount' }), {
      description: 'The account that all other operations are about. Null for whoever is a member of none.',
    }),
    role: nullable(Role),
    second_factor_required: Type.Boolean({
      description:
        'Whether the account requires a second factor that this session lacks: all about it is refused until one is set up.',
      examples: [false],
    }),
    is_looking_in: Type.Boolean({
      description: 'Whether an operator reads in an account that they are no member of.',
      examples: [false],
    }),
    is_network_allowed: Type.Boolean({
      description:
        'False where the account lets its people in from other networks alone: all that is not about the person then answers 403 `network_not_allowed`.',
      examples: [true],
    }),
    scopes: Type.Array(oneOf(scopes), {
      maxItems: scopes.length,
      uniqueItems: true,
      description: 'What the role amounts to in scopes of the public API.',
      examples: [[...scopes]],
    }),
    project_ids: nullable(Type.Array(ProjectId, { maxItems: 100 }), {
      description: 'The projects that the membership is limited to; null for all.',
      examples: [null],
    }),
    tags: Type.Array(Type.String({ maxLength: 50, examples: ['Retail'] }), {
      maxItems: 20,
      description: 'The tags whose projects it is limited to as well, by name.',
      examples: [[]],
    }),
    accounts: Type.Array(
      resource({ ...account, role: Role }, { title: 'OwnAccount', description: 'One to switch to.' }),
      { maxItems: 10_000, description: 'All accounts of the person, by name; for a token its own.' },
    ),
    plan: nullable(SessionPlan),
    usage: nullable(resource(planUsage), {
      description: 'Null for members limited to projects, and where `is_network_allowed` is false.',
    }),
  },
  { title: 'Session', description: 'Who calls, for which account, and what they may do there.' },
);

export const SignIn = resource(
  {
    email: Type.String({ minLength: 1, maxLength: 1_000, examples: ['ann@example.com'] }),
    password: Type.String({ minLength: 1, maxLength: 1_000, examples: ['seven green bicycles sing'] }),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'For whoever has a second factor: the code that their app shows, or a recovery code.',
        examples: ['492039'],
      }),
    ),
  },
  { title: 'SignIn' },
);

export const ProfileUpdate = resource(
  { name: Type.String({ minLength: 1, maxLength: 200, examples: ['Ann Example'] }) },
  { title: 'ProfileUpdate' },
);

export const PasswordChange = resource(
  {
    current: nullable(Type.String({ maxLength: 1_000, examples: ['seven green bicycles sing'] }), {
      description: 'The password so far; null for whoever has none yet.',
    }),
    password: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'The new one, of 12 characters or more.',
      examples: ['nine red tractors hum'],
    }),
  },
  { title: 'PasswordChange' },
);

export const SwitchAccount = resource({ account_id: AccountId }, { title: 'SwitchAccount' });

export const SignedOut = resource(
  {
    id: SessionId,
    provider_url: nullable(
      Type.String({ maxLength: 2_000, examples: ['https://reports.example.com/sso/sign-out?ticket=djEu…'] }),
      {
        description:
          'Of a session that began by single sign-on: to be opened in the same browser within ten minutes, once. It leads on to where the provider ends its own session, if it has such a page. Null for others.',
        examples: [null],
      },
    ),
  },
  { title: 'SignedOut', description: 'The session that has ended.' },
);
