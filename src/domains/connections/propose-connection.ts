import { relative } from 'node:path';
import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { ConnectorError, type Proposal, type QueryResult } from '../../reporting/connectors/contract.ts';
import { getConnector, parseSecret } from '../../reporting/connectors/registry.ts';
import { type GivenSecret, openGivenSecret } from './connection-secret.ts';
import { getAccountOfProject, getConnection, getProjectUsage, operatorReach } from './connections.ts';
import { type ConnectionEnvironment, openConnection, openContext } from './open-connection.ts';

const proposeMs = 120_000;
const quiet = { info() {}, warn() {} };

const soon = () => ({
  signal: AbortSignal.timeout(proposeMs),
  deadline: Date.now() + proposeMs,
  log: quiet,
  isVerifying: true,
});

/** A system to look at: `config` has what names the rows, such as a path or a table. */
export interface ProposedSource extends GivenSecret {
  readonly config: unknown;
  /** The project that it is for, whose time zone days have; UTC without one. */
  readonly projectId?: string | undefined;
}

/** Makes a configuration from a look at a system. Throws an OperatorError. */
export async function proposeConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  { config, projectId, ...given }: ProposedSource,
): Promise<Proposal> {
  const { system } = given;
  const timeZone = projectId === undefined ? 'UTC' : (await getProjectUsage(db, projectId)).time_zone;
  const accountId = projectId === undefined ? undefined : await getAccountOfProject(db, projectId);
  return told(async () => {
    const connector = getConnector(system);
    if (!connector.propose) {
      const advice = '"connections systems --json" shows what a configuration has.';
      throw new OperatorError(`The system "${system}" proposes nothing. ${advice}`);
    }
    const { secret, store } = await openGivenSecret(db, environment.vault, given, accountId);
    const credentials = parseSecret(connector, secret);
    await using context = openContext(environment, soon(), credentials, store, operatorReach(accountId ?? null));
    return await connector.propose(config, credentials, timeZone, context);
  });
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
  readonly metrics: readonly { readonly key: string; readonly label: string; readonly unit: string }[];
  readonly result: QueryResult;
  /** The values that each metric leaves out in the period, by its key. */
  readonly leftOut: Readonly<Record<string, number>>;
}

const mostGroups = 1000;

/** The figures of a stored connection in a period, in the project's time zone. Throws an OperatorError. */
export async function previewConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  { from, to, by }: PreviewQuestion,
): Promise<Preview> {
  const row = await getConnection(db, id);
  const { time_zone: timeZone, locale } = await getProjectUsage(db, row.project_id);
  return told(async () => {
    await using connection = await openConnection(row, environment, { ...soon(), locale });
    const { metrics } = await connection.describe();
    const keys = metrics.map(({ key }) => key);
    const whole = { from, to, timeZone, metrics: keys, by: 'none', limit: 1 } as const;
    const grouping = by === 'day' || by === 'week' || by === 'month' ? by : by && { dimension: by };
    const total = await connection.query(whole);
    const result = grouping ? await connection.query({ ...whole, by: grouping, limit: mostGroups }) : total;
    const counted = keys.map((key, index): [string, number] => [key, total.leftOut?.[index] ?? 0]);
    const leftOut = Object.fromEntries(counted.filter(([, count]) => count > 0));
    return { metrics: metrics.map(({ key, label, unit }) => ({ key, label, unit })), result, leftOut };
  });
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConnectorError ? new OperatorError(`${error.kind}: ${error.message}`) : error;
  }
}
