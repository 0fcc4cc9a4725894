import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, nullable, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { knownAddOns } from '../accounts/accounts.ts';

const mostPerMinute = 10_000_000;
const mostPerDay = 100_000_000;
const name = { minLength: 1, maxLength: 200, examples: ['Northwind agency'] };
const text = (example: string) => Type.String({ maxLength: 500, examples: [example] });
const limit = (maximum: number, example: number) =>
  Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Null()], {
    description: 'Null for the default.',
    examples: [example],
  });

const accountFields = {
  id: AccountId,
  name: Type.String({ maxLength: 200, examples: ['Northwind agency'] }),
  plan: text('pro'),
  add_ons: Type.Array(text('api'), { maxItems: 100, examples: [[]] }),
  per_minute: nullable(Type.Integer({ minimum: 1 }), { description: 'Null for the default.', examples: [null] }),
  per_day: nullable(Type.Integer({ minimum: 1 }), { description: 'Null for the default.', examples: [null] }),
  allowed_networks: Type.Array(text('10.1.0.0/16'), {
    maxItems: 1_000,
    description: "The private networks that the customer's own connections may reach; a command grants them.",
    examples: [[]],
  }),
  data_roots: Type.Array(text('/srv/northwind'), {
    maxItems: 1_000,
    description: "The folders that the customer's own connections may read; a command grants them.",
    examples: [[]],
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const AdminAccount = resource(accountFields, { title: 'AdminAccount', description: 'A customer.' });

export const NewAdminAccount = resource(
  {
    ...accountFields,
    invitation_url: nullable(
      Type.String({ maxLength: 2_000, examples: ['https://reports.example.com/console/invitation/4f…'] }),
      {
        description: 'The link by which somebody becomes its owner, shown this once. Null when the answer is repeated.',
      },
    ),
    invitation_expires_at: Timestamp,
  },
  { title: 'NewAdminAccount' },
);

const changes = {
  add_ons: Type.Optional(
    Type.Array(Type.Enum([...knownAddOns], { examples: ['api'] }), { maxItems: 100, examples: [['api']] }),
  ),
  per_minute: Type.Optional(limit(mostPerMinute, 240)),
  per_day: Type.Optional(limit(mostPerDay, 8_000)),
};
const Plan = Type.String({ minLength: 1, maxLength: 100, description: 'One of `/admin/plans`.', examples: ['pro'] });

export const AdminAccountCreate = resource(
  {
    name: Type.String(name),
    plan: Plan,
    ...changes,
    owner_email: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 254 }), Type.Null()], {
        description: 'Whom to invite as its owner; without it whoever opens the link names theirs.',
        examples: ['ann@example.com'],
      }),
    ),
  },
  { title: 'AdminAccountCreate' },
);

export const AdminAccountUpdate = resource(
  { name: Type.Optional(Type.String(name)), plan: Type.Optional(Plan), ...changes },
  { title: 'AdminAccountUpdate', minProperties: 1 } as { title: string },
);

export const AdminAccountQuery = listQuery(['created_at', 'name'], {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only accounts whose name contains this.',
      examples: ['north'],
    }),
  ),
});

const most = nullable(Type.Integer({ minimum: 0 }), { description: 'Null is unlimited.', examples: [100] });

export const AdminPlan = resource(
  {
    name: text('pro'),
    api_access: Type.Boolean({ description: 'Whether it includes API access by itself.', examples: [true] }),
    max_projects: most,
    max_connections_per_project: most,
    max_generations_per_month: most,
    max_members: most,
    max_upload_bytes: most,
  },
  { title: 'AdminPlan', description: 'What accounts of a plan may have.' },
);

export const AdminPlanQuery = listQuery(['name'], {});

export const Diagnosis = resource(
  {
    is_sound: Type.Boolean({ description: 'Whether every check found nothing wrong.', examples: [true] }),
    findings: Type.Array(
      resource(
        {
          check: text('database'),
          ok: Type.Boolean({ examples: [true] }),
          message: Type.String({ description: 'What was found, or what to do.', examples: ['answers'] }),
        },
        { title: 'Finding' },
      ),
      { maxItems: 1_000 },
    ),
  },
  { title: 'Diagnosis', description: 'What the command `doctor` says of the installation.' },
);
