import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { type AuditEvent, type AuditRow, audited, type Doer, listAudit } from '../domains/audit/audit.ts';
import type { Database, Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import type { CommandContext } from './context.ts';
import { print, wholeNumber } from './output.ts';

/** The user who runs the command, for the audit log. */
export function operator(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // In a container the user may be a number without a name.
    return `operator:${process.getuid?.()}`;
  }
}

/** The same as whoever makes a change. */
export function commandLine(): Doer {
  return { actor: operator(), door: 'cli', address: null };
}

/** Makes a change and records it together with the user who runs the command. */
export function asOperator<Result>(
  db: Database,
  change: (transaction: Queryable) => Promise<Result>,
  tell: (result: Result) => AuditEvent,
): Promise<Result> {
  return audited(db, commandLine(), change, tell);
}

export function auditCommands(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('who changed what')
    .command('list')
    .description(
      'list the latest changes of accounts, people, tokens, connections, clients, schedules and guest links, newest first',
    )
    .option('--account <id>', 'only those of this account')
    .option('--limit <n>', 'how many, 1 to 10000', wholeNumber('--limit', 1, 10_000), 100)
    .option('--json', 'print JSON')
    .action((flags: { account?: string; limit: number; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const rows = await listAudit(db, { accountId: flags.account, limit: flags.limit });
        print(rows.map(toRow), Boolean(flags.json));
      }),
    );
}

function toRow({ id, at, actor, door, address, action, account_id, subject, details }: AuditRow) {
  const told = { id, at: toTimestamp(at), actor, door, address, action, account_id, subject };
  return { ...told, details: JSON.parse(details) };
}
