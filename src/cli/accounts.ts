import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type Account,
  type AccountFields,
  createAccount,
  getAccount,
  listAccounts,
  updateAccount,
} from '../domains/accounts/accounts.ts';
import { deleteAccount } from '../domains/accounts/delete-account.ts';
import { recordAudit } from '../domains/audit/audit.ts';
import { changeDomains, domainsByAccount, listDomains } from '../domains/single-sign-on/domains.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { liesWithin } from '../platform/networks.ts';
import { isInside } from '../reporting/connectors/file/paths.ts';
import { accountBrandCommand } from './account-brand.ts';
import { accountRetentionCommands, keepReports, readMonths } from './account-retention.ts';
import { accountSecurityCommand } from './account-security.ts';
import { commandLine, operator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, print, wholeNumber } from './output.ts';
import { invite, tellInvited } from './people-links.ts';

interface Flags {
  name: string;
  plan: string;
  ownerEmail?: string;
  addOn?: string[];
  removeAddOn?: string[];
  allowNetwork?: string[];
  removeNetwork?: string[];
  ssoDomain?: string[];
  removeSsoDomain?: string[];
  dataRoot?: string[];
  removeDataRoot?: string[];
  keepReportsMonths?: number | null;
  perMinute?: number;
  perDay?: number;
  json?: boolean;
}

export function accountCommands(program: Command, context: CommandContext): void {
  const accounts = program.command('accounts').description('manage accounts');

  limits(
    accounts
      .command('create')
      .description('create an account and print it, with the link, once, by which somebody becomes its owner')
      .requiredOption('--name <name>', 'who the customer is')
      .requiredOption('--plan <plan>', 'one of "plans list"')
      .option('--owner-email <address>', 'whom to invite as its owner; without it whoever opens the link names theirs')
      .option('--add-on <add-on>', 'an add-on of the plan, such as api; can be given again', collect),
  ).action((flags: Flags) =>
    context.withInstallation(async (installation) => {
      const { account, invited } = await installation.db.transaction().execute(async (transaction) => {
        const account = await createAccount(transaction, { ...fields(flags), name: flags.name, plan: flags.plan });
        await recordAudit(transaction, commandLine(), tell('account.create', account));
        const owner = { email: flags.ownerEmail ?? null, role: 'owner', projectIds: null } as const;
        return { account, invited: await invite(transaction, { accountId: account.id, ...owner }) };
      });
      const { url, expires_at } = await tellInvited(installation, account.name, invited);
      const invitation = flags.json ? { url, expires_at } : `${url} (until ${expires_at})`;
      print({ ...toRow(account, []), invitation }, Boolean(flags.json));
    }),
  );

  accounts
    .command('list')
    .description('list all accounts')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const domains = await domainsByAccount(db);
        const rows = (await listAccounts(db)).map((account) => toRow(account, domains.get(account.id) ?? []));
        print(rows, Boolean(flags.json));
      }),
    );

  accounts
    .command('show')
    .description('print one account')
    .argument('<id>', 'the id of the account')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) =>
        print(toRow(await getAccount(db, id), await listDomains(db, id)), Boolean(flags.json)),
      ),
    );

  limits(
    accounts
      .command('update')
      .description('change an account; this takes effect at once')
      .argument('<id>', 'the id of the account')
      .option('--name <name>', 'who the customer is')
      .option('--plan <plan>', 'one of "plans list"')
      .option('--add-on <add-on>', 'an add-on to add; can be given again', collect)
      .option('--remove-add-on <add-on>', 'an add-on to take away; can be given again', collect)
      .option('--allow-network <cidr>', "a private network for the customer's connections; can be given again", collect)
      .option('--remove-network <cidr>', 'a private network to take away; can be given again', collect)
      .option(
        '--sso-domain <domain>',
        'a domain whose people may sign in by its own provider; can be given again',
        collect,
      )
      .option('--remove-sso-domain <domain>', 'a domain to take away; can be given again', collect)
      .option('--data-root <folder>', "a folder for the customer's connections to read; can be given again", collect)
      .option('--remove-data-root <folder>', 'a folder to take away; can be given again', collect)
      .option(
        '--keep-reports-months <n>',
        'how long reports are kept, or "forever"; a shorter time takes effect after seven days of notice',
        readMonths('--keep-reports-months'),
      ),
  ).action((id: string, flags: Flags) =>
    context.withInstallation(async ({ db, config }) => {
      const { removeAddOn: removeAddOns, allowNetwork: allowNetworks, removeNetwork: removeNetworks } = flags;
      const grantDataRoots = flags.dataRoot && (await Promise.all(flags.dataRoot.map(realFolder)));
      const removeDataRoots = flags.removeDataRoot && (await namesOfFolders(flags.removeDataRoot));
      const granted = { grantDataRoots, removeDataRoots };
      const changes = { ...fields(flags), removeAddOns, allowNetworks, removeNetworks, ...granted };
      const domains = { granted: flags.ssoDomain, removed: flags.removeSsoDomain };
      const { keepReportsMonths: kept } = flags;
      const isKept = kept !== undefined;
      const isChanged = Object.values({ ...changes, ...domains }).some((value) => value !== undefined);
      if (!isChanged && !isKept) {
        throw new OperatorError('There is nothing to change; "accounts update --help" lists what can be.');
      }
      const updated = await db.transaction().execute(async (transaction) => {
        if (isChanged) {
          const account = await updateAccount(transaction, id, changes);
          await changeDomains(transaction, id, domains);
          await recordAudit(
            transaction,
            commandLine(),
            tell('account.update', account, await listDomains(transaction, id)),
          );
        }
        const next = isKept ? (await keepReports(transaction, id, kept)).next : null;
        return { account: await getAccount(transaction, id), domains: await listDomains(transaction, id), next };
      });
      print(toRow(updated.account, updated.domains), Boolean(flags.json));
      if (updated.next) {
        const { keepMonths, from } = updated.next;
        process.stderr.write(`Reports are kept for ${keepMonths} months from ${toTimestamp(from)} on.\n`);
      }
      for (const network of updated.account.allowedNetworks.filter(
        (each) => !liesWithin(each, config.allowedNetworks),
      )) {
        process.stderr.write(`Warning: ${network} has no effect until ALLOWED_NETWORKS has all of it.\n`);
      }
      for (const folder of updated.account.dataRoots.filter((each) => !isInside(each, config.dataRoots))) {
        process.stderr.write(`Warning: ${folder} has no effect until it lies within DATA_ROOTS.\n`);
      }
    }),
  );

  accountBrandCommand(accounts, context);
  accountSecurityCommand(accounts, context);
  accountRetentionCommands(accounts, context);
  deleteCommand(accounts, context);
}

