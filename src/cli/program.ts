import { Command, CommanderError } from 'commander';
import { isDatabaseUnavailable } from '../platform/database/engine.ts';
import { OperatorError, ServiceError } from '../platform/errors.ts';
import { isS3Fault, s3FaultText, WrongStore } from '../platform/storage/object-store.ts';
import { accountCommands } from './accounts.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { bulkCommands } from './bulk.ts';
import { chatChannelCommands } from './chat-channels.ts';
import { connectionCommands } from './connections.ts';
import type { CommandContext, Role } from './context.ts';
import { deliveryCommands } from './deliveries.ts';
import { sentenceOf } from './fault-sentences.ts';
import { loadtestCommand } from './loadtest.ts';
import { memberCommands } from './members.ts';
import { migrateCommand } from './migrate.ts';
import { oauthClientCommands } from './oauth-clients.ts';
import { endWithFault, print } from './output.ts';
import { planCommands } from './plans.ts';
import { portfolioCommand } from './portfolio.ts';
import { projectCommands } from './projects.ts';
import { reportCommands } from './reports.ts';
import { scheduleCommands } from './schedules.ts';
import { sessionCommands } from './sessions.ts';
import { setupCommand } from './setup.ts';
import { shareCommands } from './shares.ts';
import { singleSignOnCommands } from './single-sign-on.ts';
import { templateCommands } from './templates.ts';
import { tokenCommands } from './tokens.ts';
import { uploadCommands } from './uploads.ts';
import { userCommands } from './users.ts';
import { vaultCommands } from './vault.ts';
import { incidentCommands, watchCommands } from './watches.ts';
import { webhookCommands } from './webhooks.ts';

const roles: readonly Role[] = ['all', 'api', 'worker'];

/** All commands. Errors go to stderr and end with exit code 1. */
export function createProgram(context: CommandContext, version: string): Command {
  const program = new Command('report-service')
    .description('Self-hosted, API-first reporting.')
    .version(version)
    .showHelpAfterError('(add --help for its options)')
    .exitOverride();

  program
    .command('serve')
    .description('serve the API and run the jobs')
    .option('--role <role>', 'all, api or worker', 'all')
    .action((flags: { role: string }) => {
      const role = roles.find((known) => known === flags.role);
      if (!role) throw new OperatorError(`--role takes all, api or worker, not "${flags.role}".`);
      return context.serve(role);
    });

  migrateCommand(program, context);

  program
    .command('demo')
    .description('make a report from real data, from an empty folder to the files')
    .option('--keep', 'leave the service running')
    .action((flags: { keep?: boolean }) => context.demo({ keep: Boolean(flags.keep) }));

  setupCommand(program, context);
  loadtestCommand(program);
  accountCommands(program, context);
  planCommands(program, context);
  userCommands(program, context);
  memberCommands(program, context);
  sessionCommands(program, context);
  singleSignOnCommands(program, context);
  tokenCommands(program, context);
  projectCommands(program, context);
  connectionCommands(program, context);
  oauthClientCommands(program, context);
  reportCommands(program, context);
  uploadCommands(program, context);
  scheduleCommands(program, context);
  deliveryCommands(program, context);
  chatChannelCommands(program, context);
  watchCommands(program, context);
  incidentCommands(program, context);
  shareCommands(program, context);
  templateCommands(program, context);
  portfolioCommand(program, context);
  bulkCommands(program, context);
  webhookCommands(program, context);
  vaultCommands(program, context);
  auditCommands(program, context);
  backupCommands(program, context, version);

  program
    .command('doctor')
    .description('say what is wrong with the installation')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const findings = await context.diagnose();
      print(
        findings.map((finding) => ({ ...finding })),
        Boolean(flags.json),
      );
      if (findings.some((finding) => !finding.ok)) endWithFault();
    });
  return program;
}

/** Runs one command line; resolves with the exit code. */
export async function runCommand(program: Command, argv: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // What there is to say has been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    const sentence = explain(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
}

/** Errors that the operator can fix, in one sentence; undefined for a fault of the program. */
function explain(error: unknown): string | undefined {
  if (error instanceof OperatorError || error instanceof WrongStore) return error.message;
  if (error instanceof ServiceError && error.status < 500) return sentenceOf(error);
  // Before the database, whose connection may fail with the same codes.
  if (isS3Fault(error)) {
    return `The object store cannot be used; look at OBJECT_STORE, S3_ENDPOINT and the AWS_ variables: ${s3FaultText(error as Error)}.`;
  }
  if (isDatabaseUnavailable(error)) return `The database does not answer: ${(error as Error).message}.`;
  if (error instanceof Error && 'syscall' in error) return `${error.message}.`;
  return undefined;
}
