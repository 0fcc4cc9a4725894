import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, nullable, oneOf, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { signIns } from '../../reporting/connectors/hosted/sign-in/sign-ins.ts';
import { knownAddOns } from '../accounts/accounts.ts';
import { mostKeepMonths } from '../accounts/plans.ts';

const mostPerMinute = 10_000_000;
const mostPerDay = 100_000_000;
const mostDomains = 1_000;
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
  sso_domains: Type.Array(text('example.com'), {
    maxItems: mostDomains,
    description: 'Domains of e-mail addresses whose people may sign in by the own provider of the account.',
    examples: [['example.com']],
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
  {
    ...{ name: Type.Optional(Type.String(name)), plan: Type.Optional(Plan), ...changes },
    sso_domains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253, examples: ['example.com'] }), {
        maxItems: mostDomains,
        description: 'A domain belongs to one account: where another one has it, take it away there first.',
        examples: [['example.com']],
      }),
    ),
  },
  { title: 'AdminAccountUpdate', minProperties: 1 } as { title: string },
);

export const AdminAccountQuery = listQuery(['created_at', 'name'], {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only accounts whose name, or a domain of whose single sign-on, contains this.',
      examples: ['north'],
    }),
  ),
});

const leastKept = 'The least months that an account keeps its reports; null for none.';
const most = nullable(Type.Integer({ minimum: 0 }), { description: 'Null is unlimited.', examples: [100] });
const apiAccess = Type.Boolean({ description: 'Whether it includes API access by itself.', examples: [true] });

export const AdminPlan = resource(
  {
    name: text('pro'),
    api_access: apiAccess,
    max_projects: most,
    max_connections_per_project: most,
    max_generations_per_month: most,
    max_members: most,
    max_watches: most,
    max_upload_bytes: most,
    min_keep_reports_months: nullable(Type.Integer({ minimum: 1 }), { description: leastKept, examples: [12] }),
    accounts: Type.Integer({ minimum: 0, description: 'How many accounts have it.', examples: [3] }),
  },
  { title: 'AdminPlan', description: 'What accounts of a plan may have.' },
);

const bound = (maximum: number, example: number) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum }), Type.Null()], {
      description: 'Null is unlimited.',
      examples: [example],
    }),
  );
const mostCounted = 1_000_000_000;
const planName = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'A letter or digit, then letters, digits, spaces and `. _ + -`.',
  examples: ['team'],
});
const planBounds = {
  api_access: Type.Optional(apiAccess),
  max_projects: bound(mostCounted, 30),
  max_connections_per_project: bound(mostCounted, 10),
  max_generations_per_month: bound(mostCounted, 500),
  max_members: bound(mostCounted, 10),
  max_watches: bound(mostCounted, 1_000),
  max_upload_bytes: bound(1_000_000_000_000_000, 1_000_000_000),
  min_keep_reports_months: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: mostKeepMonths }), Type.Null()], {
      description: `${leastKept} Accounts that keep theirs for less keep them for this long from then on.`,
      examples: [12],
    }),
  ),
};

export const AdminPlanCreate = resource({ name: planName, ...planBounds }, { title: 'AdminPlanCreate' });

export const AdminPlanUpdate = resource({ name: Type.Optional(planName), ...planBounds }, {
  title: 'AdminPlanUpdate',
  minProperties: 1,
} as { title: string });

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

const vendor = Type.Enum([...signIns], {
  description: 'At which people sign in to let the service read their figures.',
  examples: ['google'],
});
const secretText = (example: string, description: string) =>
  Type.String({ minLength: 1, maxLength: 1_000, description, examples: [example] });

export const OAuthClient = resource(
  {
    vendor: oneOf(signIns, { description: 'At which people sign in.', examples: ['google'] }),
    client_id: nullable(Type.String({ maxLength: 1_000 }), {
      description: 'As the vendor shows it; null where no client is set.',
      examples: ['1234.apps.googleusercontent.com'],
    }),
    has_developer_token: Type.Boolean({
      description: 'Whether there is one, of Google Ads or Microsoft Advertising.',
      examples: [false],
    }),
    redirect_uri: nullable(Type.String({ maxLength: 2_000 }), {
      description: 'What the vendor has to know, to the last letter; null until `PUBLIC_URL` is set.',
      examples: ['https://reports.example.com/oauth/callback'],
    }),
    created_at: nullable(Timestamp),
    updated_at: nullable(Timestamp),
  },
  { title: 'OAuthClient', description: "The operator's client at a vendor, without its secrets." },
);

export const OAuthClientSet = resource(
  {
    vendor,
    client_id: secretText('1234.apps.googleusercontent.com', 'As the vendor shows it.'),
    client_secret: secretText('GOCSPX-…', 'Sealed at once, and never shown again.'),
    developer_token: Type.Optional(
      Type.Union([secretText('Xk…', 'Of Google Ads; the one before stays without it.'), Type.Null()], {
        examples: [null],
      }),
    ),
  },
  { title: 'OAuthClientSet' },
);

export const OAuthClientQuery = listQuery(['vendor'], {});
