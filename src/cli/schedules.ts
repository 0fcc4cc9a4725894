import type { Command } from 'commander';
import type { Condition } from '../domains/schedules/conditions.ts';
import { shownDay } from '../domains/schedules/day-rules.ts';
import type { FreshBy } from '../domains/schedules/freshness.ts';
import type { GivenSchedule } from '../domains/schedules/given-schedule.ts';
import { type ListedRun, listRuns, toFreshness } from '../domains/schedules/listed-runs.ts';
import { mailSettingsOf } from '../domains/schedules/mail-settings.ts';
import { addChecked, checkedMail, storeGiven, toFields } from '../domains/schedules/managed-schedules.ts';
import { rejectRun, releaseRun } from '../domains/schedules/release-run.ts';
import { writeRrule } from '../domains/schedules/rrule/write-rrule.ts';
import { ruleWordsFor } from '../domains/schedules/rule-words/catalog.ts';
import { sayWholeRule } from '../domains/schedules/rule-words/rule-words.ts';
import { checkSchedule } from '../domains/schedules/schedule-rules.ts';
import {
  getSchedule,
  listSchedules,
  lockSchedule,
  recurrenceOf,
  removeSchedule,
  type ScheduleRow,
  type ScheduleRunRow,
  setScheduleEnabled,
} from '../domains/schedules/schedules.ts';
import type { Database, Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { cadences, deliveryWays, scheduleComparisons, schedulePeriods } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { isLocale } from '../platform/locales.ts';
import { exportFormats } from '../reporting/renderers/formats.ts';
import { asOperator, operator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { collect, oneOf, print, wholeNumber } from './output.ts';
import { filteredByProject, type OwnerFlags, projectsOf } from './project-filters.ts';
import { dayHelp, readDay, writeDay } from './schedule-days.ts';
import { type MailFlags, mailWords, toGivenMail, withMailFlags } from './schedule-mail.ts';
import { scheduleTestCommand } from './schedule-test.ts';

/** The flag of each field of a schedule, and the sentences of some faults. */
export const scheduleWords = {
  ...{
    at: '--at',
    time_zone: '--time-zone',
    email: '--email',
    channels: '--channels',
    month: '--month',
    working_day: '--day',
    week: '--day',
  },
  ...mailWords,
  ...{ from: '--from', until: '--until', skip: '--skip', approvers: '--approvers', only_if: '--only-if' },
  'fresh_by.hour': '--fresh-by',
  'cadence.required': 'Say how often it fires: --cadence, or --rrule.',
  'at.required': 'Say when it fires: --at, or a DTSTART in --rrule.',
  'time_zone.required': 'Say in which time zone it fires: --time-zone, or a DTSTART in --rrule.',
  'day.daily': '--day and --month are not for schedules of every day, or from Monday to Friday.',
  'weekday.weekly': 'A weekly or fortnightly schedule takes --day monday to sunday.',
  'day.monthly': 'A schedule by the month takes --day 1 to 31, such as first-monday, or such as working-day-3.',
  'month.yearly': 'A yearly schedule takes --month 1 to 12.',
  'month.quarterly': 'A quarterly schedule takes --month 1 to 3, the month of each quarter.',
  'email.mail_server': 'No mail server is configured; set SMTP_URL and MAIL_FROM.',
  'deliver.attachment': 'There is no file to attach; add --export pdf, or --deliver link.',
};

export interface ScheduleFlags extends MailFlags {
  cadence?: (typeof cadences)[number];
  rrule?: string;
  day?: string;
  month?: number;
  from?: string;
  until?: string;
  skip?: string[];
  at?: string;
  timeZone?: string;
  period?: ScheduleRow['period'];
  compare?: ScheduleRow['compare'];
  export?: string[];
  email?: string[];
  channels?: string[];
  approve?: boolean;
  approvers?: string[];
  onlyIf?: string[];
  freshBy?: string;
  deliver?: ScheduleRow['delivery'];
  json?: boolean;
}

export function scheduleCommands(program: Command, context: CommandContext): void {
  const schedules = program.command('schedules').description('manage the recurring reports of projects');

  withScheduleFlags(schedules.command('add').description('add a recurring generation'), true)
    .requiredOption('--project <id>', 'the project to report on')
    .action((flags: ScheduleFlags & { project: string }) =>
      context.withInstallation(async ({ config, db }) => {
        const added = await inFlags(scheduleWords, () => {
          const given = toGiven(flags);
          const schedule = checkSchedule(toFields(given), config.mail !== null);
          const { project: projectId } = flags;
          return change(db, 'add', async (transaction) => {
            const { recipients } = schedule;
            const mail = await checkedMail(transaction, config, { projectId, given, recipients });
            return addChecked(transaction, { projectId, ...schedule, mail });
          });
        });
        print(added, Boolean(flags.json));
      }),
    );

  withScheduleFlags(schedules.command('update').description('change a schedule: only what is named'), false)
    .argument('<id>', 'the schedule')
    .action((id: string, flags: ScheduleFlags) =>
      context.withInstallation(async ({ config, db }) => {
        const update = async (transaction: Queryable) => {
          await lockSchedule(transaction, id);
          return storeGiven(transaction, await getSchedule(transaction, id), toGiven(flags), {
            hasMail: config.mail !== null,
            mailDomains: config.mailDomains,
          });
        };
        print(await inFlags(scheduleWords, () => change(db, 'update', update)), Boolean(flags.json));
      }),
    );

  filteredByProject(schedules.command('list').description('list the schedules of a project or an account'))
    .option('--project <id>', 'those of this project')
    .option('--account <id>', 'those of this account')
    .option('--locale <locale>', 'the language that says when they fire, such as de', readLocale, 'en')
    .option('--json', 'print JSON')
    .action((flags: OwnerFlags & { locale: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const rows: ScheduleRow[] = [];
        for (const id of await projectsOf(db, 'schedules list', flags)) rows.push(...(await listSchedules(db, id)));
        print(
          rows.map((row) => toRow(row, flags.locale)),
          Boolean(flags.json),
        );
      }),
    );

  const one = (name: string, description: string, run: OneSchedule) =>
    schedules
      .command(name)
      .description(description)
      .argument('<id>', 'the schedule')
      .option('--json', 'print JSON')
      .action((id: string, flags: { json?: boolean }) =>
        context.withInstallation(async ({ db }) => print(await run(db, id), Boolean(flags.json))),
      );
  one('enable', 'let a schedule fire again, from now on', (db, id) =>
    change(db, 'enable', (transaction) => setScheduleEnabled(transaction, id, true)),
  );
  one('disable', 'pause a schedule', (db, id) =>
    change(db, 'disable', (transaction) => setScheduleEnabled(transaction, id, false)),
  );
  one('remove', 'remove a schedule; its reports stay', (db, id) =>
    change(db, 'remove', (transaction) => removeSchedule(transaction, id)),
  );
  const decide =
    (
      name: 'release' | 'reject',
      make: (transaction: Queryable, id: string, reason: string) => Promise<ScheduleRunRow>,
    ) =>
    async (id: string, flags: { reason?: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const run = await asOperator(
          db,
          (transaction) => make(transaction, id, flags.reason ?? ''),
          ({ account_id: accountId, schedule_id: subject, report_id }) => {
            const reason = flags.reason === undefined ? {} : { reason: flags.reason };
            return { action: `schedule.${name}`, accountId, subject, details: { run_id: id, report_id, ...reason } };
          },
        );
        print(
          { id: run.id, schedule_id: run.schedule_id, report_id: run.report_id, state: run.state },
          Boolean(flags.json),
        );
      });
  schedules
    .command('release')
    .description('let a report go out that waits to be released')
    .argument('<run>', 'the run, as "schedules runs" shows it')
    .option('--json', 'print JSON')
    .action(decide('release', (transaction, id) => releaseRun(transaction, id, operator())));
  schedules
    .command('reject')
    .description('keep a report from going out that waits to be released')
    .argument('<run>', 'the run, as "schedules runs" shows it')
    .requiredOption('--reason <text>', 'why, for whoever mends it')
    .option('--json', 'print JSON')
    .action(decide('reject', (transaction, id, reason) => rejectRun(transaction, id, { by: operator(), reason })));

  scheduleTestCommand(schedules, context);

  one('runs', 'list the latest runs of a schedule', async (db, id) => (await listRuns(db, id)).map(toRunRow));
}

/** What describes a schedule; `isNew`: whether what it cannot do without is required, and the rest has its defaults. */
export function withScheduleFlags(command: Command, isNew: boolean): Command {
  const needed = (flags: string, help: string, read: (value: string) => string) =>
    isNew ? command.requiredOption(flags, help, read) : command.option(flags, help, read);
  needed('--period <period>', schedulePeriods.join(', '), oneOf('--period', schedulePeriods));
  return withMailFlags(command)
    .option('--cadence <cadence>', cadences.join(', '), oneOf('--cadence', cadences))
    .option('--rrule <text>', 'in place of --cadence and --day: an RRULE (RFC 5545), such as "FREQ=MONTHLY;BYDAY=1MO"')
    .option('--at <time>', 'local time, HH:MM')
    .option('--time-zone <zone>', 'the time zone, such as Europe/Berlin')
    .option('--day <day>', dayHelp)
    .option(
      '--month <month>',
      'yearly: 1 to 12; quarterly: 1 to 3, the month of each quarter',
      wholeNumber('--month', 1, 12),
    )
    .option('--from <day>', 'the first day on which it may fire, YYYY-MM-DD, or none')
    .option('--until <day>', 'the last day on which it may fire, YYYY-MM-DD, or none')
    .option('--skip <days>', 'days on which it does not fire, separated by commas, or none', collect)
    .option('--compare <period>', scheduleComparisons.join(', '), oneOf('--compare', scheduleComparisons))
    .option('--export <formats>', `${exportFormats.join(', ')} or several of them, separated by commas`, collect)
    .option('--email <addresses>', 'who gets the report, separated by commas', collect)
    .option('--channels <ids>', 'the chat channels it is posted to, separated by commas, or none', collect)
    .option('--deliver <how>', 'attachment, or link to the web page', oneOf('--deliver', deliveryWays))
    .option('--approve', 'each report waits until somebody releases it')
    .option('--no-approve', 'reports go out by themselves')
    .option(
      '--approvers <addresses>',
      'the members who may release them, separated by commas; all editors if none',
      collect,
    )
    .option(
      '--only-if <conditions>',
      'rows, goal-off-course, or METRIC:PERCENT for a change by so much; all of them; or none',
      collect,
    )
    .option(
      '--fresh-by <hour>',
      'how long it waits for connections without figures of the last day, HH:MM; then it goes out with a warning, or not at all with HH:MM,skip; or none',
    )
    .option('--json', 'print JSON');
}

function readCondition(text: string): Condition {
  if (text === 'rows') return { type: 'rows' };
  if (text === 'goal-off-course') return { type: 'goal_off_course' };
  const [, metric = '', percent = ''] = /^(.{1,200}):(\d{1,3}(?:\.\d)?)$/.exec(text) ?? [];
  if (Number(percent) > 0) return { type: 'change', metric, percent: Number(percent) };
  throw new OperatorError(`--only-if takes rows, goal-off-course, or such as revenue:10, not "${text}".`);
}

function readFreshBy(text: string): FreshBy | null {
  if (text === 'none') return null;
  const [, hour = '', otherwise = 'send'] = /^([^,]+)(?:,(send|skip))?$/.exec(text) ?? [];
  if (hour !== '') return { hour, otherwise: otherwise === 'skip' ? 'skip' : 'send' };
  throw new OperatorError(`--fresh-by takes such as 11:00, or 11:00,skip, not "${text}".`);
}

/** What the flags say of a schedule. */
export function toGiven(flags: ScheduleFlags): GivenSchedule {
  const { day, timeZone, from, until, skip, onlyIf, freshBy, channels, export: formats, ...same } = flags;
  return {
    ...same,
    ...toGivenMail(flags),
    ...(day !== undefined && readDay(day)),
    ...(from !== undefined && { from: orNone(from) }),
    ...(until !== undefined && { until: orNone(until) }),
    ...(skip && { skip: skip.filter((each) => each !== 'none') }),
    ...(channels && { channels: channels.filter((each) => each !== 'none') }),
    ...(onlyIf && { only_if: onlyIf.filter((each) => each !== 'none').map(readCondition) }),
    ...(freshBy !== undefined && { fresh_by: readFreshBy(freshBy) }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(formats && { export: formats.map(oneOf('--export', exportFormats)) }),
  };
}

function readLocale(text: string): string {
  if (isLocale(text)) return text;
  throw new OperatorError(`--locale takes a language such as de or pt-BR, not "${text}".`);
}

const orNone = (day: string) => (day === 'none' ? null : day);

type OneSchedule = (db: Database, id: string) => Promise<Parameters<typeof print>[0]>;

async function change(db: Database, verb: string, make: (transaction: Queryable) => Promise<ScheduleRow>) {
  const schedule = await asOperator(db, make, ({ id, account_id: accountId, project_id }) => {
    return { action: `schedule.${verb}`, accountId, subject: id, details: { project_id } };
  });
  return toRow(schedule);
}

function toRow(schedule: ScheduleRow, locale = 'en') {
  const { workingDay: working_day, ...day } = shownDay(schedule);
  const { cadence, at, starts_on: from, ends_on: until } = schedule;
  const skip = JSON.parse(schedule.skip_days) as string[];
  const rule = { cadence, at, from, until, skip, ...day, working_day };
  return {
    id: schedule.id,
    project_id: schedule.project_id,
    when: sayWholeRule(rule, ruleWordsFor(locale), locale),
    cadence,
    day: writeDay(rule),
    month: day.month,
    from,
    until,
    skip,
    rrule: writeRrule(recurrenceOf(schedule)),
    at,
    time_zone: schedule.time_zone,
    period: schedule.period,
    compare: schedule.compare,
    export: JSON.parse(schedule.formats) as string[],
    email: JSON.parse(schedule.recipients) as string[],
    channels: JSON.parse(schedule.channels) as string[],
    deliver: schedule.delivery,
    ...shownMail(schedule),
    approve: schedule.approve === 1,
    approvers: JSON.parse(schedule.approvers) as string[],
    only_if: (JSON.parse(schedule.only_if) as Condition[]).map((each) =>
      each.type === 'change' ? `${each.metric}:${each.percent}` : each.type.replaceAll('_', '-'),
    ),
    fresh_by: JSON.parse(schedule.fresh_by ?? 'null') as Record<string, string> | null,
    enabled: schedule.enabled === 1,
    next_run_at: toTimestamp(schedule.next_run_at),
    created_at: toTimestamp(schedule.created_at),
  };
}

function shownMail(schedule: ScheduleRow) {
  const { subject, message, reply_to, sender_name, cc, bcc, recipient_options } = mailSettingsOf(schedule);
  return { subject, message, reply_to, sender_name, cc, bcc, recipient_options };
}

function toRunRow(run: ListedRun) {
  return {
    id: run.id,
    occurrence: run.occurrence,
    due_at: toTimestamp(run.due_at),
    state: run.state,
    generation_job_id: run.generation_job_id,
    report_id: run.report_id,
    emails: `${Number(run.sent)}/${Number(run.deliveries)}`,
    failure: run.failure,
    freshness: toFreshness(run.wait),
    not_sent: run.not_sent === null ? null : (JSON.parse(run.not_sent) as Record<string, string | number>),
    decision: run.decision === null ? null : (JSON.parse(run.decision) as Record<string, string | null>),
  };
}
