import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionMaker, ConnectionStatus, Queryable } from '../../platform/database/tables.ts';
import type { ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import { checkName } from '../../platform/names.ts';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
} from '../../reporting/connectors/contract.ts';
import { getConnector, parseConfig } from '../../reporting/connectors/registry.ts';
import { checking, givenConnector, givenSecret, refusalOf, unavailable } from './connection-faults.ts';
import {
  type ConnectionSecret,
  getGrantFor,
  openConnectionSecret,
  openGrant,
  typedSecret,
} from './connection-secret.ts';
import {
  type ConnectionRow,
  getAccountOfProject,
  getConnection,
  getProjectUsage,
  insertConnection,
  type NewConnection,
  type Reach,
  reachOf,
  setConnectionStatus,
} from './connections.ts';
import { endsSoon, type GrantRow } from './oauth-grants.ts';
import { type ConnectionEnvironment, openContext, parseStoredConfig } from './open-connection.ts';
import { newSecret } from './stored-secret.ts';

/** Within it passing faults are tried again, unless whoever asks waits for less. */
const verifyMs = 30_000;
const firstWaitMs = 500;
const quiet = { info() {}, warn() {} };

export interface Found {
  readonly status: ConnectionStatus;
  /** Whether the system answered as the configuration needs it. */
  readonly answers: boolean;
  /** What the system said. */
  readonly message: string;
  /** What reports would say wrongly, and what to do about it. */
  readonly warnings: readonly ConfigWarning[];
}

/** For whom a source is tried. An operator who leaves it out is told of a silent system, and nothing is stored. */
export interface Trial {
  /** The operator unless given. */
  readonly madeBy?: ConnectionMaker;
  readonly withinMs?: number;
  /** Whether a source that does not answer in time may be stored all the same. */
  readonly acceptsSilence?: boolean;
}

/** A source as somebody describes it. */
export interface ConnectionFields {
  readonly projectId: string;
  readonly system: string;
  readonly name: string;
  readonly config: unknown;
  readonly secret: unknown;
  /** The sign-in of other connections of the account, in place of a secret. */
  readonly grantId?: string | undefined;
}

/** A source that can be stored, with its system's answer. */
export interface VerifiedConnection extends NewConnection, Found {}

/** Verifies a source and stores it with the status found; throws as `verifyNewConnection` does. */
export async function addConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  fields: ConnectionFields,
): Promise<ConnectionRow> {
  return insertConnection(db, await verifyNewConnection(db, environment, fields));
}

/**
 * Tries a source; the result can be stored. Throws `not_found` when the project does not exist, a fault of what is wrong
 * in the fields, and `connection_unavailable` when the system does not answer and that is not accepted.
 */
export async function verifyNewConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  fields: ConnectionFields,
  trial: Trial = {},
): Promise<VerifiedConnection> {
  checkName('a connection', fields.name);
  const accountId = await getAccountOfProject(db, fields.projectId);
  const { currency: projectCurrency } = await getProjectUsage(db, fields.projectId);
  const { projectId, system, name, config, grantId = null } = fields;
  const { madeBy = 'operator' } = trial;
  if (grantId !== null && fields.secret !== null) {
    throw fieldFault('grant_id', 'exclusive', 'Give a secret or a sign-in, not both.');
  }
  const secret = newSecret(fields.secret);
  const open = async () => {
    if (grantId === null) return typedSecret(secret);
    return openGrant(db, environment.vault, await getGrantFor(db, grantId, system, accountId));
  };
  const reach = await reachOf(db, { account_id: accountId, made_by: madeBy });
  const found = await tryPatiently(environment, { ...given, system, config, open, reach, projectCurrency }, trial);
  const seal = (id: string) => (secret.current === null ? null : environment.vault.seal(id, secret.current));
  return { accountId, projectId, system, name, config, grantId, madeBy, ...found, seal };
}

/** Tries the system of a stored connection and records its status; throws `connection_unavailable` for other faults. */
export async function verifyConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  trial: Trial = {},
): Promise<Found> {
  const row = await getConnection(db, id);
  const reach = await reachOf(db, row);
  const open = () => openConnectionSecret(environment.db, environment.vault, row);
  const { system, status: ifSilent } = row;
  const { currency: projectCurrency } = await getProjectUsage(db, row.project_id);
  const config = JSON.parse(row.config);
  const tried = { system, config, open, reach, ifSilent, refuse: unavailable, projectCurrency };
  const found = await tryPatiently(environment, tried, trial);
  await setConnectionStatus(db, id, found.status);
  return found;
}

/** What somebody changes of a connection; what is undefined stays. */
export interface ConnectionChanges {
  readonly name: string | undefined;
  readonly config: unknown;
  readonly secret: unknown;
}

/** A changed connection that can be stored, with its system's answer. */
export interface ChangedConnection extends Found {
  readonly before: ConnectionRow;
  readonly row: ConnectionRow;
  /** False when only the name has changed. */
  readonly isVerified: boolean;
}

/**
 * Tries a stored connection with a changed configuration or secret; the result can be stored. Throws as
 * `verifyNewConnection` does, and a fault when a secret would be sent to another place than it was given for. With another
 * configuration it reaches what its changer may.
 */
