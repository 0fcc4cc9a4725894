import type { Notice } from '../../documents/figures.ts';
import { ConnectorError, type Query, type QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { type Accounts, accountsOf, combineSources } from '../hosted/several-accounts.ts';
import { type MicrosoftAccess, readSettings } from './api.ts';
import { type MicrosoftDimension, microsoftAdsCatalog } from './catalog.ts';
import { strange } from './faults.ts';
import { readReport } from './reports.ts';

type Account = Choice & Accounts;
/** Microsoft counts no people. */
const ofPeople: ReadonlySet<string> = new Set();
/** What everything with activity has; impressions are needed in every report. */
const probe = ['Impressions', 'Spend'];

/** Answers a query by one report for each account. Throws a ConnectorError. */
export async function queryMicrosoft(access: MicrosoftAccess, config: Account, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(microsoftAdsCatalog, config, query);
  const columns = [...new Set([...probe, ...metrics.flatMap((metric) => metric.columns)])];
  if (config.more_accounts) await readSettings(access, config);
  const sources = accountsOf(config).map((account) => sourceOf(access, account, columns, dimension));
  return await queryAds(query, metrics, combineSources(sources));
}

function sourceOf(
  access: MicrosoftAccess,
  account: string,
  columns: readonly string[],
  dimension: MicrosoftDimension | undefined,
): AdSource {
  const notices: Notice[] = [];
  const figuresOf = (row: Readonly<Record<string, string>>): Columns =>
    Object.fromEntries(columns.map((name) => [name, figureIn(row[name])]));
  const ask = async (span: DaySpan, by: 'Daily' | 'Summary', report: string, attribute: string) => {
    const { from, to } = span;
    const asked = { report, by, from, to, columns: [attribute, ...columns] };
    const { rows, notices: said } = await readReport(access, account, asked);
    notices.push(...said);
    const keyOf = (row: Readonly<Record<string, string>>) =>
      by === 'Daily' ? dayIn(row.TimePeriod) : nameIn(row[attribute]);
    return { groups: rows.map((row) => ({ key: keyOf(row), columns: figuresOf(row) })) };
  };
  return {
    ofPeople,
    notices,
    async total(span) {
      const { groups } = await ask(span, 'Summary', 'Account', 'AccountId');
      const all = groups.map((group) => group.columns);
      return all.length === 0 ? undefined : addColumns(all, ofPeople);
    },
    days: (span) => ask(span, 'Daily', 'Account', 'AccountId'),
    groups: async (span) => {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      return ask(span, 'Summary', dimension.report, dimension.column);
    },
  };
}

/** What Microsoft has no figure for is empty or two dashes. */
function figureIn(text: string | undefined): string | null {
  if (text === undefined) throw strange();
  if (text === '' || text === '--') return null;
  const figure = decimalText(text);
  if (figure === undefined) throw strange();
  return figure;
}

function dayIn(text: string | undefined): string {
  if (text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw strange();
}

function nameIn(text: string | undefined): string | null {
  return text === undefined || text === '' || text === '--' || text === 'Unknown' ? null : text;
}
