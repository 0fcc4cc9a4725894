import { type TSchema, Type } from 'typebox';
import { connectionMakers, connectionStatuses } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  type Documentation,
  GrantId,
  nullable,
  oneOf,
  ProjectId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';

/** An object whose fields another schema has: that of a system. */
const open = (documentation: Documentation) =>
  Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { maxProperties: 500, ...documentation });

const System = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The kind of data system, as `GET /systems` lists them.',
  examples: ['file'],
});
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What it is called in reports.',
  examples: ['US flights'],
});
const Config = open({
  description: 'What it reads and how, by the schema of its system. It never holds a secret.',
  examples: [{ path: 'flights.csv', date: 'day', metrics: [], dimensions: [] }],
});
const Secret = open({
  description: 'The credentials, by the schema of the system. They are sealed, and never shown again.',
  examples: [{ token: 'a token of the system' }],
});
const Status = oneOf(connectionStatuses, {
  description: 'Anything but `connected` blocks generations until it is resolved.',
});
const Text = (description: string, example: string) => Type.String({ description, examples: [example] });

const connection = {
  id: ConnectionId,
  project_id: ProjectId,
  system: System,
  name: Name,
  status: Status,
  has_secret: Type.Boolean({ description: 'Whether credentials are stored for it.', examples: [false] }),
  grant_id: nullable(GrantId, { description: 'The sign-in that it reads with, in place of a secret.' }),
  sign_in_ends_at: nullable(Timestamp, { description: 'Where the vendor says when: sign in again before.' }),
  made_by: oneOf(connectionMakers, {
    description: 'What the operator made may reach all that the installation allows, what a customer made less.',
  }),
  checked_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const ConnectionSummary = resource(connection, {
  title: 'ConnectionSummary',
  description: 'A connection as lists show it.',
});

export const ManagedConnection = resource(
  {
    ...connection,
    config: nullable(Config, { description: 'Null for viewers, and until somebody names what it reads.' }),
  },
  { title: 'ManagedConnection', description: 'A connected data system, never with its secret.' },
);

const Warning = resource(
  {
    code: Text('For programs.', 'values_left_out'),
    path: Text('The place in the configuration.', 'metrics.0.sql'),
    message: Text('What reports would say wrongly, and what to do about it.', 'The metric leaves out 2 values.'),
  },
  { title: 'ConnectionWarning' },
);

const verification = resource(
  {
    answers: Type.Boolean({
      description: 'Whether the system answered as the configuration needs it.',
      examples: [true],
    }),
    message: Text('What it said.', 'The system answers.'),
    warnings: Type.Array(Warning, { maxItems: 1_000, examples: [[]] }),
  },
  { title: 'ConnectionVerification' },
);

export const VerifiedConnection = resource(
  {
    ...ManagedConnection.properties,
    verification: nullable(verification, { description: 'Null where nothing was tried.' }),
  },
  { title: 'VerifiedConnection', description: 'A connection with what its system said just now.' },
);

const given = {
  secret: Type.Optional(nullable(Secret)),
  grant_id: Type.Optional(nullable(GrantId, { description: 'A sign-in of the account, in place of a secret.' })),
};

export const ConnectionCreate = resource(
  { system: System, name: Name, config: Config, ...given },
  { title: 'ConnectionCreate' },
);

export const ConnectionUpdate = resource(
  {
    name: Type.Optional(Name),
    config: Type.Optional(Config),
    secret: Type.Optional(
      nullable(Secret, {
        description: 'New credentials, in place of a sign-in too; null where the system needs none.',
      }),
    ),
  },
  { title: 'ConnectionUpdate' },
);

const filters = {
  system: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this kind of system.' })),
  status: Type.Optional(Type.Enum([...connectionStatuses], { description: 'Only those in this status.' })),
};

export const ConnectionListQuery = listQuery(['created_at', 'updated_at', 'name'], filters);

const Day = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] });

export const FiguresQuestion = resource(
  {
    from: Day("The first day, in the project's time zone.", '2026-01-01'),
    to: Day('The last day; it counts.', '2026-01-31'),
    by: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 200 }), {
        description: '`day`, `week`, `month` or the key of a dimension; without it the whole period.',
        examples: ['week'],
      }),
    ),
  },
  { title: 'FiguresQuestion' },
);

const figuresRow = resource(
  {
    key: nullable(Type.String(), {
      description: 'The group; null for the whole, and for a missing value.',
      examples: ['2026-01-05'],
    }),
    values: Type.Array(nullable(Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })), {
      maxItems: 200,
      description: 'One for each of `metrics`, in their order.',
      examples: [[42]],
    }),
  },
  { title: 'FiguresRow' },
);

