import type { Command } from 'commander';
import { checkSchedule, shownDay } from '../domains/schedules/schedule-rules.ts';
import {
  addSchedule,
  listRuns,
  listSchedules,
  removeSchedule,
  type ScheduleRow,
  setScheduleEnabled,
} from '../domains/schedules/schedules.ts';
import type { Database, Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { cadences, deliveryWays, scheduleComparisons, schedulePeriods } from '../platform/database/words.ts';
import { exportFormats } from '../reporting/renderers/formats.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { collect, oneOf, print } from './output.ts';

const words = {
  ...{ at: '--at', time_zone: '--time-zone', email: '--email' },
  'day.daily': '--day is for weekly and monthly schedules.',
  'weekday.weekly': 'A weekly schedule takes --day monday to sunday.',
  'day.monthly': 'A monthly schedule takes --day 1 to 31.',
  'email.mail_server': 'No mail server is configured; set SMTP_URL and MAIL_FROM.',
  'deliver.attachment': 'There is no file to attach; add --export pdf, or --deliver link.',
};

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
        const { project: projectId, day = null, export: formats, email: recipients, deliver: delivery } = flags;
        const fields = { ...flags, day, formats: formats.map(oneOf('--export', exportFormats)), recipients, delivery };
        const schedule = await inFlags(words, () => checkSchedule(fields, config.mail !== null));
        const added = await change(db, 'add', (transaction) => addSchedule(transaction, { projectId, ...schedule }));
        print(added, Boolean(flags.json));
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

function toRow(schedule: ScheduleRow) {
  return {
    id: schedule.id,
    project_id: schedule.project_id,
    cadence: schedule.cadence,
    day: shownDay(schedule),
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
