import { relative } from 'node:path';
import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { fieldFault, refusedField } from '../../platform/faults.ts';
import { ConnectorError, type Proposal, type Query, type QueryResult } from '../../reporting/connectors/contract.ts';
import { inLanguage } from '../../reporting/connectors/labels/in-language.ts';
import { parseConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import { askingGiven, askingStored, givenConnector, givenSecret, refusalOf } from './connection-faults.ts';
import { type GivenSecret, openConnectionSecret, openGivenSecret } from './connection-secret.ts';
import { getAccountOfProject, getConnection, getProjectUsage, operatorReach, reachOf } from './connections.ts';
import {
  type ConnectionEnvironment,
  type OpenConnection,
  openConnection,
  openContext,
  parseStoredConfig,
} from './open-connection.ts';
import type { Trial } from './verify-connection.ts';

const proposeMs = 120_000;
const quiet = { info() {}, warn() {} };

const soon = (withinMs: number) => ({
  signal: AbortSignal.timeout(withinMs),
  deadline: Date.now() + withinMs,
  log: quiet,
  isVerifying: true,
});

/** A system to look at: `config` has what names the rows, such as a path or a table. */
export interface ProposedSource extends GivenSecret {
  readonly config: unknown;
  /** The project that it is for, whose time zone days have; UTC without one. */
  readonly projectId?: string | undefined;
}

/**
 * Makes a configuration from a look at a system. Throws a fault of what was given, `not_found` for the project and
 * `connection_unavailable`.
 */
export async function proposeConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  { config, projectId, ...given }: ProposedSource,
  { madeBy = 'operator', withinMs = proposeMs }: Trial = {},
): Promise<Proposal> {
  const { system } = given;
  const usage = projectId === undefined ? undefined : await getProjectUsage(db, projectId);
  const accountId = projectId === undefined ? undefined : await getAccountOfProject(db, projectId);
  const reach =
    accountId === undefined ? operatorReach(null) : await reachOf(db, { account_id: accountId, made_by: madeBy });
  return askingGiven(async () => {
    const { connector, propose } = proposing(system);
    const { secret, store } = await openGivenSecret(db, environment.vault, given, accountId);
    const credentials = givenSecret(connector, secret);
    const use = { ...soon(withinMs), projectCurrency: usage?.currency };
    await using context = openContext(environment, use, credentials, store, reach);
    return await propose(config, credentials, usage?.time_zone ?? 'UTC', context);
  });
}

/** What a proposal makes of a look at the rows, rather than names them by. */
const made: ReadonlySet<string> = new Set([
  ...['date', 'metrics', 'dimensions', 'numbers', 'currency'],
  ...['encoding', 'delimiter', 'skip_lines', 'skip_last_lines'],
]);

/**
 * What would be proposed by now for the rows that a stored connection reads, with its stored secret. Throws a fault of
 * `system` and `connection_unavailable`.
 */
export async function proposeForStored(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  withinMs = proposeMs,
): Promise<Proposal> {
  const row = await getConnection(db, id);
  const { connector, propose } = proposing(row.system);
  const { time_zone: timeZone, currency: projectCurrency } = await getProjectUsage(db, row.project_id);
  const reach = await reachOf(db, row);
  return askingStored(async () => {
    const config = parseStoredConfig(connector, JSON.parse(row.config)) as object;
    const naming = Object.fromEntries(Object.entries(config).filter(([name]) => !made.has(name)));
    const { secret, store } = await openConnectionSecret(db, environment.vault, row);
    const credentials = parseSecret(connector, secret);
    const use = { ...soon(withinMs), projectCurrency };
    await using context = openContext(environment, use, credentials, store, reach);
    return await propose(naming, credentials, timeZone, context);
  });
}

function proposing(system: string) {
  const connector = givenConnector(system);
  const { propose } = connector;
  if (propose) return { connector, propose: propose.bind(connector) };
  const advice = 'The schemas of systems show what a configuration has.';
  const told = '"connections systems --json" shows what a configuration has.';
  const subject = `The system "${system}" proposes nothing.`;
  throw fieldFault('system', 'proposes', `${subject} ${advice}`, new OperatorError(`${subject} ${told}`));
}

/** The path of a file relative to the data root it lies below; undefined if it lies below none. */
export function pathBelowRoots(path: string, { dataRoots }: ConnectionEnvironment): string | undefined {
  const [found] = dataRoots.map((root) => relative(root, path)).filter((rest) => rest !== '' && !rest.startsWith('..'));
  return found;
}

