import type { Command } from 'commander';
import { recordAudit } from '../domains/audit/audit.ts';
import { exportPerson } from '../domains/personal-data/export-person.ts';
import { removePerson } from '../domains/personal-data/remove-person.ts';
import type { Factors } from '../domains/second-factors/factors.ts';
import { resetFactors } from '../domains/users/factor-changes.ts';
import { comesBySingleSignOn } from '../domains/users/required-sign-on.ts';
import { createUser, disableUser, enableUser, getUser, listUsers, type UserRow } from '../domains/users/users.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { asOperator, commandLine } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print, printPieces } from './output.ts';
import { makeReset, tellReset } from './people-links.ts';

interface CreateFlags {
  email: string;
  name: string;
  operator?: boolean;
  json?: boolean;
}

const named = 'the id or the e-mail address of the user';

/** `users`: the people who sign in. */
export function userCommands(program: Command, context: CommandContext): void {
  const users = program.command('users').description('manage the people who sign in');

  users
    .command('create')
    .description('create a user and print the link, once, by which they choose a password within 48 hours')
    .requiredOption('--email <address>', 'the address they sign in with')
    .requiredOption('--name <name>', 'who they are')
    .option('--operator', 'they are an operator of the installation')
    .option('--json', 'print JSON')
    .action(({ email, name, operator, json }: CreateFlags) =>
      context.withInstallation(async (installation) => {
        const { user, reset } = await asOperator(
          installation.db,
          async (transaction) => {
            const made = { email, name, passwordHash: null, isOperator: Boolean(operator) };
            const user = await createUser(transaction, made);
            return { user, reset: await makeReset(transaction, user) };
          },
          ({ user }) => tell('user.create', user),
        );
        print({ ...(await tellReset(installation, user, reset)), ...toRow(user) }, Boolean(json));
      }),
    );

  users
    .command('list')
    .description('list all users')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => print((await listUsers(db)).map(toRow), Boolean(flags.json))),
    );

  users
    .command('disable')
    .description('let a user sign in no more; their sessions end at once, in every process')
    .argument('<user>', named)
    .option('--force', 'even if an account is left without an owner')
    .option('--json', 'print JSON')
    .action((text: string, flags: { force?: boolean; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const disabled = await asOperator(
          db,
          async (transaction) => {
            const { id } = await getUser(transaction, text);
            return disableUser(transaction, id, Boolean(flags.force));
          },
          (user) => tell('user.disable', user),
        );
        print(toRow(disabled), Boolean(flags.json));
      }),
    );

  users
    .command('enable')
    .description('let a user sign in again, with the password they had')
    .argument('<user>', named)
    .option('--json', 'print JSON')
    .action((text: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const enabled = await asOperator(
          db,
          async (transaction) => enableUser(transaction, (await getUser(transaction, text)).id),
          (user) => tell('user.enable', user),
        );
        print(toRow(enabled), Boolean(flags.json));
      }),
    );

  resetCommand(users, context);
  secondFactorCommand(users, context);
  personalDataCommands(users, context);
}

function resetCommand(users: Command, context: CommandContext): void {
  users
    .command('reset')
    .description('print the link, once, by which a user chooses a new password within the hour')
    .argument('<user>', named)
    .option('--json', 'print JSON')
    .action((text: string, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const { user, reset } = await asOperator(
          installation.db,
          async (transaction) => {
            const user = await getUser(transaction, text);
            return { user, reset: await makeReset(transaction, user) };
          },
          ({ user }) => tell('user.reset', user),
        );
        print({ ...(await tellReset(installation, user, reset)), ...toRow(user) }, Boolean(flags.json));
        if (await comesBySingleSignOn(installation.db, user)) {
          process.stderr.write(
            'Warning: they have to sign in by single sign-on; the link leads nowhere until that is off.\n',
          );
        }
      }),
    );
}

function personalDataCommands(users: Command, context: CommandContext): void {
  users
    .command('export')
    .description('print everything that is stored about a user, over all accounts, as JSON')
    .argument('<user>', named)
    .action((text: string) =>
      context.withInstallation(async ({ db }) => {
        const user = await getUser(db, text);
        await recordAudit(db, commandLine(), { action: 'user.export', accountId: null, subject: user.id });
        await printPieces(exportPerson(db, user, { accountIds: null }));
      }),
    );

  users
    .command('remove')
    .description('remove a user and all that tells of them but their id; their sessions end at once, in every process')
    .argument('<user>', named)
    .option('--json', 'print JSON')
    .action((text: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { user, rows } = await asOperator(
          db,
          (transaction) => removePerson(transaction, text),
          ({ user, rows }) => ({ action: 'user.remove', accountId: null, subject: user.id, details: { rows } }),
        );
        print({ id: user.id, rows }, Boolean(flags.json));
      }),
    );
}

/** For whoever has lost theirs: with a password alone they sign in, and set up another. */
function secondFactorCommand(users: Command, context: CommandContext): void {
  users
    .command('second-factor')
    .description('what a user signs in with besides a password')
    .command('reset')
    .description('remove all passkeys, one-time codes and recovery codes of a user; their sessions end at once')
    .argument('<user>', named)
    .option('--json', 'print JSON')
    .action((text: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { user, removed } = await asOperator(
          db,
          async (transaction) => {
            const user = await getUser(transaction, text);
            return { user, removed: await resetFactors(transaction, user.id) };
          },
          ({ user, removed }) => {
            const told = tell('user.reset_second_factor', user);
            return { ...told, details: { ...told.details, ...toRemoved(removed) } };
          },
        );
        print({ ...toRow(user), ...toRemoved(removed) }, Boolean(flags.json));
      }),
    );
}

function toRemoved({ hasCodeApp, passkeys }: Factors) {
  return { removed_one_time_codes: hasCodeApp, removed_passkeys: passkeys };
}

function tell(action: string, { id, email, operator }: UserRow) {
  return { action, accountId: null, subject: id, details: { email, operator: operator === 1 } };
}

/** Without the hash of the password. */
function toRow(user: UserRow) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    operator: user.operator === 1,
    password: user.password_hash !== null,
    disabled_at: toTimestamp(user.disabled_at),
    created_at: toTimestamp(user.created_at),
    updated_at: toTimestamp(user.updated_at),
  };
}
