import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailConfig } from '../../platform/config/config.ts';
import { chatReasons } from '../chat-channels/post-message.ts';
import { composeMail, type Mail } from './compose-mail.ts';

/** Why a mail or message did not go out, for programs; `mail_server` is any other fault that the server or the network told. */
export const mailReasons = [
  ...['no_mail_server', 'stopped', 'link_revoked', 'too_large', 'file_lost', 'report_lost'],
  ...['unknown', 'unwanted', 'render', 'bounced', ...chatReasons],
  ...['timeout', 'unreachable', 'sign_in_refused', 'encryption', 'address_refused', 'mail_refused', 'mail_server'],
] as const;
export type MailReason = (typeof mailReasons)[number];

/** Whether it may have gone out, of which nobody knows. */
export function isUnknown(reason: MailReason | null): boolean {
  return reason === 'unknown' || reason === 'chat_silent';
}

/**
 * Why a mail or message did not go out; `final` when the server will not take it later either. One whose reason is `unknown` may
 * have gone out.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly final: boolean;
  readonly reason: MailReason;
  /** What the server answered, with its codes; null where it said nothing. */
  readonly answer: string | null;
  /** The wait that was asked for, in milliseconds. */
  readonly askedMs: number | undefined;

  constructor(
    message: string,
    final: boolean,
    reason: MailReason = 'mail_server',
    {
      cause,
      answer = null,
      askedMs,
    }: { readonly cause?: unknown; readonly answer?: string | null; readonly askedMs?: number | undefined } = {},
  ) {
    super(message, { cause });
    this.final = final;
    this.reason = reason;
    this.answer = answer;
    this.askedMs = askedMs;
  }
}

/** What the mail server said when it took a mail of `size` bytes. */
export interface AcceptedMail {
  readonly answer: string;
  readonly size: number;
}

/**
 * Resolves once the mail server has accepted the mail; throws a MailError, also if `signal` aborts before that. With
 * `beforeEnd` the connection is kept for the next mail, until `release`; it is called when all of the mail but its end has
 * gone out, and the end only follows once it resolves.
 */
export interface SendMail {
  (mail: Mail, signal?: AbortSignal, beforeEnd?: () => Promise<void>): Promise<AcceptedMail>;
  release(): void;
}

const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000 };
/** What the library's codes of faults mean. */
const reasons: Readonly<Record<string, MailReason>> = {
  ...{ EENVELOPE: 'address_refused', EMESSAGE: 'mail_refused', EAUTH: 'sign_in_refused', ENOAUTH: 'sign_in_refused' },
  ...{ EDNS: 'unreachable', ECONNECTION: 'unreachable', ECONNREFUSED: 'unreachable', ESOCKET: 'unreachable' },
  ...{ ETIMEDOUT: 'timeout', ETLS: 'encryption' },
};
/** Faults of the mail itself. Others, such as refused credentials, may be fixed before the next attempt. */
const mailFaults = new Set(['EENVELOPE', 'EMESSAGE']);

/** How long a server may take for what is sent, and to say that it has taken it (RFC 5321, 4.5.3.2). */
interface MailerTimes {
  readonly sendMs: number;
  readonly answerMs: number;
}

/** Sends by SMTP (RFC 5321); encrypted when the server offers it, and always with `smtps:`. */
export function createMailer(
  config: MailConfig,
  times: MailerTimes = { sendMs: 120_000, answerMs: 10 * 60_000 },
): SendMail {
  const kept = new Set<SMTPConnection>();
  const release = () => {
    for (const connection of kept) connection.close();
    kept.clear();
  };

  const send = async (mail: Mail, signal?: AbortSignal, beforeEnd?: () => Promise<void>): Promise<AcceptedMail> => {
    const { envelope, message } = await composeMail(config, mail);
    const order = { envelope, message, signal, beforeEnd, times };
    const [reused] = kept;
    if (reused) {
      kept.delete(reused);
      const answer = await handOver(reused, order).catch((error: unknown) => {
        // The server ended the connection meanwhile; nothing of the mail went out.
        if (error instanceof MailError && error.reason === 'unreachable') return undefined;
        throw error;
      });
      if (answer !== undefined) return accepted(reused, answer);
    }
    const connection = await openConnection(config, signal, times.sendMs);
    return accepted(connection, await handOver(connection, order));

    function accepted(used: SMTPConnection, answer: string): AcceptedMail {
      if (beforeEnd) kept.add(used);
      else used.close();
      return { answer, size: message.length };
    }
  };
  return Object.assign(send, { release });
}

