import type { Command } from 'commander';
import { setupLink } from '../domains/console/mails.ts';
import { inviteFirstOperator } from '../domains/members/first-operator.ts';
import { tunnelHint } from '../installation/first-operator.ts';
import { baseUrl } from '../platform/config/config.ts';
import { OperatorError } from '../platform/errors.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

/** `setup`: the beginning, for whoever has nobody to invite them. */
export function setupCommand(program: Command, context: CommandContext): void {
  program
    .command('setup')
    .description('print the link, once, by which the first operator begins, within 48 hours')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      context.withInstallation(async ({ db, config }) => {
        const token = await inviteFirstOperator(db);
        if (token === undefined) {
          throw new OperatorError(
            'There is an account or a user already; "users create --operator" makes another operator.',
          );
        }
        const base = baseUrl(config);
        const hint = base === '' ? null : tunnelHint(base);
        print({ link: setupLink(base, token), ...(hint !== null && { note: hint }) }, Boolean(flags.json));
      }),
    );
}
