import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { type PortfolioItem, type PortfolioQuery, readPortfolio, toItems } from '../domains/portfolio/portfolio.ts';
import { requestRefresh } from '../domains/portfolio/turns.ts';
import type { Database } from '../platform/database/tables.ts';
import { portfolioPeriods } from '../platform/database/words.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, oneOf, print, type Row } from './output.ts';

interface Flags {
  account: string;
  period: PortfolioQuery['period'];
  project?: string[];
  csv?: boolean;
  refresh?: boolean;
  json?: boolean;
}

export function portfolioCommand(program: Command, context: CommandContext): void {
  program
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