/** Connects and signs in. */
async function openConnection(
  config: MailConfig,
  signal: AbortSignal | undefined,
  sendMs: number,
): Promise<SMTPConnection> {
  // Loaded with the first mail: most installations send none.
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...options } = parseConnectionUrl(config.url);
  const connection = new Connection({ ...options, ...timeouts, socketTimeout: 0 });
  const { user = '', pass = '' } = (auth ?? {}) as { readonly user?: string; readonly pass?: string };
  try {
    await underWay(connection, { signal, afterMs: () => sendMs }, (done) => {
      connection.connect((error) => {
        if (error || !user) return done(error);
        connection.login({ credentials: { user, pass } }, (refused) => done(refused));
      });
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

interface Order {
  readonly envelope: { readonly from: string; readonly to: string[] };
  readonly message: Buffer;
  readonly signal: AbortSignal | undefined;
  readonly beforeEnd: (() => Promise<void>) | undefined;
  readonly times: MailerTimes;
}

const chunkBytes = 64 * 1024;

/** Gives a mail to the server, and returns its answer. Closes the connection at a fault. */
async function handOver(connection: SMTPConnection, order: Order): Promise<string> {
  const { envelope, message, signal, beforeEnd, times } = order;
  let isEnded = false;
  async function* parts() {
    for (let at = 0; at < message.length; at += chunkBytes) yield message.subarray(at, at + chunkBytes);
    await beforeEnd?.();
    isEnded = true;
  }
  const source = Readable.from(parts());
  try {
    const afterMs = () => (isEnded ? times.answerMs : times.sendMs);
    return await underWay<string>(connection, { signal, afterMs }, (done) =>
      connection.send({ ...envelope, size: message.length }, source, (error, info) =>
        done(error, info?.response ?? ''),
      ),
    );
  } catch (error) {
    connection.close();
    source.destroy();
    if (!isEnded || (error instanceof MailError && error.answer !== null)) throw error;
    throw new MailError(
      `The mail server had the whole e-mail and did not say whether it took it; it may have arrived, so it is not sent again. (${(error as Error).message})`,
      true,
      'unknown',
      { cause: error },
    );
  }
}

/** What a step with the server ends with, at the latest `afterMs` after it began. */
async function underWay<T = undefined>(
  connection: SMTPConnection,
  { signal, afterMs }: { readonly signal: AbortSignal | undefined; readonly afterMs: () => number },
  begin: (done: (error?: Error | null, value?: T) => void) => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const began = performance.now();
  const late = () => reject(new MailError('The mail server took too long.', false, 'timeout'));
  const check = () => {
    if (performance.now() - began >= afterMs()) late();
  };
  const clock = setInterval(check, Math.min(1_000, afterMs()));
  const stopped = () => reject(new MailError('The service stopped before the mail server answered.', false, 'stopped'));
  const failed = (error: Error) => reject(toMailError(error));
  const closed = () => failed(Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' }));
  signal?.addEventListener('abort', stopped, { once: true });
  connection.on('error', failed);
  connection.on('end', closed);
  try {
    if (signal?.aborted) stopped();
    else begin((error, value) => (error ? failed(error) : resolve(value as T)));
    return await promise;
  } finally {
    clearInterval(clock);
    signal?.removeEventListener('abort', stopped);
    connection.off('error', failed);
    connection.off('end', closed);
    // A fault of a connection that nobody uses any more is no fault.
    connection.off('error', ignored).on('error', ignored);
  }
}

function ignored(): void {}

function toMailError(error: Error): MailError {
  if (error instanceof MailError) return error;
  const { code = '', response, message } = error as Error & { readonly code?: string; readonly response?: string };
  const answer = typeof response === 'string' ? response : null;
  const isFinal = mailFaults.has(code) && answer !== null && isPermanent(answer);
  return new MailError(message, isFinal, reasons[code] ?? 'mail_server', { cause: error, answer });
}

/** The class of an answer's enhanced code says more than that of its basic one (RFC 3463). */
function isPermanent(answer: string): boolean {
  return (enhancedCode(answer) ?? answer).startsWith('5');
}

function enhancedCode(answer: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1];
}

/** Whether an answer says that there is no such address, or that it takes nothing any more. */
export function isAddressGone(answer: string | null): boolean {
  return /^5\.(1\.[1-3]|1\.6|1\.10|2\.1)$/.test(enhancedCode(answer ?? '') ?? '');
}

/** Connects and signs in without sending; throws the error of the server or the network. */
export async function verifyMailServer({ url }: MailConfig): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...timeouts, socketTimeout: 30_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
