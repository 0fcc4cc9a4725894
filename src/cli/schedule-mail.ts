import type { Command } from 'commander';
import type { GivenMail, RecipientOptions } from '../domains/schedules/mail-settings.ts';
import { deliveryWays } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { collect, oneOf } from './output.ts';

/** What the e-mails of a schedule are besides their report, as flags. */
export interface MailFlags {
  subject?: string;
  message?: string;
  replyTo?: string;
  senderName?: string;
  cc?: string[];
  bcc?: string[];
  for?: string[];
}

export const mailWords = {
  ...{ subject: '--subject', message: '--message', reply_to: '--reply-to', sender_name: '--sender-name' },
  ...{ cc: '--cc', bcc: '--bcc', recipient_options: '--for' },
};

export function withMailFlags(command: Command): Command {
  return command
    .option('--subject <text>', "of the e-mail, with placeholders such as {{project}}; none for the report's title")
    .option('--message <text>', 'above the report, with the same placeholders; or none')
    .option('--reply-to <address>', 'whom answers go to; or none')
    .option('--sender-name <name>', 'in place of the name in MAIL_FROM; or none')
    .option('--cc <addresses>', 'who gets a copy that all see, separated by commas; or none', collect)
    .option('--bcc <addresses>', 'who gets a copy that nobody else sees, separated by commas; or none', collect)
    .option(
      '--for <options>',
      'what one of them gets otherwise, such as "ann@example.com; language=de; deliver=link; sections=kpis|Key figures"; once for each, replacing those before; or none',
      (text: string, before: string[] = []) => [...before, text],
    );
}

export function toGivenMail({ subject, message, replyTo, senderName, cc, bcc, for: own }: MailFlags): GivenMail {
  return {
    subject: orNone(subject),
    message: orNone(message),
    reply_to: orNone(replyTo),
    sender_name: orNone(senderName),
    cc: cc?.filter((each) => each !== 'none'),
    bcc: bcc?.filter((each) => each !== 'none'),
    recipient_options: own?.filter((each) => each !== 'none').map(readOptions),
  };
}

function orNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}

/** `ADDRESS; language=…; deliver=…; sections=…|…`, each of the three at most once. */
function readOptions(text: string): RecipientOptions {
  const [address = '', ...parts] = text.split(';').map((part) => part.trim());
  const named = parts.filter(Boolean).map((part) => {
    const [, name = '', value = ''] = /^(language|deliver|sections)=(.+)$/.exec(part) ?? [];
    if (name) return [name, value.trim()] as const;
    throw new OperatorError(`--for takes language=…, deliver=… and sections=… behind an address, not "${part}".`);
  });
  if (new Set(named.map(([name]) => name)).size < named.length) {
    throw new OperatorError(`--for takes each of its options once: "${text}".`);
  }
  const { language, deliver, sections } = Object.fromEntries(named) as Record<string, string | undefined>;
  return {
    address,
    ...(language !== undefined && { language }),
    ...(deliver !== undefined && { deliver: oneOf('--for … deliver=', deliveryWays)(deliver) }),
    ...(sections !== undefined && {
      sections: sections
        .split('|')
        .map((each) => each.trim())
        .filter(Boolean),
    }),
  };
}
