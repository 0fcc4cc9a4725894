import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import {
  type AuthorizationRow,
  findAuthorization,
  insertAuthorization,
  type Outcome,
  readOutcome,
} from '../domains/authorizations/authorizations.ts';
import { authorizationLink } from '../domains/authorizations/redirect-uri.ts';
import { getConnection } from '../domains/connections/connections.ts';
import { baseUrl } from '../platform/config/config.ts';
import type { Database } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator, operator } from './audit.ts';
import { readGiven } from './connection-files.ts';
import { printFound } from './connection-rows.ts';
import type { CommandContext } from './context.ts';
import { endWithFault } from './output.ts';

interface AuthorizeFlags {
  project?: string;
  system?: string;
  name?: string;
  config?: string;
  json?: boolean;
}

const pollMs = 500;
/** An answer that came in the last moment still has to be exchanged. */
const graceMs = 30_000;

/** `connections authorize`: a link by which a person lets the service read, and what comes of it. */
export function connectionAuthorizationCommands(connections: Command, context: CommandContext): void {
  connections
    .command('authorize')
    .description('print an address where a person signs in to let the service read, and wait until they have')
    .argument('[id]', 'a connection, to sign in for it anew; without it --project, --system and --name')
    .option('--project <id>', 'the project')
    .option('--system <system>', 'the kind of source, such as google-analytics')
    .option('--name <name>', 'its name in reports')
    .option('--config <file>', 'a JSON file, or - for standard input; it can also be named afterwards')
    .option('--json', 'print JSON: a line with the address, then one with the connection')
    .action((id: string | undefined, flags: AuthorizeFlags) =>
      context.withInstallation(async (installation) => {
        const { db, config } = installation;
        const base = baseUrl(config);
        if (base === '') throw new OperatorError('Set PUBLIC_URL to the address where people reach the service.');
        const request = await requestOf(db, id, flags);
        const { token, row } = await asOperator(
          db,
          (transaction) => insertAuthorization(transaction, { ...request, madeBy: operator() }),
          ({ row }) => tell(row),
        );
        const json = Boolean(flags.json);
        printLink(authorizationLink(base, token), row, json);
        const outcome = await untilAnswered(db, row);
        if (outcome.status !== 'granted') throw new OperatorError(outcome.message);
        const found = await lookAt(installation, outcome.connection_id);
        await printFound(db, await getConnection(db, outcome.connection_id), found, json, true);
        if (found.isVerified && found.status !== 'connected') endWithFault();
      }),
    );
}

async function requestOf(db: Database, id: string | undefined, flags: AuthorizeFlags) {
  const { requestForNew, requestForStored } = await import('../domains/authorizations/begin-authorization.ts');
  const { project: projectId, system, name } = flags;
  if (id !== undefined) {
    const isNew = [projectId, system, name, flags.config].some((flag) => flag !== undefined);
    if (isNew) throw new OperatorError('Give a connection, or --project, --system and --name, not both.');
    return requestForStored(db, id);
  }
  if (projectId === undefined || system === undefined || name === undefined) {
    throw new OperatorError('Give a connection, or --project, --system and --name.');
  }
  const { config } = await readGiven(flags);
  return requestForNew(db, { projectId, system, name, config });
}

function tell({ id, account_id, project_id, connection_id, system, name, sign_in }: AuthorizationRow) {
  const details = { project_id, connection_id, system, name, sign_in };
  return { action: 'authorization.begin', accountId: account_id, subject: connection_id ?? id.slice(0, 16), details };
}

function printLink(address: string, { expires_at }: AuthorizationRow, json: boolean): void {
  const told = { address, expires_at: `${expires_at.slice(0, 19)}Z` };
  process.stdout.write(json ? `${JSON.stringify(told)}\n` : `${address}\n`);
  if (!json)
    process.stderr.write('Open this address, or send it to whoever has the figures; waiting for half an hour.\n');
}

/** What comes of a link; throws an OperatorError when nothing does. */
async function untilAnswered(db: Database, { id }: AuthorizationRow): Promise<Outcome> {
  for (;;) {
    const row = await findAuthorization(db, id);
    const outcome = row && readOutcome(row);
    if (outcome) return outcome;
    const end = row ? Date.parse(row.expires_at) + (row.taken_at === null ? 0 : graceMs) : 0;
    if (Date.now() > end) throw new OperatorError('Nobody has signed in in time; run the command again.');
    await delay(pollMs);
  }
}

/** A connection that says what it reads is tried; one that does not says how to name it. */
async function lookAt(installation: Parameters<Parameters<CommandContext['withInstallation']>[0]>[0], id: string) {
  const { status, config } = await getConnection(installation.db, id);
  if (JSON.parse(config) === null) {
    const message = `Signed in. "connections resources ${id}" lists what can be read, "connections update ${id} --config FILE" names it.`;
    return { status, message, warnings: [], isVerified: false };
  }
  const { verifyConnection } = await import('../domains/connections/verify-connection.ts');
  return { ...(await verifyConnection(installation.db, installation, id)), isVerified: true };
}
