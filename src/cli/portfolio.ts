import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { getPlanOfAccount } from '../domains/accounts/plans.ts';
import { type PortfolioItem, type PortfolioQuery, readPortfolio, toItems } from '../domains/portfolio/portfolio.ts';
import { orderPortfolioReport } from '../domains/portfolio/report-projects.ts';
import { requestRefresh } from '../domains/portfolio/turns.ts';
import type { Database } from '../platform/database/tables.ts';
import { portfolioPeriods } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { isLocale } from '../platform/locales.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, oneOf, print, type Row } from './output.ts';
import { type FilterFlags, filteredByProject } from './project-filters.ts';

interface Flags {
  account: string;
  period: PortfolioQuery['period'];
  project?: string[];
  csv?: boolean;
  refresh?: boolean;
  json?: boolean;
}

export function portfolioCommand(program: Command, context: CommandContext): void {
  const portfolio = program
    .command('portfolio')
    .description(
      'list the figures of all projects of an account, as they were read last; what is most off its goal first',
    )
    .requiredOption('--account <id>', 'the account')
    .option(
      '--period <period>',
      'month: this month up to yesterday; last_month; days: the last 30',
      oneOf('--period', portfolioPeriods),
      'month' as const,
    )
    .option('--refresh', 'have the service read them now instead, at most every 15 minutes')
    .option('--project <id>', 'with --refresh: only this project; again for others', collect)
    .option('--csv', 'print them as CSV')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      context.withInstallation(async ({ db }) => {
        const { id, name } = await getAccount(db, flags.account);
        if (flags.refresh) return refresh(db, id, flags);
        const items = await itemsOf(db, id, flags.period);
        if (flags.csv) return printCsv(items, name);
        print(items.flatMap(toRows), Boolean(flags.json));
      }),
    );

  filteredByProject(portfolio.command('report'))
    .description('make a report of it: a project that shows it, with schedules and exports as others, and a report')
    .option('--name <name>', 'what the project is called, if there is none yet')
    .option('--locale <tag>', 'the language of its reports, if there is none yet')
    .option('--no-start', 'start no report, such as for a schedule')
    .action((_flags: unknown, command: Command) =>
      context.withInstallation(({ db }) => report(db, command.optsWithGlobals<ReportFlags>())),
    );
}

interface ReportFlags extends Flags, FilterFlags {
  name?: string;
  locale?: string;
  start: boolean;
}

async function report(
  db: Database,
  { account, period, start, tag, folder, json, ...more }: ReportFlags,
): Promise<void> {
  const { name, locale } = more;
  if (locale !== undefined && !isLocale(locale)) {
    throw new OperatorError(`--locale takes a BCP 47 language tag such as de-DE, not "${locale}".`);
  }
  const owner = await getAccount(db, account);
  const ordered = await asOperator(
    db,
    async (transaction) => {
      const plan = await getPlanOfAccount(transaction, account);
      const order = { period: start ? period : undefined, tag, folder, name, locale };
      return orderPortfolioReport(transaction, { account: owner, plan, source: 'console' }, order);
    },
    ({ project_id, generation_job_id }) => {
      const details = { generation_job_id };
      return { action: 'portfolio.report', accountId: account, subject: project_id, details };
    },
  );
  print({ ...ordered }, Boolean(json));
}

async function refresh(db: Database, accountId: string, { project, json }: Flags): Promise<void> {
  const { queued, skipped } = await asOperator(
    db,
    (transaction) => requestRefresh(transaction, accountId, project ?? null),
    (asked) => ({ action: 'portfolio.refresh', accountId, subject: accountId, details: { queued: asked.queued } }),
  );
  print({ queued, skipped }, Boolean(json));
}

async function itemsOf(db: Database, accountId: string, period: Flags['period']): Promise<PortfolioItem[]> {
  const query: PortfolioQuery = {
    ...{ period, sort: 'off_course', direction: 'desc', page: 1, per_page: 100, status: 'active' },
  };
  const { found } = await readPortfolio(db, { accountId, projectIds: null }, query);
  return toItems(db, found, period);
}

async function printCsv(items: readonly PortfolioItem[], title: string): Promise<void> {
  const { portfolioBook, writeBook } = await import('../domains/portfolio/figure-book.ts');
  for (const bytes of writeBook(portfolioBook(items, 'en', title), 'csv'))
    process.stdout.write(new TextDecoder().decode(bytes));
}

/** A line for each figure, and one for a project without any, with why. */
function toRows({ project_id, name, read_at, faults, figures }: PortfolioItem): Row[] {
  const fault = faults.map(({ message }) => message).join(' ') || null;
  const shared = { project_id, name };
  if (figures.length === 0) return [{ ...shared, ...noFigure, read_at, fault }];
  return figures.map((figure) => ({
    ...shared,
    ...{ metric: figure.label, value: figure.value, currency: figure.currency },
    change: figure.change?.ratio ?? null,
    goal: figure.goal?.target ?? null,
    pace: figure.goal?.pace ?? null,
    ...{ forecast: figure.forecast, budget_left: figure.budget_left, read_at: figure.read_at, fault },
  }));
}

const noFigure = {
  ...{ metric: null, value: null, currency: null, change: null, goal: null, pace: null },
  ...{ forecast: null, budget_left: null },
};
