import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { AuthorizationId, ConnectionId, nullable, oneOf, ProjectId, Timestamp } from '../../platform/http/fields.ts';
import { ConnectionCreate } from '../connections/schema.ts';
import { failureReasons } from './authorizations.ts';

const authorization = {
  id: AuthorizationId,
  project_id: ProjectId,
  connection_id: nullable(ConnectionId, {
    description: 'The connection that has the sign-in; null until there is one.',
  }),
  system: ConnectionCreate.properties.system,
  name: ConnectionCreate.properties.name,
  status: oneOf(['waiting', 'granted', 'denied', 'incomplete', 'failed', 'expired'], {
    description: '`incomplete`: not everything was allowed that reports need.',
  }),
  message: nullable(Type.String(), { description: 'Why nothing was connected.', examples: [null] }),
  reason: nullable(oneOf(failureReasons, { description: 'The same for programs, of one that failed.' }), {
    description: 'Null for what a vendor answered in its own words, and for all that did not fail.',
    examples: [null],
  }),
  created_at: Timestamp,
  expires_at: Timestamp,
};

export const Authorization = resource(authorization, {
  title: 'Authorization',
  description: 'A link by which a person signs in at a vendor, and what came of it.',
});

export const NewAuthorization = resource(
  {
    ...authorization,
    url: nullable(Type.String({ maxLength: 3_000 }), {
      description: 'Where the person signs in; shown only once. Open it, or send it to whoever has the figures.',
      examples: ['https://reports.example.com/oauth/connect/6Yt0…'],
    }),
  },
  { title: 'NewAuthorization' },
);

const { system, name, config } = ConnectionCreate.properties;

export const AuthorizationCreate = resource(
  {
    system,
    name,
    config: Type.Optional(nullable(config, { description: 'Null where the resource is named afterwards.' })),
  },
  { title: 'AuthorizationCreate' },
);
