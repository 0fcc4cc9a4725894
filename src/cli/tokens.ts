import type { Command } from 'commander';
import {
  createToken,
  listTokens,
  revokeToken,
  type Token,
  type TokenKind,
  toldOfToken,
} from '../domains/accounts/tokens.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { tokenKinds, tokenRoles } from '../platform/database/words.ts';
import { scopes } from '../platform/http/caller.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, duration, oneOf, print } from './output.ts';

interface CreateFlags {
  account: string;
  name: string;
  scopes?: string[];
  role?: string;
  kind: TokenKind;
  expiresIn?: number;
  json?: boolean;
}

export function tokenCommands(program: Command, context: CommandContext): void {
  const tokens = program.command('tokens').description('manage access tokens');

  tokens
    .command('create')
    .description('create a token; it is shown only this once')
    .requiredOption('--account <id>', 'the account it belongs to')
    .requiredOption('--name <name>', 'what it is for')
    .option('--scopes <scopes>', `separated by commas: ${scopes.join(', ')}`, collect)
    .option(
      '--kind <kind>',
      'live, try_it for the interactive documentation (24 hours at most), or manage for the management API',
      oneOf('--kind', tokenKinds),
      'live' as const,
    )
    .option('--role <role>', `of a token of kind manage, in place of --scopes: ${tokenRoles.join(', ')}`)
    .option(
      '--expires-in <duration>',
      'such as 30s, 15m, 12h or 90d; without it a live token does not expire',
      duration('--expires-in'),
    )
    .option('--json', 'print JSON')
    .action((flags: CreateFlags) =>
      context.withInstallation(async ({ db }) => {
        const { kind, name, role, scopes = [], expiresIn: expiresInMs = null } = flags;
        const created = await asOperator(
          db,
          (transaction) => createToken(transaction, flags.account, { name, kind, scopes, role, expiresInMs }),
          ({ record }) => tell('token.create', record),
        );
        print({ token: created.token, ...toRow(created.record) }, Boolean(flags.json));
      }),
    );

  tokens
    .command('list')
    .description('list the tokens of an account, without their secrets')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        print((await listTokens(db, flags.account)).map(toRow), Boolean(flags.json));
      }),
    );

  tokens
    .command('revoke')
    .description('revoke a token; this takes effect at once, in every process')
    .argument('<public-id>', 'the part of the token before the dot')
    .option('--json', 'print JSON')
    .action((publicId: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const revoked = await asOperator(
          db,
          (transaction) => revokeToken(transaction, publicId),
          (token) => tell('token.revoke', token),
        );
        print(toRow(revoked), Boolean(flags.json));
      }),
    );
}

function tell(action: string, token: Token) {
  return { action, accountId: token.accountId, subject: token.publicId, details: toldOfToken(token) };
}

function toRow(token: Token) {
  return {
    public_id: token.publicId,
    account_id: token.accountId,
    name: token.name,
    kind: token.kind,
    scopes: token.scopes,
    role: token.role,
    created_at: toTimestamp(token.createdAt),
    last_used_at: toTimestamp(token.lastUsedAt),
    expires_at: toTimestamp(token.expiresAt),
    revoked_at: toTimestamp(token.revokedAt),
  };
}
