import { randomUUID } from 'node:crypto';
import { recordAudit } from '../domains/audit/audit.ts';
import { firstPasswordMail, invitationLink, invitationMail, resetLink, resetMail } from '../domains/console/mails.ts';
import { messagesIn } from '../domains/console/messages/messages.ts';
import { createInvitation, type InvitationRow, type NewInvitation } from '../domains/members/invitations.ts';
import type { Mail } from '../domains/schedules/compose-mail.ts';
import { createMailer } from '../domains/schedules/mail.ts';
import { createReset, firstPasswordMs, type NewReset, resetMs } from '../domains/users/password-resets.ts';
import type { UserRow } from '../domains/users/users.ts';
import type { Installation } from '../installation/open-installation.ts';
import { baseUrl } from '../platform/config/config.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { commandLine, operator } from './audit.ts';

export interface Invited {
  readonly token: string;
  readonly invitation: InvitationRow;
}

/** Invites somebody on behalf of whoever runs the command. */
export async function invite(transaction: Queryable, fields: Omit<NewInvitation, 'madeBy'>): Promise<Invited> {
  const invited = await createInvitation(transaction, { ...fields, madeBy: operator() });
  const { id, email, role } = invited.invitation;
  const details = { email, role, project_ids: fields.projectIds, tags: fields.tags ?? [] };
  const event = { action: 'member.invite', accountId: fields.accountId, subject: id, details };
  await recordAudit(transaction, commandLine(), event);
  return invited;
}

/** The invitation's link, sent to whom it is for, where there is a mail server and an address. */
export async function tellInvited(
  installation: Installation,
  accountName: string,
  { token, invitation }: Invited,
): Promise<{ readonly url: string; readonly expires_at: string; readonly mailed: boolean }> {
  const url = invitationLink(baseUrl(installation.config), token);
  const mailed = await mail(installation, invitation.email, invitationMail(messagesIn('en'), accountName, url));
  return { url, expires_at: toTimestamp(invitation.expires_at), mailed };
}

/** Makes the link by which a user sets a password: the first one within 48 hours, another one within the hour. */
export function makeReset(transaction: Queryable, user: UserRow): Promise<NewReset> {
  return createReset(transaction, user.id, operator(), {
    lifetimeMs: user.password_hash === null ? firstPasswordMs : resetMs,
  });
}

/** The link by which a user sets a password, sent to them where there is a mail server. */
export async function tellReset(installation: Installation, user: UserRow, { token, expiresAt }: NewReset) {
  const link = resetLink(baseUrl(installation.config), token);
  const text = user.password_hash === null ? firstPasswordMail : resetMail;
  const mailed = await mail(installation, user.email, text(messagesIn('en'), link));
  return { link, link_expires_at: toTimestamp(expiresAt), mailed };
}

/** Whether the mail went out; if not although it should, the command says so, and has the link all the same. */
async function mail(
  { config }: Installation,
  to: string | null,
  told: Pick<Mail, 'subject' | 'text'>,
): Promise<boolean> {
  if (!config.mail || to === null) return false;
  const send = createMailer(config.mail);
  try {
    await send({ to, ...told, attachments: [], messageId: randomUUID() });
    return true;
  } catch (error) {
    process.stderr.write(`The e-mail was not sent, so pass on the link yourself: ${(error as Error).message}.\n`);
    return false;
  }
}
