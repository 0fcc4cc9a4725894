import type { Input } from '../../api/client.ts';
import type { Schedule } from './words.ts';

/** By what the day of a month is named. */
type DayKind = 'date' | 'weekday' | 'working';

/** A schedule as somebody writes it. */
export type ScheduleDraft = Pick<
  Schedule,
  | 'cadence'
  | 'at'
  | 'time_zone'
  | 'period'
  | 'compare'
  | 'export'
  | 'email'
  | 'channels'
  | 'deliver'
  | 'approve'
  | 'subject'
  | 'message'
  | 'reply_to'
  | 'sender_name'
> & {
  readonly dayKind: DayKind;
  readonly weekday: NonNullable<Schedule['weekday']>;
  readonly day: number;
  /** Addresses, separated by commas. */
  readonly copies: string;
  readonly blindCopies: string;
  readonly week: NonNullable<Schedule['week']>;
  readonly workingDay: number;
  readonly month: number;
  /** Empty for none, as `until`. */
  readonly from: string;
  readonly until: string;
  readonly skip: readonly string[];
  /** The beginning of another day to skip. */
  readonly typedSkip: string;
  readonly approvers: readonly string[];
  readonly onlyIf: Schedule['only_if'];
  readonly ownOptions: readonly OwnOptions[];
  /** What becomes of a report whose connections lack figures, and until which hour it waits; `now` for not at all. */
  readonly late: 'now' | NonNullable<Schedule['fresh_by']>['otherwise'];
  readonly lateUntil: string;
  /** When it fires as a rule of RFC 5545, in place of its days; empty for those. */
  readonly rrule: string;
  /** The rule of what is stored. */
  readonly savedRule: string | null;
  /** The beginning of another one who may release it. */
  readonly typedApprover: string;
  /** The beginning of another recipient. */
  readonly typed: string;
};

/** What a single recipient gets otherwise than the others; null for the same. */
export interface OwnOptions {
  readonly address: string;
  readonly language: string | null;
  readonly deliver: Schedule['deliver'] | null;
  /** Titles or kinds, one a line; empty for all. */
  readonly sections: string;
}

export const mostRecipients = 50;

export const isAddress = (text: string): boolean => /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/.test(text);

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export const isByMonth = ({ cadence }: Pick<ScheduleDraft, 'cadence'>): boolean =>
  cadence === 'monthly' || cadence === 'quarterly' || cadence === 'yearly';

const usualHour = '11:00';

/** What agencies send most: the month before, early in the next one. */
export function newDraft(timeZone: string): ScheduleDraft {
  return {
    ...{ cadence: 'monthly', dayKind: 'date', weekday: 'monday', day: 1, week: 'first', workingDay: 1, month: 1 },
    ...{ at: '07:00', time_zone: timeZone, from: '', until: '', skip: [], typedSkip: '' },
    ...{ period: 'previous-month', compare: 'previous', export: ['pdf'], email: [], deliver: 'attachment', typed: '' },
    channels: [],
    ...{ subject: null, message: null, reply_to: null, sender_name: null, copies: '', blindCopies: '' },
    ...{ approve: false, approvers: [], typedApprover: '', onlyIf: [], ownOptions: [] },
    ...{ late: 'now', lateUntil: usualHour, rrule: '', savedRule: null },
  };
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { cadence, at, time_zone, period, compare, export: files, email, channels, deliver, skip } = schedule;
  const { weekday, day, week, working_day, month, from, until, approve, approvers, only_if: onlyIf } = schedule;
  const { fresh_by, rrule: savedRule } = schedule;
  return {
    ...{
      cadence,
      at,
      time_zone,
      period,
      compare,
      export: files,
      email,
      channels,
      deliver,
      skip,
      typed: '',
      typedSkip: '',
    },
    dayKind: week !== null ? 'weekday' : working_day !== null ? 'working' : 'date',
    ...{ weekday: weekday ?? 'monday', day: day ?? 1, week: week ?? 'first', workingDay: working_day ?? 1 },
    ...{ approve, approvers, typedApprover: '', onlyIf },
    ...{ late: fresh_by?.otherwise ?? 'now', lateUntil: fresh_by?.hour ?? usualHour, rrule: '', savedRule },
    ...mailOf(schedule),
    ...{ month: month ?? 1, from: from ?? '', until: until ?? '' },
  };
}

