import type { Command } from 'commander';
import {
  type Account,
  type AccountFields,
  createAccount,
  getAccount,
  listAccounts,
  updateAccount,
} from '../accounts/accounts.ts';
import type { CommandContext } from './context.ts';
import { collect, print, wholeNumber } from './output.ts';

interface Flags {
  name: string;
  plan: string;
  addOn?: string[];
  removeAddOn?: string[];
  perMinute?: number;
  perDay?: number;
  json?: boolean;
}

export function accountCommands(program: Command, context: CommandContext): void {
  const accounts = program.command('accounts').description('manage accounts');

  limits(
    accounts
      .command('create')
      .description('create an account and print it')
      .requiredOption('--name <name>', 'who the customer is')
      .requiredOption('--plan <plan>', 'free, starter, pro or agency')
      .option('--add-on <add-on>', 'an add-on of the plan, such as api; can be given again', collect),
  ).action((flags: Flags) =>
    context.withInstallation(async ({ db }) => {
      print(
        toRow(await createAccount(db, { ...fields(flags), name: flags.name, plan: flags.plan })),
        Boolean(flags.json),
      );
    }),
  );

  accounts
    .command('list')
    .description('list all accounts')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => print((await listAccounts(db)).map(toRow), Boolean(flags.json))),
    );

  accounts
    .command('show')
    .description('print one account')
    .argument('<id>', 'the id of the account')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => print(toRow(await getAccount(db, id)), Boolean(flags.json))),
    );

  limits(
    accounts
      .command('update')
      .description('change an account; the change holds at once')
      .argument('<id>', 'the id of the account')
      .option('--name <name>', 'who the customer is')
      .option('--plan <plan>', 'free, starter, pro or agency')
      .option('--add-on <add-on>', 'an add-on to add; can be given again', collect)
      .option('--remove-add-on <add-on>', 'an add-on to take away; can be given again', collect),
  ).action((id: string, flags: Flags) =>
    context.withInstallation(async ({ db }) => {
      const changes = { ...fields(flags), removeAddOns: flags.removeAddOn };
      print(toRow(await updateAccount(db, id, changes)), Boolean(flags.json));
    }),
  );
}

function limits(command: Command): Command {
  return command
    .option('--per-minute <n>', 'requests a minute, in place of 120', wholeNumber('--per-minute', 1, 100_000))
    .option('--per-day <n>', 'requests a day, in place of 4000', wholeNumber('--per-day', 1, 100_000_000))
    .option('--json', 'print JSON');
}

function fields({ name, plan, addOn, perMinute, perDay }: Flags): AccountFields {
  return { name, plan, addOns: addOn, perMinute, perDay };
}

function toRow(account: Account) {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    add_ons: account.addOns,
    per_minute: account.perMinute,
    per_day: account.perDay,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}