/** What a preview shows. Days are inclusive at both ends. */
export interface PreviewQuestion {
  readonly from: string;
  readonly to: string;
  /** `day`, `week`, `month` or the key of a dimension; undefined for the whole period. */
  readonly by: string | undefined;
}

export interface Preview {
  readonly metrics: readonly {
    readonly key: string;
    readonly label: string;
    readonly unit: string;
    /** ISO 4217; null for units that are no amounts. */
    readonly currency: string | null;
  }[];
  readonly result: QueryResult;
  /** The values that each metric leaves out in the period, by its key. */
  readonly leftOut: Readonly<Record<string, number>>;
}

const mostGroups = 1000;

/**
 * The figures of a stored connection in a period, in the project's time zone. Throws a fault of the question, and
 * `connection_unavailable`.
 */
export async function previewConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  { from, to, by }: PreviewQuestion,
  withinMs = proposeMs,
): Promise<Preview> {
  checkPeriod(from, to);
  const row = await getConnection(db, id);
  const { locale, ...project } = await getProjectUsage(db, row.project_id);
  return askingStored(async () => {
    await using connection = await openConnection(row, environment, { ...soon(withinMs), locale });
    return await figuresOf(connection, { from, to, by }, project);
  });
}

/** The same of a source that is not stored; throws a fault of what was given, too. */
export async function previewSource(
  db: Queryable,
  environment: ConnectionEnvironment,
  { system, config, projectId, ...given }: ProposedSource & { readonly projectId: string },
  question: PreviewQuestion,
  withinMs: number,
): Promise<Preview> {
  checkPeriod(question.from, question.to);
  const { locale, ...project } = await getProjectUsage(db, projectId);
  const accountId = await getAccountOfProject(db, projectId);
  const reach = await reachOf(db, { account_id: accountId, made_by: 'customer' });
  return askingGiven(async () => {
    const connector = inLanguage(givenConnector(system), locale);
    const { secret, store } = await openGivenSecret(db, environment.vault, { system, ...given }, accountId);
    const credentials = givenSecret(connector, secret);
    const parsed = parseConfig(connector, config);
    await using context = openContext(environment, soon(withinMs), credentials, store, reach);
    const source = {
      describe: () => connector.describe(parsed, credentials, context),
      query: (query: Query) => connector.query(parsed, credentials, query, context),
    };
    return await figuresOf(source, question, project);
  });
}

async function figuresOf(
  connection: Pick<OpenConnection, 'describe' | 'query'>,
  { from, to, by }: PreviewQuestion,
  project: { readonly time_zone: string; readonly currency: string },
): Promise<Preview> {
  const { metrics: ofDays, dimensions, currency = project.currency } = await connection.describe();
  const own = dimensions.find(({ key }) => key === by)?.metrics;
  const metrics = own ?? ofDays;
  const timeZone = project.time_zone;
  const keys = metrics.map(({ key }) => key);
  const whole = { from, to, timeZone, metrics: keys, by: 'none', limit: 1 } as const;
  const grouping = by === 'day' || by === 'week' || by === 'month' ? by : by && { dimension: by };
  const total = await connection.query(own ? { ...whole, metrics: [] } : whole);
  const ask = () => (grouping ? connection.query({ ...whole, by: grouping, limit: mostGroups }) : total);
  const result = await (typeof grouping === 'object' ? askingByDimension(ask) : ask());
  const counted = keys.map((key, index): [string, number] => [key, total.leftOut?.[index] ?? 0]);
  const leftOut = Object.fromEntries(counted.filter(([, count]) => count > 0));
  return {
    metrics: metrics.map(({ key, label, unit }) => {
      return { key, label, unit, currency: unit === 'currency' ? currency : null };
    }),
    result,
    leftOut,
  };
}

/** What is wrong with the configuration has shown before: then it is the dimension. */
async function askingByDimension<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ConnectorError && error.kind === 'invalid_config' ? refusalOf(error, 'by') : error;
  }
}

function checkPeriod(from: string, to: string): void {
  for (const [field, day] of Object.entries({ from, to })) {
    if (!isDay(day)) throw refusedField(field, 'date', `takes a day such as 2026-01-31, not "${day}"`);
  }
  if (to < from) throw refusedField('to', 'order', 'is before from');
}

/** Whether a text is a real day in the form YYYY-MM-DD. */
function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}
