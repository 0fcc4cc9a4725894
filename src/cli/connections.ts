import type { Command } from 'commander';
import {
  type ConnectionRow,
  changeConnection,
  getAccountOfProject,
  getConnection,
  insertConnection,
  listConnections,
  removeConnection,
} from '../domains/connections/connections.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import type { ConfigWarning } from '../reporting/connectors/contract.ts';
import { asOperator } from './audit.ts';
import { readGiven } from './connection-files.ts';
import { connectionPreviewCommands } from './connection-preview.ts';
import { connectionProposalCommands } from './connection-proposals.ts';
import { connectionSystemCommands } from './connection-systems.ts';
import type { CommandContext } from './context.ts';
import { endWithFault, print, visible } from './output.ts';

interface AddFlags {
  project: string;
  system: string;
  name: string;
  config: string;
  secret?: string;
  json?: boolean;
}

interface UpdateFlags {
  name?: string;
  config?: string;
  secret?: string;
  json?: boolean;
}

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
    .option('--json', 'print JSON')
    .action((flags: AddFlags) =>
      context.withInstallation(async (installation) => {
        const { verifyNewConnection } = await loadConnectors();
        const { config, secret = null } = await readGiven(flags);
        const verified = await verifyNewConnection(installation.db, installation, {
          projectId: flags.project,
          system: flags.system,
          name: flags.name,
          ...{ config, secret },
        });
        const added = await asOperator(
          installation.db,
          (transaction) => insertConnection(transaction, verified),
          (row) => tell('connection.add', row),
        );
        printFound(added, verified, Boolean(flags.json));
      }),
    );

  connections
    .command('list')
    .description('list the connections of a project')
    .requiredOption('--project <id>', 'the project')
    .option('--json', 'print JSON')
    .action((flags: { project: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        await getAccountOfProject(db, flags.project);
        print((await listConnections(db, flags.project)).map(toRow), Boolean(flags.json));
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
        printFound(await getConnection(installation.db, id), found, Boolean(flags.json));
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
        const changed = await verifyChangedConnection(installation.db, installation, id, changes);
        const row = await asOperator(
          installation.db,
          (transaction) => changeConnection(transaction, changed.before, changed.row, changed.status),
          (updated) => tell('connection.update', updated),
        );
        printFound(row, changed, Boolean(flags.json));
        if (changed.isVerified && changed.status !== 'connected') endWithFault();
      }),
    );

  connectionSystemCommands(connections, context);
  connectionProposalCommands(connections, context);
  connectionPreviewCommands(connections, context);

  connections
    .command('remove')
    .description('remove a connection and its secret; reports made from it stay')
    .argument('<id>', 'the connection')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const removed = await asOperator(
          db,
          (transaction) => removeConnection(transaction, id),
          (row) => tell('connection.remove', row),
        );
        print(toRow(removed), Boolean(flags.json));
      }),
    );
}

/** They load their engines, which no other command should wait for. */
const loadConnectors = () => import('../domains/connections/verify-connection.ts');

interface Found {
  readonly message: string;
  readonly warnings: readonly ConfigWarning[];
}

/** A connection with its system's answer. People see the warnings next to it, programs inside it. */
function printFound(row: ConnectionRow, { message, warnings }: Found, json: boolean): void {
  const told = { ...toRow(row), message };
  print(json ? { ...told, warnings: warnings.map((warning) => ({ ...warning })) } : told, json);
  if (json) return;
  for (const { path, message } of warnings) process.stderr.write(`Warning (${path}): ${visible(message)}\n`);
}

function tell(action: string, { id, account_id, project_id, system, name }: ConnectionRow) {
  return { action, accountId: account_id, subject: id, details: { project_id, system, name } };
}

/** Without configuration and secret. */
function toRow(row: ConnectionRow) {
  return {
    id: row.id,
    project_id: row.project_id,
    system: row.system,
    name: row.name,
    status: row.status,
    checked_at: toTimestamp(row.checked_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
