import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { narrowed } from '../domains/labels/seen-projects.ts';
import { listDeliveries, sendAgain } from '../domains/schedules/listed-deliveries.ts';
import { listUnwanted, removeUnwanted } from '../domains/schedules/unwanted.ts';
import { deliveryStates } from '../platform/database/words.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { oneOf, print } from './output.ts';
import { type FilterFlags, filteredByProject, wholeAccount } from './project-filters.ts';

const most = 100;
const newest = { page: 1, per_page: most, sort: 'created_at', direction: 'desc' } as const;

interface ListFlags extends FilterFlags {
  account: string;
  recipient?: string;
  schedule?: string;
  state?: (typeof deliveryStates)[number];
  json?: boolean;
}

/** The e-mails and messages of schedules, and the addresses that get none. */
export function deliveryCommands(program: Command, context: CommandContext): void {
  const deliveries = program
    .command('deliveries')
    .description('show the e-mails and messages of schedules, and send them again');

  const list = deliveries.command('list');
  filteredByProject(list.description(`list the newest e-mails and messages of an account, at most ${most}`))
    .requiredOption('--account <id>', 'the account')
    .option('--recipient <address>', 'only those to this address or channel name')
    .option('--schedule <id>', 'only those of this schedule')
    .option('--state <state>', deliveryStates.join(', '), oneOf('--state', deliveryStates))
    .option('--json', 'print JSON')
    .action((flags: ListFlags) =>
      context.withInstallation(async ({ db }) => {
        const { account, recipient, schedule: schedule_id, state, tag, folder } = flags;
        const seen = await narrowed(db, await wholeAccount(db, account), { tag, folder });
        const { items } = await listDeliveries(db, seen, { ...newest, recipient, schedule_id, state });
        print(items.map(toRow), Boolean(flags.json));
      }),
    );

  deliveries
    .command('send')
    .description('send an e-mail or message again whose delivery has ended')
    .argument('<id>', 'the e-mail or message')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const sent = await asOperator(
          db,
          async (transaction) => {
            const row = await transaction
              .selectFrom('deliveries')
              .select('account_id')
              .where('id', '=', id)
              .executeTakeFirst();
            const accountId = row?.account_id ?? '';
            const seen = { account: { id: accountId }, projectIds: null };
            return { accountId, ...(await sendAgain(transaction, seen, id)) };
          },
          ({ accountId, recipient, schedule_id }) => {
            return { action: 'delivery.send', accountId, subject: id, details: { recipient, schedule_id } };
          },
        );
        print(toRow(sent), Boolean(flags.json));
      }),
    );

  const unwanted = program.command('unwanted').description('show the addresses that get no e-mail');

  unwanted
    .command('list')
    .description(`list the newest of an account, at most ${most}`)
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        await getAccount(db, flags.account);
        print((await listUnwanted(db, flags.account, newest)).items, Boolean(flags.json));
      }),
    );

  unwanted
    .command('remove')
    .description('let an address get e-mail again, where its owner asks for it')
    .argument('<address>', 'the address')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((address: string, flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const removed = await asOperator(
          db,
          (transaction) => removeUnwanted(transaction, flags.account, address),
          () => {
            const details = { recipient: address };
            return { action: 'recipient.allow', accountId: flags.account, subject: flags.account, details };
          },
        );
        print(removed, Boolean(flags.json));
      }),
    );
}

function toRow(delivery: Awaited<ReturnType<typeof listDeliveries>>['items'][number]) {
  const { id, schedule_id, occurrence, recipient, system, state } = delivery;
  const { attempts, reason, answer, size, sent_at, message, not_there_yet } = delivery;
  return {
    ...{ id, schedule_id, occurrence, recipient, system, state, attempts, reason, answer, size, sent_at, message },
    not_there_yet,
  };
}
