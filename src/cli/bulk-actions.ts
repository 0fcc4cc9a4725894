import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import type { BulkJobRow } from '../domains/bulk-jobs/bulk-items.ts';
import { type AskedAction, prepareAction, readAction, startBulkJob } from '../domains/bulk-jobs/start-bulk-job.ts';
import { findAsker } from '../domains/management/callers.ts';
import type { Installation } from '../installation/open-installation.ts';
import { projectStatuses, scheduleComparisons, schedulePeriods } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { exportFormats } from '../reporting/renderers/formats.ts';
import { asOperator, commandLine } from './audit.ts';
import { actionsOf, printBulkJob } from './bulk-output.ts';
import { readJson } from './connection-files.ts';
import type { CommandContext } from './context.ts';
import { explained, inFlags } from './fault-sentences.ts';
import { collect, duration, oneOf } from './output.ts';
import { readPassword } from './password.ts';
import { collectNames, type FilterFlags, filteredByProject } from './project-filters.ts';
import { type ScheduleFlags, scheduleWords, toGiven, withScheduleFlags } from './schedules.ts';
import { waitForBulkJob } from './wait-for-bulk-job.ts';

interface Choice extends FilterFlags {
  account: string;
  project?: string[];
  q?: string;
  status?: (typeof projectStatuses)[number];
  all?: boolean;
  wait?: boolean;
  json?: boolean;
}

interface GenerateFlags {
  period?: string;
  compare?: string;
  from?: string;
  to?: string;
  compareFrom?: string;
  compareTo?: string;
}

/** A command for each action, each with the flags that choose the projects. */
export function bulkActionCommands(bulk: Command, context: CommandContext): void {
  const add = <Flags>(
    command: Command,
    ask: (flags: Flags, argument: string) => Promise<AskedAction> | AskedAction,
  ): void => {
    withChoice(command).action(async (...given: unknown[]) => {
      // Commander gives the arguments, then the flags, then the command.
      const flags = given.at(-2) as Flags & Choice;
      const argument = given.length > 2 ? String(given[0]) : '';
      await context.withInstallation((installation) => run(installation, flags, () => ask(flags, argument)));
    });
  };

  add<GenerateFlags>(
    bulk
      .command('generate')
      .description('generate a report of each project')
      .option('--period <period>', schedulePeriods.join(', '), oneOf('--period', schedulePeriods))
      .option('--compare <period>', scheduleComparisons.join(', '), oneOf('--compare', scheduleComparisons))
      .option('--from <day>', 'in place of --period: the first day, YYYY-MM-DD')
      .option('--to <day>', 'and the last one')
      .option('--compare-from <day>', 'the first day that it is compared with')
      .option('--compare-to <day>', 'and the last one'),
    toGeneration,
  );
  add<{ format: string }>(
    bulk
      .command('export')
      .description('make a file of the latest report of each project')
      .requiredOption('--format <format>', exportFormats.join(', '), oneOf('--format', exportFormats)),
    ({ format }) => ask('export', { format }),
  );
  add<{ password?: boolean; expiresIn?: number; figures?: boolean }>(
    bulk
      .command('share')
      .description('make a guest link to the latest report of each project; "bulk links" prints them once')
      .option('--password', 'guests need a password (8 to 200 characters), read from standard input')
      .option('--expires-in <duration>', 'such as 12h or 30d, 366d at most', duration('--expires-in'))
      .option('--figures', 'guests may download the figures, as CSV and Excel'),
    async ({ password, expiresIn, figures }) =>
      ask('share', {
        ...(password && { password: await readPassword('Password for the links: ') }),
        ...(expiresIn !== undefined && { expires_at: endAfter(expiresIn) }),
        ...(figures && { figures: true }),
      }),
  );
  add<ScheduleFlags>(
    withScheduleFlags(
      bulk.command('schedule').description('add the same schedule to each project, by its own time unless --time-zone'),
      true,
    ),
    (flags) => ask('schedule', { schedule: withoutChoice(toGiven(flags)) }),
  );
  add<{ add?: string[]; remove?: string[] }>(
    bulk
      .command('recipients')
      .description('add e-mail addresses to all schedules of each project, or take them out')
      .option('--add <addresses>', 'who gets the reports from now on, separated by commas', collect)
      .option('--remove <addresses>', 'who gets them no more', collect),
    ({ add: added, remove }) => ask('recipients', { ...(added && { add: added }), ...(remove && { remove }) }),
  );
  add<{ add?: string[]; remove?: string[] }>(
    bulk
      .command('tag')
      .description('give each project tags, and take some away')
      .option('--add <name>', 'a tag to give; can be given again', collectNames)
      .option('--remove <name>', 'a tag to take away; can be given again', collectNames),
    ({ add: added, remove }) => ask('tag', { ...(added && { add: added }), ...(remove && { remove }) }),
  );
  add<{ to?: string; out?: boolean }>(
    bulk
      .command('move')
      .description('put each project into a folder, or out of it')
      .option('--to <folder>', 'the folder, such as a group of clients')
      .option('--out', 'out of the folder they are in'),
    ({ to, out }) => {
      if ((to === undefined) === !out) throw new OperatorError('bulk move takes either --to or --out.');
      return ask('folder', { folder: to ?? null });
    },
  );
  add(bulk.command('archive').description('archive each project'), () => ask('archive'));
  add(bulk.command('restore').description('make each project active again'), () => ask('restore'));
  add<{ locale: string }>(
    bulk
      .command('language')
      .description('set the language of the reports of each project')
      .requiredOption('--locale <locale>', 'such as de-DE'),
    ({ locale }) => ask('language', { locale }),
  );
  add<{ set: string }>(
    bulk
      .command('brand')
      .description('change values of the brand of each project')
      .requiredOption('--set <file>', 'a JSON file with the values to change, or - for standard input'),
    async ({ set }) => ask('brand', { brand: await readJson('--set', set) }),
  );
  add<{ copy?: boolean; keepOwn?: boolean }>(
    bulk
      .command('template')
      .description('have each project follow a published template')
      .argument('<id>', 'the template')
      .option('--copy', 'make their settings from the template once, and leave them free')
      .option('--keep-own', 'keep what a project has as its own where it differs'),
    ({ copy, keepOwn }, id) =>
      ask('template', { template_id: id, ...(copy && { mode: 'copy' }), ...(keepOwn && { keep_own: true }) }),
  );
  add(
    bulk
      .command('connect')
      .description('give each project a connection that reads the same as this one')
      .argument('<id>', 'a connection of any project of the account'),
    (_flags, id) => ask('connect', { connection_id: id }),
  );
  add(bulk.command('detach').description('have each project follow its template no more'), () => ask('detach'));
}

