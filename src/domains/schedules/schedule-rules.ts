import { fieldFault, refusedField } from '../../platform/faults.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { isTimeZone } from '../projects/settings.ts';
import type { Recurrence } from './occurrences.ts';
import type { NewSchedule } from './schedules.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const mostRecipients = 50;

/** A schedule as people and programs give it. */
export interface ScheduleFields extends Pick<NewSchedule, 'period' | 'compare' | 'delivery'> {
  readonly cadence: Recurrence['cadence'];
  /** Weekly: a weekday; monthly: 1 to 31; null when daily. */
  readonly day: string | number | null;
  readonly at: string;
  readonly timeZone: string;
  readonly formats: readonly ExportFormat[];
  readonly recipients: readonly string[];
}

/** What is stored of a schedule. Throws a fault of the first field at fault. */
export function checkSchedule(fields: ScheduleFields, hasMail: boolean): Omit<NewSchedule, 'projectId'> {
  const { cadence, at, timeZone, period, compare, delivery } = fields;
  const formats = [...new Set(fields.formats)];
  const recipients = checkRecipients([...new Set(fields.recipients)]);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) {
    throw refusedField('at', 'pattern', `takes a time as HH:MM, not "${at}"`);
  }
  if (!isTimeZone(timeZone)) {
    throw refusedField('time_zone', 'value', `takes a name such as Europe/Berlin, not "${timeZone}"`);
  }
  const recurrence = { cadence, day: dayOf(cadence, fields.day), at, timeZone };
  if (recipients.length > 0 && !hasMail) throw noMailServer();
  if (recipients.length > 0 && delivery === 'attachment' && formats.length === 0) {
    throw fieldFault('deliver', 'attachment', 'There is no file to attach; export a format, or deliver a link.');
  }
  return { recurrence, period, compare, formats, recipients, delivery };
}

/** The fault of an e-mail that the installation cannot send. */
export function noMailServer(): Error {
  return fieldFault('email', 'mail_server', 'No mail server is configured; the operator sets SMTP_URL and MAIL_FROM.');
}

function dayOf(cadence: Recurrence['cadence'], day: string | number | null): number | null {
  if (cadence === 'daily') {
    if (day === null) return null;
    throw fieldFault('day', 'daily', 'Only weekly and monthly schedules have a day.');
  }
  if (cadence === 'weekly') {
    const index = weekdays.indexOf(String(day).toLowerCase() as (typeof weekdays)[number]);
    if (index >= 0) return index + 1;
    throw fieldFault('weekday', 'weekly', 'The day of a weekly schedule is monday to sunday.');
  }
  if (/^([1-9]|[12]\d|3[01])$/.test(String(day))) return Number(day);
  throw fieldFault('day', 'monthly', 'The day of a monthly schedule is 1 to 31.');
}

function checkRecipients(recipients: readonly string[]): readonly string[] {
  const wrong = recipients.find((address) => !/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/.test(address));
  if (wrong !== undefined) {
    throw refusedField('email', 'value', `takes addresses such as ann@example.com, not "${wrong}"`);
  }
  if (recipients.length <= mostRecipients) return recipients;
  throw refusedField('email', 'maxItems', `takes at most ${mostRecipients} addresses`);
}

/** The day of a stored schedule as it is given and shown. */
export function shownDay({ cadence, day }: Pick<Recurrence, 'cadence' | 'day'>): string | number | null {
  return cadence === 'weekly' ? (weekdays[(day ?? 1) - 1] ?? null) : day;
}
