import { fieldFault, refusedField } from '../../platform/faults.ts';
import { isLocale } from '../../platform/locales.ts';
import { placeholderNames, readPlaceholder } from '../../reporting/documents/placeholders.ts';
import { mailPlaceholders } from '../../reporting/renderers/mail/mail-placeholders.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import { findMetricKeys } from '../connections/metric-keys.ts';
import type { ScheduleRow } from './schedules.ts';

/** What the e-mails of a schedule are besides their report, as people and programs give it. */
export interface MailSettings {
  /** With placeholders; null for the report's title and period. */
  readonly subject: string | null;
  readonly message: string | null;
  readonly reply_to: string | null;
  readonly sender_name: string | null;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** What single recipients get otherwise than the others. */
  readonly recipient_options: readonly RecipientOptions[];
}

// A type, so that commands can print it.
export type RecipientOptions = {
  readonly address: string;
  /** BCP 47; the report's if absent. */
  readonly language?: string | null;
  /** The schedule's way if absent. */
  readonly deliver?: ScheduleRow['delivery'] | null;
  /** Titles or types of sections; all if absent. */
  readonly sections?: readonly string[] | null;
};

export type GivenMail = { readonly [Name in keyof MailSettings]?: MailSettings[Name] | undefined };

const mailFields = ['subject', 'message', 'reply_to', 'sender_name', 'cc', 'bcc', 'recipient_options'] as const;
const none: MailSettings = {
  ...{ subject: null, message: null, reply_to: null, sender_name: null },
  ...{ cc: [], bcc: [], recipient_options: [] },
};
export const longest = { subject: 200, message: 5_000, senderName: 100 };

/** Those of a stored schedule. */
export function mailSettingsOf({ mail }: Pick<ScheduleRow, 'mail'>): MailSettings {
  return { ...none, ...(JSON.parse(mail) as Partial<MailSettings>) };
}

/** What is given, and for the rest what was before. */
export function withGivenMail(given: GivenMail, before?: Pick<ScheduleRow, 'mail'>): MailSettings {
  const known = before ? mailSettingsOf(before) : none;
  const set = mailFields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...known, ...Object.fromEntries(set) };
}

/** Where a schedule may send to, and which connections its project has. */
export interface MailSurroundings {
  /** Null for every domain. */
  readonly domains: readonly string[] | null;
  readonly connections: readonly Pick<ConnectionRow, 'id' | 'config'>[];
}

/** Throws a fault of the first field at fault. */
export function checkMail(
  { subject, message, reply_to, sender_name, cc, bcc, recipient_options }: MailSettings,
  recipients: readonly string[],
  { domains, connections }: MailSurroundings,
): void {
  checkLine('subject', subject, longest.subject);
  checkLine('sender_name', sender_name, longest.senderName);
  if (message !== null && message.length > longest.message) {
    throw refusedField('message', 'maxLength', `takes at most ${longest.message} characters`);
  }
  checkPlaceholders('subject', subject, connections);
  checkPlaceholders('message', message, connections);
  checkAddresses('reply_to', reply_to === null ? [] : [reply_to]);
  checkAddresses('cc', cc);
  checkAddresses('bcc', bcc);
  if (recipients.length === 0 && cc.length + bcc.length > 0) {
    throw fieldFault('email', 'required', 'Copies need somebody whom the e-mail is to; name an address in email.');
  }
  for (const [field, addresses] of [
    ['email', recipients],
    ['cc', cc],
    ['bcc', bcc],
  ] as const) {
    checkDomains(field, addresses, domains);
  }
  checkOptions(recipient_options, [...recipients, ...cc, ...bcc]);
}

/** Throws a fault of the field for what is no address, or one that the installation sends nothing to. */
export function checkAddress(field: string, address: string, domains: MailSurroundings['domains']): void {
  checkAddresses(field, [address]);
  checkDomains(field, [address], domains);
}

/** A line of a mail's head: a break in it would begin another line of the head. */
function checkLine(field: string, text: string | null, most: number): void {
  if (text === null) return;
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    throw refusedField(field, 'pattern', 'takes one line without control characters');
  if (text.length > most) throw refusedField(field, 'maxLength', `takes at most ${most} characters`);
}

function checkPlaceholders(
  field: 'subject' | 'message',
  text: string | null,
  connections: MailSurroundings['connections'],
): void {
  const keys = new Map(connections.map(({ id, config }) => [id, findMetricKeys(config)]));
  const unknown = placeholderNames(text ?? '').find((name) => {
    if ((mailPlaceholders as readonly string[]).includes(name)) return false;
    const read = readPlaceholder(name);
    if (!read) return true;
    if ('period' in read) return false;
    return !keys.has(read.connection) || keys.get(read.connection)?.has(read.metric) === false;
  });
  if (unknown === undefined) return;
  const known =
    '{{project}}, {{client}}, {{period.current}}, {{period.compare}} or {{CONNECTION.METRIC.current}}, .compare or .change';
  throw fieldFault(field, 'placeholder', `The placeholder "{{${unknown}}}" stands for nothing. Use ${known}.`);
}

function checkAddresses(field: string, addresses: readonly string[]): void {
  const wrong = addresses.find((address) => !/^[^\s@<>,;"\p{Cc}]{1,64}@[^\s@<>,;"\p{Cc}]{1,255}$/u.test(address));
  if (wrong !== undefined) {
    throw refusedField(field, 'value', `takes addresses such as ann@example.com, not "${wrong}"`);
  }
}

function checkDomains(field: string, addresses: readonly string[], domains: readonly string[] | null): void {
  if (domains === null) return;
  const outside = addresses.find(
    (address) => !domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase()),
  );
  if (outside === undefined) return;
  throw fieldFault(
    field,
    'domain',
    `This installation sends e-mail to ${domains.join(', ')} alone (MAIL_ALLOWED_DOMAINS), not to "${outside}".`,
  );
}

function checkOptions(options: readonly RecipientOptions[], recipients: readonly string[]): void {
  for (const [index, { address, language, sections }] of options.entries()) {
    const field = `recipient_options.${index}`;
    if (!recipients.some((each) => each.toLowerCase() === address.toLowerCase())) {
      throw fieldFault(`${field}.address`, 'value', `"${address}" is none of the addresses that this schedule mails.`);
    }
    if (language && !isLocale(language)) {
      throw refusedField(`${field}.language`, 'value', `takes a language such as de or pt-BR, not "${language}"`);
    }
    if (sections && sections.length === 0) {
      throw refusedField(`${field}.sections`, 'minItems', 'names at least one section; leave it out for all');
    }
  }
}

/** What a recipient gets otherwise than the others, whatever the case of the address. */
export function optionsOf({ recipient_options }: MailSettings, address: string): Omit<RecipientOptions, 'address'> {
  return recipient_options.find((each) => each.address.toLowerCase() === address.toLowerCase()) ?? {};
}
