import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { switchOff } from '../domains/single-sign-on/providers.ts';
import { readSingleSignOn } from '../domains/single-sign-on/shown.ts';
import type { Installation } from '../installation/open-installation.ts';
import { baseUrl } from '../platform/config/config.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

interface Flags {
  account: string;
  json?: boolean;
}

/** `sso`: the sign-in of an account's people by its own provider. */
export function singleSignOnCommands(program: Command, context: CommandContext): void {
  const sso = program.command('sso').description("look at accounts' single sign-on, and switch it off");

  sso
    .command('show')
    .description('print the single sign-on of an account, without its secret')
    .requiredOption('--account <id>', 'the id of the account')
    .option('--json', 'print JSON')
    .action(({ account, json }: Flags) =>
      context.withInstallation(async (installation) => {
        await getAccount(installation.db, account);
        print(await show(installation, account), Boolean(json));
      }),
    );

  sso
    .command('disable')
    .description(
      'switch the single sign-on of an account off: its people sign in by their passwords again, and whoever came by it is signed out at once; its settings and links stay',
    )
    .requiredOption('--account <id>', 'the id of the account')
    .option('--json', 'print JSON')
    .action(({ account, json }: Flags) =>
      context.withInstallation(async (installation) => {
        await getAccount(installation.db, account);
        await asOperator(
          installation.db,
          (transaction) => switchOff(transaction, account),
          ({ issuer }) => ({ action: 'sso.disable', accountId: account, subject: account, details: { issuer } }),
        );
        print(await show(installation, account), Boolean(json));
      }),
    );
}

async function show({ db, config }: Installation, accountId: string) {
  const { id, test, mapping, saml, ...shown } = await readSingleSignOn({ db, baseUrl: baseUrl(config) }, accountId);
  const rule = mapping && { claim: mapping.claim, values: { ...mapping.values } };
  // Before there is a provider of SAML it says nothing that the console does not say better.
  const bySaml = shown.protocol === 'saml' && { saml };
  return {
    account: id,
    ...shown,
    ...bySaml,
    mapping: rule,
    tested_at: test?.at ?? null,
    test_reason: test?.reason ?? null,
  };
}