/** The draft as the service takes it: with a day of the cadence alone. */
export function bodyOf(draft: ScheduleDraft): Input<'createSchedule'>['body'] {
  const {
    typed: _,
    typedSkip: __,
    typedApprover: ___,
    copies,
    blindCopies,
    approvers,
    onlyIf,
    ownOptions,
    dayKind,
    workingDay,
    weekday,
    day,
    week,
    month,
    from,
    until,
    skip,
    late,
    lateUntil,
    rrule,
    savedRule: ____,
    cadence,
    at,
    time_zone,
    ...rest
  } = draft;
  const common = {
    ...rest,
    cc: addressesOf(copies),
    bcc: addressesOf(blindCopies),
    fresh_by: late === 'now' ? null : { hour: lateUntil, otherwise: late },
    only_if: [...onlyIf],
    recipient_options: optionsBody(draft),
    approvers: rest.approve ? [...approvers] : [],
  };
  if (rrule.trim() !== '') return { ...common, ...besideRule(draft), rrule: rrule.trim() };
  const kind = isByMonth(draft) ? dayKind : null;
  const isByWeek = cadence === 'weekly' || cadence === 'fortnightly' || kind === 'weekday';
  return {
    ...{ ...common, cadence, at, time_zone },
    weekday: isByWeek ? weekday : null,
    day: kind === 'date' ? day : null,
    week: kind === 'weekday' ? week : null,
    working_day: kind === 'working' ? workingDay : null,
    month: cadence === 'quarterly' || cadence === 'yearly' ? month : null,
    ...{ from: from || null, until: until || null, skip: [...skip] },
  };
}

/** All who get an e-mail, as they are written now. */
export function recipientsOf({ email, copies, blindCopies }: ScheduleDraft): string[] {
  const all = [...email, ...addressesOf(copies), ...addressesOf(blindCopies)];
  return [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
}

/** Of those alone who still get one. */
function optionsBody(draft: ScheduleDraft) {
  const known = new Set(recipientsOf(draft).map((address) => address.toLowerCase()));
  return draft.ownOptions
    .filter(({ address }) => known.has(address.toLowerCase()))
    .map(({ sections, ...own }) => {
      const named = sections
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      return { ...own, sections: named.length > 0 ? named : null };
    });
}

/** Of the time and the days what a rule with these lines leaves open. */
export function besideRule({ rrule, at, time_zone, from, until, skip }: ScheduleDraft) {
  const [start = ''] = /^DTSTART.*$/im.exec(rrule) ?? [];
  return {
    ...(!/T\d{6}/i.test(start) && { at }),
    ...(!/TZID=|Z\s*$/i.test(start) && { time_zone }),
    ...(start === '' && { from: from || null }),
    ...(!/UNTIL=/i.test(rrule) && { until: until || null }),
    ...(!/^EXDATE/im.test(rrule) && { skip: [...skip] }),
  };
}

/** The zone in which the runs of a draft are told: that of its rule, where it has one that is known here. */
export function zoneOf({ rrule, time_zone }: Pick<ScheduleDraft, 'rrule' | 'time_zone'>): string {
  const [, named = time_zone] = /^DTSTART;[^:]*TZID="?([^;:"]+)/im.exec(rrule) ?? [];
  try {
    return new Intl.DateTimeFormat('en', { timeZone: named }).resolvedOptions().timeZone;
  } catch {
    return time_zone;
  }
}

function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function mailOf({ subject, message, reply_to, sender_name, cc, bcc, recipient_options }: Schedule) {
  const ownOptions = recipient_options.map(({ address, language = null, deliver = null, sections }) => {
    return { address, language, deliver, sections: (sections ?? []).join('\n') };
  });
  return { subject, message, reply_to, sender_name, copies: cc.join(', '), blindCopies: bcc.join(', '), ownOptions };
}