function deleteCommand(accounts: Command, context: CommandContext): void {
  accounts
    .command('delete')
    .description('remove an account with every row and file of it; this cannot be undone')
    .argument('<id>', 'the id of the account')
    .requiredOption('--confirm <id>', 'the id again')
    .option('--json', 'print JSON')
    .action((id: string, flags: { confirm: string; json?: boolean }) =>
      context.withInstallation(async ({ db, objects }) => {
        if (flags.confirm !== id) throw new OperatorError(`--confirm takes the same id, ${id}.`);
        const deleted = await deleteAccount(db, objects, id, operator());
        print({ id, ...deleted }, Boolean(flags.json));
      }),
    );
}

/** A folder as it is stored and compared: its real path. */
async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined);
  if (real !== undefined && (await stat(real)).isDirectory()) return real;
  throw new OperatorError(`--data-root takes a folder that exists, not "${folder}".`);
}

/** What is taken away may be gone, or lead elsewhere by now. */
async function namesOfFolders(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => [])));
  return [...folders.map((folder) => resolve(folder)), ...real.flat()];
}

function tell(action: string, account: Account, domains: readonly string[] = []) {
  const { id, created_at: _created, updated_at: _updated, ...details } = toRow(account, domains);
  return { action, accountId: id, subject: id, details };
}

function limits(command: Command): Command {
  return command
    .option('--per-minute <n>', 'requests a minute, instead of 120', wholeNumber('--per-minute', 1, 10_000_000))
    .option('--per-day <n>', 'requests a day, instead of 4000', wholeNumber('--per-day', 1, 100_000_000))
    .option('--json', 'print JSON');
}

function fields({ name, plan, addOn, perMinute, perDay }: Flags): AccountFields {
  return { name, plan, addOns: addOn, perMinute, perDay };
}

function toRow(account: Account, domains: readonly string[]) {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    add_ons: account.addOns,
    per_minute: account.perMinute,
    per_day: account.perDay,
    allowed_networks: account.allowedNetworks,
    data_roots: account.dataRoots,
    sso_domains: domains,
    created_at: toTimestamp(account.createdAt),
    updated_at: toTimestamp(account.updatedAt),
  };
}
