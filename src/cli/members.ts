import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { type InvitationRow, listOpenInvitations, revokeInvitation } from '../domains/members/invitations.ts';
import { listMembers, type Member, readProjects, removeMember, updateMember } from '../domains/members/members.ts';
import { getUser } from '../domains/users/users.ts';
import type { Role } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { roles } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, oneOf, print } from './output.ts';
import { invite, tellInvited } from './people-links.ts';

interface AddFlags {
  account: string;
  role: Role;
  email?: string;
  project?: string[];
  json?: boolean;
}

interface UpdateFlags {
  account: string;
  role?: Role;
  project?: string[];
  allProjects?: boolean;
  force?: boolean;
  json?: boolean;
}

interface RemoveFlags {
  account: string;
  force?: boolean;
  json?: boolean;
}

/** `members`: who may do what in an account. */
export function memberCommands(program: Command, context: CommandContext): void {
  const members = program.command('members').description('manage who may do what in an account');
  addCommand(members, context);

  members
    .command('list')
    .description('list the members of an account, and those who are invited')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const joined = (await listMembers(db, flags.account)).map(toRow);
        const invited = (await listOpenInvitations(db, flags.account)).map(toInvitedRow);
        print([...joined, ...invited], Boolean(flags.json));
      }),
    );

  updateCommand(members, context);
  removeCommand(members, context);
}

function addCommand(members: Command, context: CommandContext): void {
  members
    .command('add')
    .description('invite somebody to an account; the link is shown only this once and works for 48 hours')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--role <role>', roles.join(', '), oneOf('--role', roles))
    .option('--email <address>', 'whom to invite; without it whoever accepts names their own')
    .option('--project <id>', 'limit a viewer or editor to this project; can be given again', collect)
    .option('--json', 'print JSON')
    .action(({ account: accountId, role, email, project, json }: AddFlags) =>
      context.withInstallation(async (installation) => {
        const { db } = installation;
        const account = await getAccount(db, accountId);
        const invited = await db
          .transaction()
          .execute((transaction) =>
            invite(transaction, { accountId, role, email: email ?? null, projectIds: project ?? null }),
          );
        const { url: link, mailed } = await tellInvited(installation, account.name, invited);
        print({ link, mailed, ...toInvitedRow(invited.invitation) }, Boolean(json));
      }),
    );
}

function updateCommand(members: Command, context: CommandContext): void {
  members
    .command('update')
    .description('change what a member may do; their sessions end at once, in every process')
    .argument('<user>', 'the id or the e-mail address of the member')
    .requiredOption('--account <id>', 'the account')
    .option('--role <role>', roles.join(', '), oneOf('--role', roles))
    .option('--project <id>', 'limit a viewer or editor to this project; can be given again', collect)
    .option('--all-projects', 'limit them no more')
    .option('--force', 'even if the account is left without an owner')
    .option('--json', 'print JSON')
    .action((named: string, { account, role, project, allProjects, force, json }: UpdateFlags) => {
      if (project && allProjects)
        throw new OperatorError('members update takes --project or --all-projects, not both.');
      if (!role && !project && !allProjects) {
        throw new OperatorError('members update takes --role, --project or --all-projects.');
      }
      const limit = allProjects ? null : project;
      const rights = { ...(role && { role }), ...(limit !== undefined && { projectIds: limit }) };
      return context.withInstallation(async ({ db }) => {
        const updated = await asOperator(
          db,
          async (transaction) => {
            const { id } = await getUser(transaction, named);
            return updateMember(transaction, account, id, rights, { isForced: force });
          },
          (member) => tell('member.update', member),
        );
        print(toRow(updated), Boolean(json));
      });
    });
}

function removeCommand(members: Command, context: CommandContext): void {
  members
    .command('remove')
    .description('take a member out of an account, or an invitation back; this takes effect at once')
    .argument('<user>', 'the id or the e-mail address of the member, or the id of the invitation')
    .requiredOption('--account <id>', 'the account')
    .option('--force', 'even if the account is left without an owner')
    .option('--json', 'print JSON')
    .action((named: string, { account, force, json }: RemoveFlags) =>
      context.withInstallation(async ({ db }) => {
        const isInvitation = named.startsWith('inv_');
        const removed = await asOperator(
          db,
          async (transaction) => {
            if (isInvitation) return toInvitedRow(await revokeInvitation(transaction, account, named));
            const { id } = await getUser(transaction, named);
            return toRow(await removeMember(transaction, account, id, { isForced: force }));
          },
          ({ id, role, project_ids }) => {
            const action = isInvitation ? 'member.uninvite' : 'member.remove';
            return { action, accountId: account, subject: id, details: { role, project_ids } };
          },
        );
        print(removed, Boolean(json));
      }),
    );
}

function tell(action: string, { accountId, userId, role, projectIds }: Member) {
  return { action, accountId, subject: userId, details: { role, project_ids: projectIds } };
}

function toRow(member: Member) {
  return {
    id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    project_ids: member.projectIds,
    state: member.isDisabled ? 'disabled' : 'member',
    since: toTimestamp(member.createdAt),
    expires_at: null,
  };
}

function toInvitedRow(invitation: InvitationRow) {
  return {
    id: invitation.id,
    email: invitation.email,
    name: null,
    role: invitation.role,
    project_ids: readProjects(invitation),
    state: invitation.revoked_at === null ? 'invited' : 'revoked',
    since: toTimestamp(invitation.created_at),
    expires_at: toTimestamp(invitation.expires_at),
  };
}
