import { Type } from 'typebox';
import { tokenKinds, tokenRoles } from '../../platform/database/words.ts';
import { scopes } from '../../platform/http/caller.ts';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf, Timestamp, TokenId } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';

const name = (example: string) => Type.String({ maxLength: 200, examples: [example] });

const tokenFields = {
  public_id: TokenId,
  name: name('Reporting pipeline'),
  kind: oneOf(tokenKinds, {
    description: '`live` and `try_it` are for the public API, `manage` for this one.',
    examples: ['live'],
  }),
  scopes: Type.Array(oneOf(scopes), { maxItems: scopes.length, uniqueItems: true, examples: [['reports:read']] }),
  role: nullable(oneOf(tokenRoles), { description: 'Of a token of kind `manage`; null for others.', examples: [null] }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp, { description: 'To the minute.' }),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp, { examples: [null] }),
};

export const AccountToken = resource(tokenFields, {
  title: 'AccountToken',
  description: 'A token, without its secret.',
});

export const NewAccountToken = resource(
  {
    ...tokenFields,
    token: nullable(Type.String({ maxLength: 100, examples: ['rs_live_7Hq2mXv0LpTz91Bd.3k9…'] }), {
      description: 'The whole token, shown this once. Null when the answer is repeated.',
    }),
  },
  { title: 'NewAccountToken' },
);

const words = <const Words extends readonly string[]>(list: Words, description: string, example: Words[number]) =>
  Type.Unsafe<Words[number]>(Type.Enum([...list], { description, examples: [example] }));

export const TokenCreate = resource(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What it is for.',
      examples: ['Reporting pipeline'],
    }),
    kind: words(tokenKinds, '`manage` takes a role, the others take scopes.', 'live'),
    scopes: Type.Optional(
      Type.Array(words(scopes, 'What it may do.', 'reports:read'), {
        maxItems: scopes.length,
        examples: [['reports:read']],
      }),
    ),
    role: Type.Optional(words(tokenRoles, 'Of a token of kind `manage`.', 'editor')),
    expires_in_days: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()], {
        description: 'Without it the token does not expire; one of kind `try_it` does after a day.',
        examples: [90],
      }),
    ),
  },
  { title: 'TokenCreate', examples: [{ name: 'Reporting pipeline', kind: 'live', scopes: ['reports:read'] }] },
);

export const TokenListQuery = listQuery(['created_at'], {});
