import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { nullable } from '../../platform/http/fields.ts';
import { idleMs, longestMs } from '../users/sessions.ts';

const mostNetworks = 100;
const minuteMs = 60_000;

const secondFactor =
  'Whether people of the account need a second factor: a passkey, or a one-time code. Whoever has none yet can only set one up. Tokens are not asked for one.';
const networks =
  'The networks (CIDR) that people of the account may come from; empty for everywhere. From elsewhere its operations answer 403 `network_not_allowed`, while those about the person, and other accounts of theirs, stay open. The address is that of the connection, or as `TRUST_PROXY` of the installation lets proxies name it. Tokens, and operators who look in, are not touched by it.';
const idle =
  'After how many minutes without a request a session in this account ends. Null for the 12 hours of the service.';
const longest =
  'After how many minutes a session in this account ends, however much it is used. Null for the 14 days of the service.';

const Network = Type.String({ minLength: 1, maxLength: 50, examples: ['203.0.113.0/24'] });
const Idle = Type.Integer({ minimum: 5, maximum: idleMs / minuteMs, examples: [60] });
const Longest = Type.Integer({ minimum: 15, maximum: longestMs / minuteMs, examples: [720] });

export const Security = resource(
  {
    require_second_factor: Type.Boolean({ description: secondFactor, examples: [false] }),
    allowed_networks: Type.Array(Network, {
      maxItems: mostNetworks,
      description: networks,
      examples: [['203.0.113.0/24']],
    }),
    session_idle_minutes: nullable(Idle, { description: idle, examples: [60] }),
    session_longest_minutes: nullable(Longest, { description: longest, examples: [720] }),
  },
  { title: 'Security', description: 'What an account asks of the people who work in it.' },
);

export const SecurityUpdate = resource(
  {
    require_second_factor: Type.Optional(Type.Boolean({ description: secondFactor, examples: [true] })),
    allowed_networks: Type.Optional(
      Type.Array(Network, {
        maxItems: mostNetworks,
        description: `${networks} A list without the address that you call from is refused.`,
        examples: [['203.0.113.0/24']],
      }),
    ),
    session_idle_minutes: Type.Optional(Type.Union([Idle, Type.Null()], { description: idle, examples: [60] })),
    session_longest_minutes: Type.Optional(
      Type.Union([Longest, Type.Null()], { description: longest, examples: [720] }),
    ),
  },
  { title: 'SecurityUpdate', minProperties: 1 } as { title: string },
);
export type SecurityUpdate = Static<typeof SecurityUpdate>;
