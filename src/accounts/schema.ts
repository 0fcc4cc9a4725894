import { type TSchema, Type } from 'typebox';
import { resource } from '../http/envelope.ts';
import { scopes } from './tokens.ts';

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });
const Usage = resource({
  used: Type.Integer({ minimum: 0 }),
  limit: nullable(Type.Integer({ minimum: 0 })),
});

/** The account and token summary (contract section 8). */
export const Me = resource({
  account: resource({
    id: Type.String({ examples: ['acc_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
    name: Type.String(),
    plan: Type.String(),
    add_ons: Type.Array(Type.String()),
    api_access: resource({
      enabled: Type.Boolean(),
      granted_by: Type.Union([Type.Literal('plan'), Type.Literal('add_on')]),
    }),
  }),
  token: resource({
    public_id: Type.String(),
    name: Type.String(),
    kind: Type.Union([Type.Literal('live'), Type.Literal('try_it')]),
    scopes: Type.Array(Type.Union(scopes.map((scope) => Type.Literal(scope)))),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    expires_at: nullable(Timestamp),
  }),
  limits: resource({
    minute: resource({ limit: Type.Integer(), remaining: Type.Integer(), resets_at: Timestamp }),
    day: resource({ limit: Type.Integer(), used: Type.Integer(), remaining: Type.Integer(), resets_at: Timestamp }),
  }),
  usage: resource({ projects: Usage, generations_this_month: Usage }),
});
