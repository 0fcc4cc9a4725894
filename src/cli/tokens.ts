import type { Command } from 'commander';
import { createToken, listTokens, revokeToken, type Token } from '../domains/accounts/tokens.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { scopes } from '../platform/http/caller.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, duration, print } from './output.ts';

interface CreateFlags {
  account: string;
  name: string;
  scopes: string[];
  kind: string;
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
    .requiredOption('--scopes <scopes>', `separated by commas: ${scopes.join(', ')}`, collect)
    .option('--kind <kind>', 'live, or try_it for the interactive documentation (24 hours at most)', 'live')
    .option(
      '--expires-in <duration>',
      'such as 30s, 15m, 12h or 90d; without it a live token does not expire',
      duration('--expires-in'),
    )
    .option('--json', 'print JSON')
    .action((flags: CreateFlags) =>
      context.withInstallation(async ({ db }) => {
        const { kind, name } = flags;
        if (kind !== 'live' && kind !== 'try_it')
          throw new OperatorError(`--kind takes live or try_it, not "${kind}".`);
        const expiresInMs = flags.expiresIn ?? null;
        const created = await asOperator(
          db,
          (transaction) => createToken(transaction, flags.account, { name, kind, scopes: flags.scopes, expiresInMs }),
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

function tell(action: string, { publicId, accountId, name, kind, scopes: granted }: Token) {
  return { action, accountId, subject: publicId, details: { name, kind, scopes: granted } };
}

function toRow(token: Token) {
  return {
    public_id: token.publicId,
    account_id: token.accountId,
    name: token.name,
    kind: token.kind,
    scopes: token.scopes,
    created_at: toTimestamp(token.createdAt),
    last_used_at: toTimestamp(token.lastUsedAt),
    expires_at: toTimestamp(token.expiresAt),
    revoked_at: toTimestamp(token.revokedAt),
  };
}