function withChoice(command: Command): Command {
  const chosen = filteredByProject(command)
    .requiredOption('--account <id>', 'the account')
    .option('--project <ids>', 'these projects, separated by commas', collect)
    .option('--q <words>', 'only projects whose name or client has all of these words')
    .option('--status <status>', projectStatuses.join(' or '), oneOf('--status', projectStatuses))
    .option('--all', 'all projects of the account')
    .option('--wait', 'wait until it has ended, as on a terminal')
    .option('--no-wait', 'only start it');
  // Those of schedules have it.
  return chosen.options.some(({ long }) => long === '--json') ? chosen : chosen.option('--json', 'print JSON');
}

function ask(type: string, parameters: Readonly<Record<string, unknown>> = {}): AskedAction {
  return { type, ...parameters };
}

function toGeneration({ period, compare, from, to, compareFrom, compareTo }: GenerateFlags): AskedAction {
  if (period !== undefined) return ask('generate', { period, ...(compare !== undefined && { compare }) });
  if (from === undefined || to === undefined) {
    throw new OperatorError('Say what the reports are about: --period, or --from and --to.');
  }
  const compared = compareFrom === undefined ? null : { from: compareFrom, to: compareTo };
  return ask('generate', { days: { current: { from, to }, ...(compared && { compare: compared }) } });
}

/** In whole seconds, as the API takes it. */
function endAfter(ms: number): string {
  return `${new Date(Date.now() + ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
}

/** The flags of schedules are read whole; those that choose projects are no part of one. */
function withoutChoice(given: object): Readonly<Record<string, unknown>> {
  const { account, project, q, status, tag, folder, all, wait, json, ...schedule } = given as Record<string, unknown>;
  return JSON.parse(JSON.stringify(schedule)) as Record<string, unknown>;
}

async function run(
  installation: Installation,
  flags: Choice,
  ask: () => Promise<AskedAction> | AskedAction,
): Promise<void> {
  const projects = toChoice(flags);
  const job = await start(installation, flags.account, projects, ask);
  const waits = flags.wait ?? (process.stderr.isTTY && process.stdout.isTTY);
  if (waits) await waitForBulkJob(installation.db, job);
  await printBulkJob(installation.db, job, Boolean(flags.json));
}

/** Projects are always named in some way, so that no forgotten flag means all of them. */
function toChoice({ project, q, status, tag, folder, all }: Choice) {
  const filter = { ...(q !== undefined && { q }), ...(status && { status }), ...(tag && { tag }) };
  const filters = { ...filter, ...(folder !== undefined && { folder }) };
  const isFiltered = Object.keys(filters).length > 0;
  if ([project !== undefined, isFiltered, Boolean(all)].filter(Boolean).length !== 1) {
    throw new OperatorError('Choose the projects: --project, or --q, --status, --tag and --folder, or --all.');
  }
  if (project) return { ids: [...new Set(project)] };
  return { filter: filters };
}

async function start(
  installation: Installation,
  accountId: string,
  projects: ReturnType<typeof toChoice>,
  ask: () => Promise<AskedAction> | AskedAction,
): Promise<BulkJobRow> {
  const { db } = installation;
  const { id } = await getAccount(db, accountId);
  const by = commandLine();
  const caller = await findAsker(db, by, id);
  if (!caller) throw new TypeError(`The account ${id} is gone`);
  const actions = actionsOf(installation);
  const words = Object.fromEntries(
    Object.entries(scheduleWords).map(([field, flag]) => [`action.schedule.${field}`, flag]),
  );
  return inFlags(words, () =>
    explained('The bulk job', async () => {
      const prepared = await prepareAction(actions, readAction(actions, await ask()), caller);
      return asOperator(
        db,
        (transaction) => startBulkJob(transaction, { caller, by }, prepared, projects),
        (job) => ({
          ...{ action: 'bulk_job.create', accountId: id, subject: job.id },
          details: { action: job.action, projects: job.total },
        }),
      );
    }),
  );
}
