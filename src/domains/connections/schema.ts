import { Type } from 'typebox';
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
import { labelFilters } from '../labels/schema.ts';

/** An object whose fields another schema has: that of a system. */
export const open = (documentation: Documentation) =>
  Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { maxProperties: 500, ...documentation });

export const System = Type.String({
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
export const Config = open({
  description: 'What it reads and how, by the schema of its system. It never holds a secret.',
  examples: [
    {
      ...{ path: 'flights.csv', date: 'day', dimensions: [] },
      metrics: [{ key: 'n', label: 'Flights', sql: 'count(*)', unit: 'count', better: 'up', additive: true }],
    },
  ],
});
const Secret = open({
  description: 'The credentials, by the schema of the system. They are sealed, and never shown again.',
  examples: [{ token: 'a token of the system' }],
});
const Status = oneOf(connectionStatuses, {
  description: 'Anything but `connected` blocks generations until it is resolved.',
});
export const Text = (description: string, example: string) => Type.String({ description, examples: [example] });

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

export const given = {
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

const sorts = ['created_at', 'updated_at', 'name'] as const;
export const ConnectionListQuery = listQuery(sorts, filters);
export const AllConnectionsQuery = listQuery(sorts, { ...filters, ...labelFilters });

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
