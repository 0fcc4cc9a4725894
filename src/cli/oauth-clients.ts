import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Argument, type Command } from 'commander';
import { redirectUriOf } from '../domains/authorizations/redirect-uri.ts';
import {
  checkDeveloperToken,
  listOAuthClients,
  type OAuthClient,
  type OAuthClientRow,
  openOAuthClient,
  removeOAuthClient,
  setOAuthClient,
} from '../domains/connections/oauth-clients.ts';
import type { Installation } from '../installation/open-installation.ts';
import { baseUrl } from '../platform/config/config.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { type SignIn, signIns } from '../reporting/connectors/hosted/sign-in/sign-ins.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { oneOf, print } from './output.ts';

const words = { client_id: '--client-id', client_secret: '--secret', developer_token: '--developer-token' };

interface SetFlags {
  clientId: string;
  secret: string;
  developerToken?: string;
  json?: boolean;
}

/** `oauth-clients`: the operator's own client at each vendor that people sign in with. */
export function oauthClientCommands(program: Command, context: CommandContext): void {
  const clients = program
    .command('oauth-clients')
    .description('manage the clients by which people sign in at a vendor to let the service read their figures');

  clients
    .command('set')
    .description('store the client that is registered with a vendor, in the place of one before')
    .addArgument(vendorArgument())
    .requiredOption(
      '--client-id <id>',
      'its id, as the vendor shows it; of Snowflake with the account before it: ACCOUNT/ID',
    )
    .requiredOption('--secret <file>', 'a file with its secret, or - for standard input')
    .option(
      '--developer-token <file>',
      'of Google Ads or Microsoft Advertising: a file with the token, or -; without it the one before stays',
    )
    .option('--json', 'print JSON')
    .action((signIn: SignIn, flags: SetFlags) =>
      context.withInstallation(async (installation) => {
        if (flags.developerToken !== undefined) await inFlags(words, () => checkDeveloperToken(signIn));
        const client = await readClient(flags);
        const { db, vault } = installation;
        const row = await inFlags(words, () =>
          asOperator(
            db,
            (transaction) => setOAuthClient(transaction, vault, signIn, client),
            ({ client_id }) => tell('oauth_client.set', signIn, client_id),
          ),
        );
        print(toRow(installation, row), Boolean(flags.json));
      }),
    );

  clients
    .command('list')
    .description('list the clients, without their secrets, with the redirect address that vendors have to know')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const rows = await listOAuthClients(installation.db);
        print(
          rows.map((row) => toRow(installation, row)),
          Boolean(flags.json),
        );
      }),
    );

  clients
    .command('remove')
    .description('remove a client; connections that were signed in with it wait for the next one')
    .addArgument(vendorArgument())
    .option('--json', 'print JSON')
    .action((signIn: SignIn, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const removed = await asOperator(
          installation.db,
          (transaction) => removeOAuthClient(transaction, signIn),
          ({ client_id }) => tell('oauth_client.remove', signIn, client_id),
        );
        print(toRow(installation, removed), Boolean(flags.json));
      }),
    );
}

function vendorArgument(): Argument {
  return new Argument('<vendor>', signIns.join(', ')).argParser(oneOf('oauth-clients', signIns));
}

async function readClient(flags: SetFlags): Promise<OAuthClient> {
  const { clientId, secret, developerToken } = flags;
  if (secret === '-' && developerToken === '-') {
    throw new OperatorError('Standard input can hold only one of --secret and --developer-token.');
  }
  return {
    client_id: clientId.trim(),
    client_secret: await readSecret('--secret', secret),
    developer_token: developerToken === undefined ? null : await readSecret('--developer-token', developerToken),
  };
}

async function readSecret(flag: string, file: string): Promise<string> {
  const content = file === '-' ? await text(process.stdin) : await readText(flag, file);
  return content.replace(/^\uFEFF/, '').trim();
}

async function readText(flag: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${flag} ${file} cannot be read: ${error.code}.`);
  });
}

function tell(action: string, signIn: SignIn, clientId: string) {
  return { action, accountId: null, subject: signIn, details: { client_id: clientId } };
}

/** Without the secrets. */
function toRow({ vault, config }: Installation, row: OAuthClientRow) {
  const base = baseUrl(config);
  return {
    vendor: row.sign_in,
    client_id: row.client_id,
    developer_token: openOAuthClient(vault, row).developer_token !== null,
    redirect_uri: base === '' ? null : redirectUriOf(base),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