export const Figures = resource(
  {
    from: Day('The first day.', '2026-01-01'),
    to: Day('The last day.', '2026-01-31'),
    by: nullable(Type.String(), { examples: ['week'] }),
    metrics: Type.Array(
      resource(
        {
          key: Text('Its key.', 'flights'),
          label: Text('For people.', 'Flights'),
          unit: Text('What it counts.', 'count'),
        },
        { title: 'FiguresMetric' },
      ),
      { maxItems: 200 },
    ),
    rows: Type.Array(figuresRow, { maxItems: 5_000 }),
    notices: Type.Array(open({ description: 'What the system said about the figures.' }), {
      maxItems: 100,
      examples: [[]],
    }),
    left_out: Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 0 }), {
      maxProperties: 200,
      description: 'How many values that cannot be read each metric leaves out, by its key.',
      examples: [{}],
    }),
  },
  { title: 'ConnectionFigures', description: 'The figures of a period, at most 1,000 groups.' },
);

export const SourceQuestion = resource(
  { system: System, config: Type.Optional(nullable(Config)), ...given },
  { title: 'SourceQuestion', description: 'A source that is not stored; `config` has what names it.' },
);

const texts = (description: string, value: TSchema, example: object) =>
  Type.Record(Type.String({ maxLength: 200 }), value, { maxProperties: 2_000, description, examples: [example] });

export const Proposal = resource(
  {
    config: Config,
    rows: Type.Array(open({ description: 'A row as the source has it.', examples: [{ day: '2026-01-01', n: 1 }] }), {
      maxItems: 100,
    }),
    types: texts('How each column is read.', Type.Unknown(), { day: 'date' }),
    totals: texts('The value of each proposed metric over the whole source.', Type.Unknown(), { n: 1 }),
    doubts: Type.Array(
      resource(
        { column: Text('', 'day'), code: Text('', 'day_or_month_first'), message: Text('', 'The day may come first.') },
        { title: 'Doubt', description: 'What can be read in more than one way.' },
      ),
      { maxItems: 2_000, examples: [[]] },
    ),
  },
  { title: 'ConnectionProposal', description: 'A configuration made from a look at the source, and what it saw.' },
);

export const Resources = resource(
  {
    resources: Type.Array(
      resource(
        {
          label: Text('For people.', 'Northwind web shop'),
          config: open({
            description: 'The part of the configuration that names it.',
            examples: [{ property: '123456' }],
          }),
        },
        { title: 'SystemResource' },
      ),
      { maxItems: 100_000 },
    ),
  },
  { title: 'SystemResources', description: 'What a credential can see, such as sites, accounts or tables.' },
);

const offered = { key: Text('', 'sessions'), label: Text('', 'Sessions') };

export const Catalog = resource(
  {
    metrics: Type.Array(
      resource(
        {
          ...offered,
          unit: Text('', 'count'),
          better: oneOf(['up', 'down', 'none']),
          additive: Type.Boolean({ examples: [true] }),
        },
        { title: 'OfferedMetric' },
      ),
      { maxItems: 10_000 },
    ),
    dimensions: Type.Array(resource(offered, { title: 'OfferedDimension' }), { maxItems: 10_000 }),
  },
  { title: 'ConnectionCatalog', description: 'The metrics and dimensions that it can ask for.' },
);

export const CatalogQuery = Type.Object(
  {
    locale: Type.Optional(
      Type.String({ maxLength: 64, description: "The language of labels, such as `de`; the project's by default." }),
    ),
  },
  { additionalProperties: false },
);

export const Systems = resource(
  {
    systems: Type.Array(
      resource(
        {
          system: System,
          config: open({ description: 'The JSON Schema of its configuration.', examples: [{ type: 'object' }] }),
          secret: nullable(
            open({ description: 'That of its secret; null where it takes none.', examples: [{ type: 'object' }] }),
          ),
          sign_in: nullable(Type.String(), {
            description: 'The vendor by which people sign in; null where they do not.',
            examples: ['google'],
          }),
          proposes: Type.Boolean({
            description: 'Whether it makes a configuration from a look at the source.',
            examples: [true],
          }),
          lists_resources: Type.Boolean({
            description: 'Whether it lists what a credential can see.',
            examples: [false],
          }),
        },
        { title: 'System' },
      ),
      { maxItems: 1_000 },
    ),
  },
  { title: 'Systems', description: 'What can be connected.' },
);

export const RemovedConnection = resource(
  {
    ...ConnectionSummary.properties,
    left_to_do: nullable(Type.String(), {
      description: 'What a person still has to do at the vendor, when its sign-in could not be withdrawn there.',
      examples: [null],
    }),
  },
  { title: 'RemovedConnection' },
);

const grant = {
  id: GrantId,
  vendor: Text('Who was signed in to.', 'google'),
  scopes: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100, examples: [['analytics.readonly']] }),
  connection_ids: Type.Array(ConnectionId, { maxItems: 10_000, description: 'The connections that read with it.' }),
  ends_at: nullable(Timestamp, { description: 'Null where the vendor does not say.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Grant = resource(grant, {
  title: 'Grant',
  description: 'What a person granted by signing in at a vendor; never its tokens.',
});

export const RevokedGrant = resource(
  { ...grant, left_to_do: RemovedConnection.properties.left_to_do },
  { title: 'RevokedGrant' },
);

export const GrantListQuery = listQuery(['created_at', 'updated_at'], {});
