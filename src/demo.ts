import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ExportJob, type GenerationJob, ReportServiceClient, ReportServiceError } from '../client/src/index.ts';
import { createAccount } from './domains/accounts/accounts.ts';
import { createToken } from './domains/accounts/tokens.ts';
import { addConnection } from './domains/connections/verify-connection.ts';
import { signInLink } from './domains/console/mails.ts';
import { insertMember } from './domains/members/members.ts';
import { createShare, shareLink } from './domains/shares/shares.ts';
import { createSignInLink } from './domains/users/sign-in-links.ts';
import { createUser } from './domains/users/users.ts';
import { openInstallation } from './installation/open-installation.ts';
import { readConfig } from './platform/config/config.ts';
import { OperatorError } from './platform/errors.ts';
import { scopes } from './platform/http/caller.ts';
import { publicFormats } from './reporting/renderers/formats.ts';

const jobMs = 300_000;
const startMs = 30_000;
const linkLifetimeMs = 7 * 24 * 3_600_000;

const period = {
  current: { from: '2001-05-01', to: '2001-05-31' },
  compare: { from: '2001-04-01', to: '2001-04-30' },
};

/**
 * Shows the whole main flow on real data: starts the service in a fresh folder, connects three million flights, then
 * generates and downloads a report through the HTTP API. Throws an OperatorError as soon as a step fails.
 */
