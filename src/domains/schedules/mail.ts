import type { MailConfig } from '../../platform/config/config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
  /** The same for each attempt at one delivery, so that a mail that arrives twice is shown once. */
  readonly messageId: string;
}

/** Why a mail did not go out; `final` when the server will not take it later either. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly final: boolean;

  constructor(message: string, final: boolean, cause?: unknown) {
    super(message, { cause });
    this.final = final;
  }
}

/** Resolves once the mail server has accepted the mail; throws a MailError, also if `signal` aborts before that. */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<void>;

const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Faults of the mail itself. Others, such as refused credentials, may be fixed before the next attempt. */
const mailFaults = new Set(['EENVELOPE', 'EMESSAGE']);
/** Shorter than a delivery's claim, so that no other process sends the mail meanwhile. */
const deadlineMs = 120_000;

/** Sends by SMTP (RFC 5321), one connection per mail; encrypted when the server offers it, and always with `smtps:`. */
export function createMailer({ url, from }: MailConfig): SendMail {
  const sender = senderOf(from);
  return async ({ messageId, ...mail }, signal) => {
    // Loaded with the first mail: most installations send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, ...timeouts });
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      await transport.sendMail({
        ...mail,
        attachments: [...mail.attachments],
        from: sender,
        messageId: `<${messageId}@${sender.address.split('@')[1]}>`,
        // So that no out-of-office reply or other program answers it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        // A text must not make the library read a file or URL.
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    } catch (error) {
      if (signal?.aborted) throw new MailError('The service stopped before the mail server answered.', false, error);
      if (deadline.aborted) throw new MailError('The mail server took too long.', false, error);
      const {
        code = '',
        responseCode = 0,
        message,
      } = error as { code?: string; responseCode?: number; message: string };
      throw new MailError(message, responseCode >= 500 && mailFaults.has(code), error);
    } finally {
      transport.close();
    }
  };
}

/** Connects and signs in without sending; throws the error of the server or the network. */
export async function verifyMailServer({ url }: MailConfig): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Split here, because in a single string the name could be parsed as a group of addresses or a comment. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<]*)<([^>]*)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
