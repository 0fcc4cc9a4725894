import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { mostKeepMonths } from '../domains/accounts/plans.ts';
import { recordAudit } from '../domains/audit/audit.ts';
import { endHold, holdsOfAccount, type LegalHoldRow, setHold, toLegalHold } from '../domains/retention/legal-holds.ts';
import { previewRetention } from '../domains/retention/preview.ts';
import { getRetention, type Retention, saveRetention, toRetention } from '../domains/retention/retention.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { asOperator, commandLine, operator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print, wholeNumber } from './output.ts';

interface Flags {
  months?: number;
  project?: string;
  reason: string;
  json?: boolean;
}

/** Months as a flag gives them, with null for ever. */
export function readMonths(flag: string): (value: string) => number | null {
  const read = wholeNumber(flag, 1, mostKeepMonths);
  return (value) => (value === 'forever' ? null : read(value));
}

/** Chooses how long reports are kept, as an operator. */
export async function keepReports(transaction: Queryable, id: string, months: number | null): Promise<Retention> {
  await getAccount(transaction, id);
  const saved = await saveRetention(transaction, id, months);
  const { keep_reports_months, next } = toRetention(saved);
  const details = { keep_reports_months, next };
  await recordAudit(transaction, commandLine(), { action: 'retention.update', accountId: id, subject: id, details });
  return saved;
}

/** `accounts retention`, `accounts hold`, `accounts end-hold`. */
export function accountRetentionCommands(accounts: Command, context: CommandContext): void {
  accounts
    .command('retention')
    .description('print how long an account keeps its reports, its legal holds, and what would be deleted')
    .argument('<id>', 'the id of the account')
    .option(
      '--months <n>',
      'months to try, in place of those that were chosen',
      wholeNumber('--months', 1, mostKeepMonths),
    )
    .option('--json', 'print JSON')
    .action((id: string, { months, json }: Flags) =>
      context.withInstallation(async ({ db }) => {
        await getAccount(db, id);
        const legal_holds = (await holdsOfAccount(db, id)).map(toLegalHold);
        const shown = toRetention(await getRetention(db, id));
        print({ ...shown, legal_holds, due: await previewRetention(db, id, months) }, Boolean(json));
      }),
    );

  accounts
    .command('hold')
    .description('set a legal hold: nothing of the account, or of a project of it, is deleted until it is ended')
    .argument('<id>', 'the id of the account')
    .requiredOption('--reason <text>', 'why, such as the number of the case')
    .option('--project <id>', 'of this project alone')
    .option('--json', 'print JSON')
    .action((id: string, { reason, project, json }: Flags) =>
      context.withInstallation(async ({ db }) => {
        const hold = { accountId: id, projectId: project ?? null, reason, madeBy: operator() };
        const made = await asOperator(
          db,
          (transaction) => setHold(transaction, hold),
          (row) => tell('legal_hold.set', row),
        );
        print(toLegalHold(made), Boolean(json));
      }),
    );

  accounts
    .command('end-hold')
    .description('end a legal hold; what it kept is deleted no sooner than people were told')
    .argument('<id>', 'the id of the account')
    .argument('<hold>', 'the id of the hold')
    .option('--json', 'print JSON')
    .action((id: string, hold: string, { json }: Flags) =>
      context.withInstallation(async ({ db }) => {
        const ended = await asOperator(
          db,
          async (transaction) => {
            await getAccount(transaction, id);
            return endHold(transaction, id, hold);
          },
          (row) => tell('legal_hold.end', row),
        );
        print(toLegalHold(ended), Boolean(json));
      }),
    );
}

function tell(action: string, { id, account_id, project_id, reason }: LegalHoldRow) {
  return { action, accountId: account_id, subject: id, details: { project_id, reason } };
}
