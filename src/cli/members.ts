import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { tagNames } from '../domains/labels/project-labels.ts';
import { type InvitationRow, listOpenInvitations, revokeInvitation } from '../domains/members/invitations.ts';
import {
  limitOf,
  listMembers,
  type Member,
  readProjects,
  readTags,
  removeMember,
  updateMember,
} from '../domains/members/members.ts';
import { getUser } from '../domains/users/users.ts';
import type { Queryable, Role } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { roles } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, oneOf, print } from './output.ts';
import { invite, tellInvited } from './people-links.ts';
import { collectNames } from './project-filters.ts';

interface AddFlags {
  account: string;
  role: Role;
  email?: string;
  project?: string[];
  tag?: string[];
  json?: boolean;
}

interface UpdateFlags {
  account: string;
  role?: Role;
  project?: string[];
  tag?: string[];
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
        const open = await listOpenInvitations(db, flags.account);
        const invited = await Promise.all(open.map((invitation) => toInvitedRow(db, invitation)));
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
    .option('--tag <name>', 'limit a viewer or editor to projects with this tag; can be given again', collectNames)
    .option('--json', 'print JSON')
    .action(({ account: accountId, role, email, project, tag, json }: AddFlags) =>
      context.withInstallation(async (installation) => {
        const { db } = installation;
        const account = await getAccount(db, accountId);
        const invited = await db
          .transaction()
          .execute((transaction) =>
            invite(transaction, { accountId, role, email: email ?? null, ...limitOf(project, tag) }),
          );
        const { url: link, mailed } = await tellInvited(installation, account.name, invited);
        print({ link, mailed, ...(await toInvitedRow(db, invited.invitation)) }, Boolean(json));
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
    .option('--tag <name>', 'limit a viewer or editor to projects with this tag; can be given again', collectNames)
    .option('--all-projects', 'limit them no more')
    .option('--force', 'even if the account is left without an owner')
    .option('--json', 'print JSON')
    .action((named: string, { account, role, project, tag, allProjects, force, json }: UpdateFlags) => {
      if ((project || tag) && allProjects)
        throw new OperatorError('members update takes --project and --tag, or --all-projects, not both.');
      if (!role && !project && !tag && !allProjects) {
        throw new OperatorError('members update takes --role, --project, --tag or --all-projects.');
      }
      const isLimited = project !== undefined || tag !== undefined;
      const limit = isLimited ? { projectIds: project ?? [], tags: tag ?? [] } : undefined;
      const rights = { ...(role && { role }), ...(allProjects ? { projectIds: null } : limit) };
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
            if (isInvitation) return toInvitedRow(transaction, await revokeInvitation(transaction, account, named));
            const { id } = await getUser(transaction, named);
            return toRow(await removeMember(transaction, account, id, { isForced: force }));
          },
          ({ id, role, project_ids, tags }) => {
            const action = isInvitation ? 'member.uninvite' : 'member.remove';
            return { action, accountId: account, subject: id, details: { role, project_ids, tags } };
          },
        );
        print(removed, Boolean(json));
      }),
    );
}

function tell(action: string, { accountId, userId, role, projectIds, tags }: Member) {
  return { action, accountId, subject: userId, details: { role, project_ids: projectIds, tags } };
}

function toRow(member: Member) {
  return {
    id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    project_ids: member.projectIds,
    tags: member.tags,
    state: member.isDisabled ? 'disabled' : 'member',
    since: toTimestamp(member.createdAt),
    expires_at: null,
  };
}

async function toInvitedRow(db: Queryable, invitation: InvitationRow) {
  const tags = await tagNames(db, readTags(invitation));
  return {
    id: invitation.id,
    email: invitation.email,
    name: null,
    role: invitation.role,
    project_ids: readProjects(invitation),
    tags: [...tags.values()],
    state: invitation.revoked_at === null ? 'invited' : 'revoked',
    since: toTimestamp(invitation.created_at),
    expires_at: toTimestamp(invitation.expires_at),
  };
}
