import { fieldFault, refusedField } from '../../platform/faults.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { isTimeZone } from '../projects/settings.ts';
import { checkConditions } from './conditions.ts';
import { checkDays, checkMonthDay, type GivenDay, type GivenDays } from './day-rules.ts';
import { checkFreshBy, isTime } from './freshness.ts';
import type { Recurrence } from './occurrences.ts';
import type { NewSchedule } from './schedules.ts';

export const mostRecipients = 50;
export const mostChannels = 10;

/** A schedule as people and programs give it. */
export interface ScheduleFields
  extends Pick<NewSchedule, 'period' | 'compare' | 'delivery' | 'approve' | 'onlyIf' | 'freshBy'>,
    GivenDay,
    GivenDays {
  readonly cadence: Recurrence['cadence'];
  readonly at: string;
  readonly timeZone: string;
  readonly formats: readonly ExportFormat[];
  readonly recipients: readonly string[];
  readonly channels: readonly string[];
  readonly approvers: readonly string[];
}

/** What is stored of a schedule. Throws a fault of the first field at fault. */
export function checkSchedule(
  fields: ScheduleFields,
  hasMail: boolean,
): Omit<NewSchedule, 'projectId'> & Pick<ScheduleFields, 'channels'> {
  const { cadence, at, timeZone, period, compare, delivery, approve } = fields;
  const formats = [...new Set(fields.formats)];
  const recipients = checkRecipients([...new Set(fields.recipients)]);
  const channels = [...new Set(fields.channels)];
  if (channels.length > mostChannels) {
    throw refusedField('channels', 'maxItems', `takes at most ${mostChannels} channels`);
  }
  if (!isTime(at)) throw refusedField('at', 'pattern', `takes a time as HH:MM, not "${at}"`);
  if (!isTimeZone(timeZone)) {
    throw refusedField('time_zone', 'value', `takes a name such as Europe/Berlin, not "${timeZone}"`);
  }
  const recurrence = { cadence, ...checkMonthDay(cadence, fields), at, timeZone, ...checkDays(fields) };
  if (recipients.length > 0 && !hasMail) throw noMailServer();
  if (recipients.length > 0 && delivery === 'attachment' && formats.length === 0) {
    throw fieldFault('deliver', 'attachment', 'There is no file to attach; export a format, or deliver a link.');
  }
  return {
    recurrence,
    period,
    compare,
    formats,
    recipients,
    channels,
    delivery,
    approve,
    approvers: checkNamed(fields),
    onlyIf: checkConditions(fields.onlyIf),
    freshBy: checkFreshBy(fields.freshBy, at),
  };
}

function checkNamed({ approve, approvers }: ScheduleFields): readonly string[] {
  if (approvers.length > 0 && !approve) {
    throw fieldFault('approvers', 'approve', 'Who may release the reports is named where they wait for it: approve.');
  }
  return [...new Set(approvers)];
}

/** The fault of an e-mail that the installation cannot send. */
export function noMailServer(): Error {
  return fieldFault('email', 'mail_server', 'No mail server is configured; the operator sets SMTP_URL and MAIL_FROM.');
}

function checkRecipients(recipients: readonly string[]): readonly string[] {
  const wrong = recipients.find((address) => !/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/.test(address));
  if (wrong !== undefined) {
    throw refusedField('email', 'value', `takes addresses such as ann@example.com, not "${wrong}"`);
  }
  if (recipients.length <= mostRecipients) return recipients;
  throw refusedField('email', 'maxItems', `takes at most ${mostRecipients} addresses`);
}
