import type { Command } from 'commander';
import { isTimeZone } from '../domains/projects/settings.ts';
import type { Recurrence } from '../domains/schedules/occurrences.ts';
import {
  addSchedule,
  listRuns,
  listSchedules,
  type NewSchedule,
  removeSchedule,
  type ScheduleRow,
  setScheduleEnabled,
} from '../domains/schedules/schedules.ts';
import type { Database, Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { cadences, deliveryWays, scheduleComparisons, schedulePeriods } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { exportFormats } from '../reporting/renderers/formats.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, oneOf, print } from './output.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const mostRecipients = 50;

interface AddFlags {
  project: string;
  cadence: (typeof cadences)[number];
  day?: string;
  at: string;
  timeZone: string;
  period: ScheduleRow['period'];
  compare: ScheduleRow['compare'];
  export: string[];
  email: string[];
  deliver: ScheduleRow['delivery'];
  json?: boolean;
}

export function scheduleCommands(program: Command, context: CommandContext): void {
  const schedules = program.command('schedules').description('manage the recurring reports of projects');

  schedules
    .command('add')
    .description('add a recurring generation')
    .requiredOption('--project <id>', 'the project to report on')
    .requiredOption('--cadence <cadence>', cadences.join(', '), oneOf('--cadence', cadences))
    .option('--day <day>', 'weekly: monday to sunday; monthly: 1 to 31, the last day in shorter months')
    .requiredOption('--at <time>', 'local time, HH:MM')
    .requiredOption('--time-zone <zone>', 'the time zone, such as Europe/Berlin')
    .requiredOption('--period <period>', schedulePeriods.join(', '), oneOf('--period', schedulePeriods))
    .option('--compare <period>', scheduleComparisons.join(', '), oneOf('--compare', scheduleComparisons), 'previous')
    .option('--export <formats>', `${exportFormats.join(', ')} or several of them, separated by commas`, collect, [])
    .option('--email <addresses>', 'who gets the report, separated by commas', collect, [])
    .option('--deliver <how>', 'attachment, or link to the web page', oneOf('--deliver', deliveryWays), 'attachment')
    .option('--json', 'print JSON')
    .action((flags: AddFlags) =>
      context.withInstallation(async ({ config, db }) => {
        const recipients = readRecipients(flags, config.mail !== null);
        const schedule: NewSchedule = {
          projectId: flags.project,
          recurrence: readRecurrence(flags),
          period: flags.period,
          compare: flags.compare,
          formats: [...new Set(flags.export.map(oneOf('--export', exportFormats)))],
          recipients,
          delivery: flags.deliver,
        };
        print(await change(db, 'add', (transaction) => addSchedule(transaction, schedule)), Boolean(flags.json));
      }),
    );

  schedules
    .command('list')
    .description('list the schedules of a project')
    .requiredOption('--project <id>', 'the project')
    .option('--json', 'print JSON')
    .action((flags: { project: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) =>
        print((await listSchedules(db, flags.project)).map(toRow), Boolean(flags.json)),
      ),
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
  one('runs', 'list the latest runs of a schedule', async (db, id) => (await listRuns(db, id)).map(toRunRow));
}

type OneSchedule = (db: Database, id: string) => Promise<Parameters<typeof print>[0]>;

async function change(db: Database, verb: string, make: (transaction: Queryable) => Promise<ScheduleRow>) {
  const schedule = await asOperator(db, make, ({ id, account_id: accountId, project_id }) => {
    return { action: `schedule.${verb}`, accountId, subject: id, details: { project_id } };
  });
  return toRow(schedule);
}

function readRecurrence({ cadence, day, at, timeZone }: AddFlags): Recurrence {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new OperatorError(`--at takes a time as HH:MM, not "${at}".`);
  if (!isTimeZone(timeZone)) {
    throw new OperatorError(`--time-zone takes a name such as Europe/Berlin, not "${timeZone}".`);
  }
  return { cadence, day: readDay(cadence, day), at, timeZone };
}

function readDay(cadence: Recurrence['cadence'], day: string | undefined): number | null {
  if (cadence === 'daily') {
    if (day === undefined) return null;
    throw new OperatorError('--day is for weekly and monthly schedules.');
  }
  if (cadence === 'weekly') {
    const index = weekdays.indexOf(day?.toLowerCase() ?? '');
    if (index >= 0) return index + 1;
    throw new OperatorError('A weekly schedule takes --day monday to sunday.');
  }
  if (/^([1-9]|[12]\d|3[01])$/.test(day ?? '')) return Number(day);
  throw new OperatorError('A monthly schedule takes --day 1 to 31.');
}

function readRecipients(flags: AddFlags, hasMail: boolean): string[] {
  const recipients = [...new Set(flags.email)];
  const wrong = recipients.find((address) => !/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/.test(address));
  if (wrong !== undefined) throw new OperatorError(`--email takes addresses such as ann@example.com, not "${wrong}".`);
  if (recipients.length > mostRecipients) throw new OperatorError(`--email takes at most ${mostRecipients} addresses.`);
  if (recipients.length === 0) return [];
  if (!hasMail) throw new OperatorError('No mail server is configured; set SMTP_URL and MAIL_FROM.');
  if (flags.deliver === 'attachment' && flags.export.length === 0) {
    throw new OperatorError('There is no file to attach; add --export pdf, or --deliver link.');
  }
  return recipients;
}

function toRow(schedule: ScheduleRow) {
  const { cadence, day } = schedule;
  return {
    id: schedule.id,
    project_id: schedule.project_id,
    cadence,
    day: cadence === 'weekly' ? (weekdays[(day ?? 1) - 1] ?? null) : day,
    at: schedule.at,
    time_zone: schedule.time_zone,
    period: schedule.period,
    compare: schedule.compare,
    export: JSON.parse(schedule.formats) as string[],
    email: JSON.parse(schedule.recipients) as string[],
    deliver: schedule.delivery,
    enabled: schedule.enabled === 1,
    next_run_at: toTimestamp(schedule.next_run_at),
    created_at: toTimestamp(schedule.created_at),
  };
}

function toRunRow(run: Awaited<ReturnType<typeof listRuns>>[number]) {
  return {
    occurrence: run.occurrence,
    due_at: toTimestamp(run.due_at),
    state: run.state,
    generation_job_id: run.generation_job_id,
    report_id: run.report_id,
    emails: `${Number(run.sent)}/${Number(run.deliveries)}`,
    failure: run.failure,
  };
}