export async function verifyChangedConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  changes: ConnectionChanges,
  trial: Trial = {},
): Promise<ChangedConnection> {
  const before = await getConnection(db, id);
  if (changes.name !== undefined) checkName('a connection', changes.name);
  const known = JSON.parse(before.config);
  const config = changes.config ?? known;
  const made_by = isDeepStrictEqual(config, known) ? before.made_by : (trial.madeBy ?? before.made_by);
  const row = { ...before, made_by, name: changes.name?.trim() ?? before.name };
  const isVerified = changes.config !== undefined || changes.secret !== undefined;
  if (!isVerified) {
    const message = 'The connection has another name.';
    const found = { status: row.status, answers: row.status === 'connected', message, warnings: [] };
    return { before, row, isVerified, ...found };
  }
  if (changes.secret === undefined && row.secret !== null) assertSamePlace(row.system, known, config);
  const { system } = row;
  const { currency: projectCurrency } = await getProjectUsage(db, row.project_id);
  const tried = { ...given, system, config, reach: await reachOf(db, row), projectCurrency };
  const checked = { config: JSON.stringify(config), checked_at: new Date().toISOString() };
  const { db: ownDb, vault } = environment;
  if (row.grant_id !== null && changes.secret === undefined) {
    const open = () => openConnectionSecret(ownDb, vault, row);
    const found = await tryPatiently(environment, { ...tried, open }, trial);
    return { before, row: { ...row, ...checked }, isVerified, ...found };
  }
  const stored = row.secret === null ? null : vault.open(id, row.secret);
  const secret = newSecret(changes.secret === undefined ? stored : changes.secret);
  const found = await tryPatiently(environment, { ...tried, open: async () => typedSecret(secret) }, trial);
  const sealed = secret.current === null ? null : vault.seal(id, secret.current);
  return { before, row: { ...row, ...checked, secret: sealed, grant_id: null }, isVerified, ...found };
}

function assertSamePlace(system: string, stored: unknown, config: unknown): void {
  const connector = getConnector(system);
  const places = [stored, config].map((each) =>
    connector.origin?.(checking('config', () => parseConfig(connector, each))),
  );
  if (places[0] === places[1]) return;
  const message = 'The secret was given for another address. Give it again, or keep the address.';
  throw fieldFault('secret', 'address', message);
}

/** The source that is tried. */
interface Tried {
  readonly system: string;
  readonly config: unknown;
  readonly open: () => Promise<ConnectionSecret>;
  readonly reach: Reach;
  /** Of the project that it is for. */
  readonly projectCurrency: string;
  /** What a silent source is stored with. */
  readonly ifSilent: ConnectionStatus;
  /** Says that the configuration is wrong. */
  readonly refuse: (error: ConnectorError) => ServiceError;
}

/** A configuration that has just been given. */
const given = {
  ifSilent: 'resource_missing',
  refuse: (error: ConnectorError) => refusalOf(error, 'config'),
} as const;

/** Tries a source, again while it has a passing fault and time is left. */
async function tryPatiently(
  environment: ConnectionEnvironment,
  tried: Tried,
  { withinMs = verifyMs, acceptsSilence = false }: Trial,
): Promise<Found> {
  const deadline = Date.now() + withinMs;
  let earlier: ConnectorError | undefined;
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    try {
      const warnings = await tryOnce(environment, tried, deadline);
      return { status: 'connected', answers: true, message: 'The system answers.', warnings };
    } catch (fault) {
      if (!(fault instanceof ConnectorError)) throw fault;
      // That the time was over says less than why the try before it failed.
      const isLate = fault.kind === 'transient' && Date.now() >= deadline;
      const error = isLate ? (earlier ?? fault) : fault;
      earlier = fault;
      const { kind, message, retryAfterMs = waitMs } = error;
      const silent = { answers: false, message, warnings: [] };
      if (kind === 'reauth_required' || kind === 'resource_missing') return { status: kind, ...silent };
      if (kind === 'invalid_config') throw tried.refuse(error);
      if (Date.now() + retryAfterMs < deadline) await delay(retryAfterMs);
      else if (acceptsSilence) return { status: tried.ifSilent, ...silent };
      else throw unavailable(error);
    }
  }
}

async function tryOnce(
  environment: ConnectionEnvironment,
  { system, config, open, reach, projectCurrency }: Tried,
  deadline: number,
): Promise<readonly ConfigWarning[]> {
  const connector = givenConnector(system);
  const { secret, store, grant } = await open();
  const credentials = givenSecret(connector, secret);
  const parsedConfig = parseStoredConfig(connector, config);
  const signal = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
  const use = { signal, deadline, log: quiet, isVerifying: true, projectCurrency };
  await using context = openContext(environment, use, credentials, store, reach);
  const found = await connector.verify(parsedConfig, credentials, context);
  const warnings = [
    ...found,
    ...currencyDiffers(await statedCurrency(connector, parsedConfig, context), projectCurrency),
  ];
  return grant && endsSoon(grant) ? [...warnings, signInEnds(grant)] : warnings;
}

/** The currency that the configuration states for its amounts; undefined without one, or without amounts. */
async function statedCurrency(
  connector: Connector,
  config: unknown,
  context: ConnectorContext,
): Promise<string | undefined> {
  const isStated = typeof config === 'object' && config !== null && 'currency' in config;
  if (!isStated) return undefined;
  const { currency, metrics } = await connector.describe(config, null, context);
  return metrics.some(({ unit }) => unit === 'currency') ? currency : undefined;
}

/** As reports will say it. */
function currencyDiffers(currency: string | undefined, projectCurrency: string): ConfigWarning[] {
  if (currency === undefined || currency === projectCurrency) return [];
  const message = `Its amounts are in ${currency}, and the project's currency is ${projectCurrency}. Reports show them in ${currency}, without conversion, and do not add them up with amounts in ${projectCurrency}.`;
  return [{ code: 'currency_differs', path: 'currency', message }];
}

function signInEnds({ ends_at }: GrantRow): ConfigWarning {
  const message = `The sign-in ends on ${ends_at?.slice(0, 10)}. Run "connections authorize ID" before.`;
  return { code: 'sign_in_ends', path: 'grant', message };
}
