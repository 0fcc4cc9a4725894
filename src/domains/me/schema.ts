import { Type } from 'typebox';
import { apiTokenKinds } from '../../platform/database/words.ts';
import { scopes } from '../../platform/http/caller.ts';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, nullable, oneOf, Timestamp } from '../../platform/http/fields.ts';

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const Usage = resource(
  {
    used: count('How many count now.', 12),
    limit: nullable(Type.Integer({ minimum: 0, description: 'Null where the plan has no limit.', examples: [100] })),
  },
  { title: 'Usage', description: 'How much of what the plan allows is used.' },
);

const Account = resource(
  {
    id: AccountId,
    name: Type.String({ maxLength: 200, examples: ['Northwind agency'] }),
    plan: Type.String({ maxLength: 100, examples: ['pro'] }),
    add_ons: Type.Array(Type.String({ maxLength: 100, examples: ['api'] }), { maxItems: 100, examples: [[]] }),
    api_access: resource({
      enabled: Type.Boolean({ examples: [true] }),
      granted_by: oneOf(['plan', 'add_on'], { description: 'What gives the account API access.' }),
    }),
  },
  { title: 'Account' },
);

const Token = resource(
  {
    public_id: Type.String({
      pattern: '^rs_(live|try)_[0-9A-Za-z]{16}$',
      maxLength: 24,
      description: 'The part of the token before the dot. It is no secret.',
      examples: ['rs_live_7Hq2mXv0LpTz91Bd'],
    }),
    name: Type.String({ maxLength: 200, examples: ['Reporting pipeline'] }),
    kind: oneOf(apiTokenKinds, { description: '`try_it` tokens serve this reference and live at most 24 hours.' }),
    scopes: Type.Array(oneOf(scopes), { maxItems: scopes.length, uniqueItems: true, examples: [[...scopes]] }),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    expires_at: nullable(Timestamp),
  },
  { title: 'Token', description: 'The token that this request was made with.' },
);

export const Limits = resource(
  {
    minute: resource({
      limit: count('Requests in any 60 seconds.', 120),
      remaining: count('Left now, after this request.', 119),
      resets_at: Timestamp,
    }),
    day: resource({
      limit: count('Requests a UTC day.', 4000),
      used: count('Counted today, with this request.', 1),
      remaining: count('Left today.', 3999),
      resets_at: Timestamp,
    }),
  },
  { title: 'Limits', description: 'The request limits, shared by all tokens of the account.' },
);

/** The account and token summary (C-ME-1 to C-ME-4). */
export const Me = resource(
  {
    account: Account,
    token: Token,
    limits: Limits,
    usage: resource({ projects: Usage, generations_this_month: Usage }),
  },
  { title: 'Me', description: 'The account and the token of the caller.' },
);
