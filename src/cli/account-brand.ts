import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { getBrand, readBrand, setBrand, storeBrandPictures, toBrand } from '../domains/brands/brands.ts';
import type { Brand } from '../domains/brands/schema.ts';
import type { Installation } from '../installation/open-installation.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import { readJson } from './connection-files.ts';
import type { CommandContext } from './context.ts';
import { explained } from './fault-sentences.ts';
import { print } from './output.ts';

interface Flags {
  set?: string;
  remove?: boolean;
  json?: boolean;
}

export function accountBrandCommand(accounts: Command, context: CommandContext): void {
  accounts
    .command('brand')
    .description('print, replace or remove the brand of the reports of an account')
    .argument('<id>', 'the id of the account')
    .option('--set <file>', 'a JSON file that replaces the whole brand, or - for standard input')
    .option('--remove', 'remove the brand')
    .option('--json', 'print JSON')
    .action((id: string, flags: Flags) =>
      context.withInstallation(async (installation) => {
        if (flags.set !== undefined && flags.remove) throw new OperatorError('Give --set or --remove, not both.');
        await getAccount(installation.db, id);
        const brand = await changeOrGet(installation, id, flags);
        print({ ...(brand ?? toBrand({})) }, Boolean(flags.json));
      }),
    );
}

async function changeOrGet({ db, objects }: Installation, id: string, { set, remove }: Flags): Promise<Brand | null> {
  if (set === undefined && !remove) return getBrand(db, id);
  const brand = set === undefined ? null : await readFile(set);
  const stored = brand && (await explained('The brand', () => storeBrandPictures(objects, id, brand)));
  return asOperator(
    db,
    (transaction) => setBrand(transaction, id, stored),
    () => ({ action: stored ? 'account.brand' : 'account.unbrand', accountId: id, subject: id, details: stored ?? {} }),
  );
}

async function readFile(file: string) {
  const json = await readJson('--set', file);
  return explained('The brand', async () => readBrand(json));
}