export async function runDemo({ keep }: { readonly keep: boolean }): Promise<void> {
  const folder = join(process.cwd(), 'demo', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
  const environment = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    DATA_ROOTS: findDataSets(),
    PORT: process.env.PORT ?? '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  };
  await mkdir(folder, { recursive: true });
  step(`Starting the service in ${relative(process.cwd(), folder)}`);
  const child = spawnService(environment);
  using _signals = stopWithDemo(child);
  let isDone = false;
  try {
    const url = await whenReady(child);
    const demonstration = await connectFlights(environment, url);
    const { reportId, files } = await makeReport(demonstration, folder);
    console.log('\nThe report:');
    for (const file of files) console.log(`  ${file}`);
    if (keep) {
      console.log(`  ${await shareReport(environment, reportId, url)} (a guest link, for seven days)`);
      console.log('\nThe console, signed in as the owner of its account, by this link, once and within the hour:');
      console.log(`  ${await letOwnerIn(environment, demonstration.accountId, url)}`);
    }
    const lines = closingLines(environment, demonstration, url, keep ? child.pid : undefined);
    console.log(`\nGo on:\n  ${lines.join('\n  ')}`);
    isDone = true;
  } catch (error) {
    throw error instanceof ReportServiceError ? new OperatorError(error.message, { cause: error }) : error;
  } finally {
    if (keep && isDone) release(child);
    else await stop(child);
  }
}

function step(text: string): void {
  console.log(`\n▸ ${text}`);
}

/** The folder of the flights: in a clone it comes with a development dependency, a package carries the one file. */
function findDataSets(): string {
  try {
    const flights = new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets'));
    return dirname(fileURLToPath(flights));
  } catch {
    throw new OperatorError('The demo needs the data sets of the development dependencies; run "npm ci" first.');
  }
}

type Service = ChildProcessByStdio<null, Readable, null>;

function spawnService(environment: NodeJS.ProcessEnv): Service {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  return spawn(process.execPath, [main, 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

/** The service is in its own process group, so an interrupt of the demo would not reach it. */
function stopWithDemo(child: Service): Disposable {
  const end = async (signal: NodeJS.Signals) => {
    await stop(child);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return { [Symbol.dispose]: () => void process.off('SIGINT', end).off('SIGTERM', end) };
}

/** Where the service listens. */
async function whenReady(child: Service): Promise<string> {
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(startMs) }),
    once(child, 'exit').then(([code]) => {
      throw new OperatorError(`The service ended with exit code ${code} before it was ready.`);
    }),
  ]);
  lines.close();
  console.log(`  ${line}`);
  return String(line).replace('listening on ', '');
}

async function stop(child: Service): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function release(child: Service): void {
  child.stdout.destroy();
  child.unref();
}

interface Demonstration {
  readonly client: ReportServiceClient;
  readonly token: string;
  readonly accountId: string;
  readonly projectId: string;
}

/** Account, token and connection come from operator commands, the project from the API. */
async function connectFlights(environment: NodeJS.ProcessEnv, url: string): Promise<Demonstration> {
  await using installation = await openInstallation(readConfig(environment));
  step('Creating an account and a token');
  const account = await createAccount(installation.db, { name: 'Demo agency', plan: 'pro' });
  const fields = { name: 'demo', kind: 'live', scopes, expiresInMs: null } as const;
  const { token, record } = await createToken(installation.db, account.id, fields);
  console.log(`  account ${account.id}, token ${record.publicId}`);
  const client = new ReportServiceClient({ baseUrl: url, token, fetch: fetchAndTell });
  step('Creating a project');
  const { id: projectId } = await client.projects.create({
    name: 'US domestic flights',
    client_name: 'Bureau of Transportation Statistics',
    settings: { accent_color: '#0b5fa5', title: 'Flights in May 2001' },
  });
  step('Connecting flights-3m.parquet (3,000,000 flights)');
  const config: unknown = JSON.parse(await readFile(new URL('../examples/flights.json', import.meta.url), 'utf8'));
  const connection = { projectId, system: 'file', name: 'US flights', config, secret: null };
  const row = await addConnection(installation.db, installation, connection);
  console.log(`  ${row.id}: ${row.name} is ${row.status}`);
  return { client, token, accountId: account.id, projectId };
}

/** Shows each request with its answer. */
async function fetchAndTell(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  console.log(`  ${init?.method ?? 'GET'} ${pathname} → ${response.status}`);
  return response;
}

async function makeReport(
  { client, projectId }: Demonstration,
  folder: string,
): Promise<{ reportId: string; files: string[] }> {
  const { current, compare } = period;
  step(`Generating ${current.from}..${current.to} against ${compare.from}..${compare.to}`);
  const { id } = await client.projects.generate(projectId, { period }).completed(waiting);
  step('Listing the reports of the project');
  for await (const report of client.reports.list(projectId)) {
    console.log(`  ${report.id}: ${report.title}`);
    for (const warning of report.warnings) console.log(`    note: ${warning.message}`);
  }
  const files: string[] = [];
  for (const format of publicFormats) {
    step(`Exporting to ${format}`);
    const job = await client.reports.export(id, { format }).completed(waiting);
    const saved = await job.download().saveTo(join(folder, job.artifact.filename));
    console.log(`  ${saved.size_bytes} bytes, SHA-256 ${saved.sha256.slice(0, 16)}… as promised`);
    files.push(saved.path);
  }
  return { reportId: id, files };
}

/** The link to the report as a web page, which needs no token. */
async function shareReport(environment: NodeJS.ProcessEnv, reportId: string, url: string): Promise<string> {
  await using installation = await openInstallation(readConfig(environment));
  const { token } = await createShare(installation.db, reportId, { password: null, expiresInMs: linkLifetimeMs });
  return shareLink(url, token);
}

/**
 * The link by which somebody is signed in as the owner of the demo's account, who has no password yet. At `localhost`,
 * since there are no passkeys at an IP address.
 */
async function letOwnerIn(environment: NodeJS.ProcessEnv, accountId: string, url: string): Promise<string> {
  await using installation = await openInstallation(readConfig(environment));
  const owner = { email: 'owner@example.com', name: 'Demo owner', passwordHash: null, isOperator: true };
  const { token } = await installation.db.transaction().execute(async (transaction) => {
    const { id } = await createUser(transaction, owner);
    await insertMember(transaction, accountId, id, { role: 'owner', projectIds: null });
    return createSignInLink(transaction, id, 'demo');
  });
  return signInLink(url.replace('//127.0.0.1', '//localhost'), token);
}

const waiting = {
  deadlineMs: jobMs,
  onProgress({ status, progress }: GenerationJob | ExportJob) {
    console.log(`  ${status} (${progress.stage}, ${progress.completed} of ${progress.total})`);
  },
};

/** How to go on: with the service that still runs as `pid`, or with one at the same port. */
export function closingLines(
  environment: NodeJS.ProcessEnv,
  { token, projectId }: Pick<Demonstration, 'token' | 'projectId'>,
  url: string,
  pid: number | undefined,
): readonly string[] {
  const bin = fileURLToPath(new URL('../bin/report-service', import.meta.url));
  const settings = `PORT=${new URL(url).port} DATA_DIR='${environment.DATA_DIR}' DATA_ROOTS='${environment.DATA_ROOTS}'`;
  return [
    pid === undefined ? `${settings} '${bin}' serve` : `the service runs at ${url}; stop it with: kill ${pid}`,
    `curl -H 'Authorization: Bearer ${token}' ${url}/api/v1/projects/${projectId}/reports`,
  ];
}
