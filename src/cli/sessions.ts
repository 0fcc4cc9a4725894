import type { Command } from 'commander';
import { endSession, endSessionsOf, listSessions, type SessionRow } from '../domains/users/sessions.ts';
import { getUser } from '../domains/users/users.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

/** `sessions`: the browsers in which people are signed in. */
export function sessionCommands(program: Command, context: CommandContext): void {
  const sessions = program.command('sessions').description('manage the browsers in which people are signed in');

  sessions
    .command('list')
    .description('list the sessions of a user, the latest first')
    .requiredOption('--user <user>', 'the id or the e-mail address of the user')
    .option('--json', 'print JSON')
    .action((flags: { user: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { id } = await getUser(db, flags.user);
        print((await listSessions(db, id)).map(toRow), Boolean(flags.json));
      }),
    );

  sessions
    .command('end')
    .description('end one session, or all of a user; this takes effect at once, in every process')
    .argument('[id]', 'the session, as list shows it')
    .option('--user <user>', 'all sessions of this user')
    .option('--json', 'print JSON')
    .action((id: string | undefined, flags: { user?: string; json?: boolean }) => {
      if ((id === undefined) === (flags.user === undefined)) {
        throw new OperatorError('sessions end takes the id of a session, or --user.');
      }
      return context.withInstallation(async ({ db }) => {
        const ended = await asOperator(
          db,
          async (transaction) => {
            if (id === undefined) {
              const user = await getUser(transaction, flags.user ?? '');
              return { subject: user.id, ended: await endSessionsOf(transaction, user.id) };
            }
            const session = await endSession(transaction, id);
            if (!session) throw new OperatorError(`There is no session ${id}; "sessions list --user ID" shows them.`);
            return { subject: id, ended: 1 };
          },
          ({ subject, ended }) => ({ action: 'session.end', accountId: null, subject, details: { ended } }),
        );
        print({ ended: ended.ended }, Boolean(flags.json));
      });
    });
}

/** Without the digest of the token. */
function toRow(session: SessionRow) {
  return {
    id: session.id,
    created_at: toTimestamp(session.created_at),
    last_seen_at: toTimestamp(session.last_seen_at),
    expires_at: toTimestamp(session.expires_at),
    address: session.address,
    agent: session.agent,
  };
}
