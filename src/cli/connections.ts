import type { Command } from 'commander';
import {
  type ConnectionRow,
  changeConnection,
  getConnection,
  insertConnection,
  listConnections,
  removeConnection,
} from '../domains/connections/connections.ts';
import { endsSoon, grantsOfProject } from '../domains/connections/oauth-grants.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import { connectionAuthorizationCommands } from './connection-authorization.ts';
import { readGiven } from './connection-files.ts';
import { connectionPreviewCommands } from './connection-preview.ts';
import { connectionProposalCommands } from './connection-proposals.ts';
import { connectionRow, printFound } from './connection-rows.ts';
import { connectionSystemCommands } from './connection-systems.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { endWithFault, print } from './output.ts';
import { filteredByProject, type OwnerFlags, projectsOf } from './project-filters.ts';

interface AddFlags {
  project: string;
  system: string;
  name: string;
  config: string;
  secret?: string;
  grant?: string;
  json?: boolean;
}

interface UpdateFlags {
  name?: string;
  config?: string;
  secret?: string;
  json?: boolean;
}

const words = {
  'secret.address': 'The secret was given for another address. Give it again with --secret, or keep the address.',
};

export function connectionCommands(program: Command, context: CommandContext): void {
  const connections = program.command('connections').description('manage the connected systems of a project');

  connections
    .command('add')
    .description('verify a source and connect it to a project')
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--system <system>', 'the kind of source, such as file')
    .requiredOption('--name <name>', 'its name in reports')
    .requiredOption('--config <file>', 'a JSON file, or - for standard input')
    .option('--secret <file>', 'a JSON file with the credentials, or - for standard input')
    .option('--grant <id>', 'the sign-in of another connection of the account, in place of --secret')
    .option('--json', 'print JSON')
    .action((flags: AddFlags) =>
      context.withInstallation(async (installation) => {
        const { verifyNewConnection } = await loadConnectors();
        const { config, secret = null } = await readGiven(flags);
        const verified = await verifyNewConnection(installation.db, installation, {
          projectId: flags.project,
          system: flags.system,
          name: flags.name,
          ...{ config, secret, grantId: flags.grant },
        });
        const added = await asOperator(
          installation.db,
          (transaction) => insertConnection(transaction, verified),
          (row) => tell('connection.add', row),
        );
        await printFound(installation.db, added, verified, Boolean(flags.json));
      }),
    );

  filteredByProject(connections.command('list').description('list the connections of a project or an account'))
    .option('--project <id>', 'those of this project')
    .option('--account <id>', 'those of this account')
    .option('--json', 'print JSON')
    .action((flags: OwnerFlags & { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const rows: ReturnType<typeof connectionRow>[] = [];
        for (const id of await projectsOf(db, 'connections list', flags)) {
          const grants = await grantsOfProject(db, id);
          const found = await listConnections(db, id);
          rows.push(...found.map((row) => connectionRow(row, grants.get(row.grant_id ?? ''))));
        }
        print(rows, Boolean(flags.json));
        if (!flags.json) for (const row of rows) warnOfEnd(row);
      }),
    );

  connections
    .command('verify')
    .description('try the source, and record its status')
    .argument('<id>', 'the connection')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const { verifyConnection } = await loadConnectors();
        const found = await verifyConnection(installation.db, installation, id);
        await printFound(installation.db, await getConnection(installation.db, id), found, Boolean(flags.json));
        if (found.status !== 'connected') endWithFault();
      }),
    );

  connections
    .command('update')
    .description('change a connection; a new configuration or secret is verified first')
    .argument('<id>', 'the connection')
    .option('--name <name>', 'its name in reports')
    .option('--config <file>', 'a JSON file, or - for standard input')
    .option('--secret <file>', 'a JSON file with the credentials, or - for standard input')
    .option('--json', 'print JSON')
    .action((id: string, flags: UpdateFlags) =>
      context.withInstallation(async (installation) => {
        const given = await readGiven(flags);
        const changes = { ...given, name: flags.name };
        if (Object.values(changes).every((change) => change === undefined)) {
          throw new OperatorError('Give what to change: --name, --config or --secret.');
        }
        const { verifyChangedConnection } = await loadConnectors();
        const changed = await inFlags(words, () => verifyChangedConnection(installation.db, installation, id, changes));
        const row = await asOperator(
          installation.db,
          (transaction) => changeConnection(transaction, changed.before, changed.row, changed.status),
          (updated) => tell('connection.update', updated),
        );
        await printFound(installation.db, row, changed, Boolean(flags.json));
        if (changed.isVerified && changed.status !== 'connected') endWithFault();
      }),
    );

  connectionAuthorizationCommands(connections, context);
  connectionSystemCommands(connections, context);
  connectionProposalCommands(connections, context);
  connectionPreviewCommands(connections, context);

  connections
    .command('remove')
    .description('remove a connection and its secret; reports made from it stay')
    .argument('<id>', 'the connection')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const removed = await asOperator(
          installation.db,
          (transaction) => removeConnection(transaction, id),
          ({ row }) => tell('connection.remove', row),
        );
        print(connectionRow(removed.row, removed.removedGrant), Boolean(flags.json));
        if (!removed.removedGrant) return;
        const { revokeGrant } = await import('../domains/authorizations/revoke-grant.ts');
        const left = await revokeGrant(installation, removed.removedGrant);
        if (left !== undefined) process.stderr.write(`Warning: ${left}\n`);
      }),
    );
}

/** They load their engines, which no other command should wait for. */
const loadConnectors = () => import('../domains/connections/verify-connection.ts');

function warnOfEnd({ id, sign_in_ends_at: ends_at }: { readonly id: string; readonly sign_in_ends_at: string | null }) {
  if (!endsSoon({ ends_at })) return;
  process.stderr.write(`Warning: the sign-in of ${id} ends at ${ends_at}; run "connections authorize ${id}".\n`);
}

function tell(action: string, { id, account_id, project_id, system, name }: ConnectionRow) {
  return { action, accountId: account_id, subject: id, details: { project_id, system, name } };
}
