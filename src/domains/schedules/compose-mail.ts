import type { DkimConfig, MailConfig } from '../../platform/config/config.ts';
import type { MailPicture } from '../../reporting/renderers/mail/mail-order.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The pictures that the HTML refers to. */
  readonly pictures?: readonly MailPicture[];
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
  /** The same for each attempt at one delivery, so that a mail that arrives twice is shown once. */
  readonly messageId: string;
  /** Who the mail is handed over for, where its head names others. */
  readonly recipient?: string;
  readonly cc?: readonly string[];
  readonly replyTo?: string | null;
  /** In place of the name of `MAIL_FROM`. */
  readonly senderName?: string | null;
  /** Where a single POST takes its recipient off the list (RFC 8058). */
  readonly unsubscribe?: string | null;
}

/** The headers that a mail program reads before it offers to end a subscription have to be signed (RFC 8058). */
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted';

/** A mail as it goes over the wire, and for whom. */
export async function composeMail({ from, dkim, bounces }: MailConfig, mail: Mail) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const sender = senderOf(from);
  const { to, cc = [], replyTo, senderName, unsubscribe, recipient = to } = mail;
  const message = await new MailComposer({
    ...{ to, subject: mail.subject, text: mail.text },
    from: senderName ? { ...sender, name: senderName } : sender,
    ...(cc.length > 0 && { cc: [...cc] }),
    ...(replyTo && { replyTo }),
    ...(mail.html !== undefined && { html: mail.html }),
    attachments: [
      ...(mail.pictures ?? []).map(({ cid, filename, png }) => {
        const content = Buffer.from(png);
        return { cid, filename, content, contentType: 'image/png', contentDisposition: 'inline' };
      }),
      ...mail.attachments,
    ],
    messageId: `<${mail.messageId}@${sender.address.split('@')[1]}>`,
    date: new Date(),
    headers: {
      // So that no out-of-office reply or other program answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
      }),
      // Only over TLS a single POST may do it (RFC 8058).
      ...(unsubscribe?.startsWith('https:') && {
        'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      }),
    },
    newline: 'windows',
    // A text must not make the library read a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  const signed = dkim ? await sign(message, dkim) : message;
  const returned = bounces?.address ? returnPath(bounces.address, mail.messageId) : sender.address;
  return { envelope: { from: returned, to: [recipient] }, message: signed };
}

/** An address of its own for each mail, so that what comes back tells which it was (VERP). */
function returnPath(address: string, messageId: string): string {
  const [local, domain] = address.split('@');
  return `${local}+${messageId}@${domain}`;
}

async function sign(message: Buffer, { domain, selector, privateKey }: DkimConfig): Promise<Buffer> {
  const { default: Dkim } = await import('nodemailer/lib/dkim');
  const options = { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders };
  return Buffer.concat(await Array.fromAsync<Buffer>(new Dkim(options).sign(message)));
}

/** Split here, because in a single string the name could be parsed as a group of addresses or a comment. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<]*)<([^>]*)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
