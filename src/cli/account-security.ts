import type { Command } from 'commander';
import { getAccountSecurity, saveAccountSecurity } from '../domains/account-security/account-security.ts';
import { toShownSecurity } from '../domains/account-security/routes.ts';
import { getAccount } from '../domains/accounts/accounts.ts';
import type { Installation } from '../installation/open-installation.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

interface Flags {
  clearNetworks?: boolean;
  waiveSecondFactor?: boolean;
  json?: boolean;
}

/** `accounts security`: the way out for an account whose owners cannot come in any more. */
export function accountSecurityCommand(accounts: Command, context: CommandContext): void {
  accounts
    .command('security')
    .description('print what an account asks of its people, or take some of it back; this takes effect at once')
    .argument('<id>', 'the id of the account')
    .option('--clear-networks', 'let its people come from everywhere')
    .option('--waive-second-factor', 'require no second factor of its people')
    .option('--json', 'print JSON')
    .action((id: string, flags: Flags) =>
      context.withInstallation(async (installation) => {
        await getAccount(installation.db, id);
        print(toShownSecurity(await changeOrGet(installation, id, flags)), Boolean(flags.json));
      }),
    );
}

function changeOrGet({ db }: Installation, id: string, { clearNetworks, waiveSecondFactor }: Flags) {
  if (!clearNetworks && !waiveSecondFactor) return getAccountSecurity(db, id);
  const changes = {
    ...(clearNetworks && { allowedNetworks: [] }),
    ...(waiveSecondFactor && { requireSecondFactor: false }),
  };
  const details = {
    ...(clearNetworks && { allowed_networks: [] }),
    ...(waiveSecondFactor && { require_second_factor: false }),
  };
  return asOperator(
    db,
    (transaction) => saveAccountSecurity(transaction, id, changes, { address: null }),
    () => ({ action: 'account.security', accountId: id, subject: id, details }),
  );
}
