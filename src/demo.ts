import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAccount } from './accounts/accounts.ts';
import { createToken, scopes } from './accounts/tokens.ts';
import { readConfig } from './config.ts';
import { addConnection } from './connections/verify-connection.ts';
import { OperatorError } from './errors.ts';
import { openInstallation } from './installation.ts';

const requestMs = 30_000;
const jobMs = 300_000;
const startMs = 30_000;
const firstPollMs = 1_000;
const longestPollMs = 10_000;

const period = {
  current: { from: '2001-05-01', to: '2001-05-31' },
  compare: { from: '2001-04-01', to: '2001-04-30' },
};

/**
 * Shows the whole main job on real data: starts the service in a fresh folder, connects three million flights, and then
 * makes and downloads a report through the HTTP API. Throws an OperatorError as soon as a step fails.
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
  const { url, child } = await startService(environment);
  try {
    const api = await connectFlights(environment, url);
    const files = await makeReport(api, folder);
    console.log('\nThe report:');
    for (const file of files) console.log(`  ${file}`);
    explain(environment, api, url, keep ? child.pid : undefined);
  } finally {
    if (keep) release(child);
    else await stop(child);
  }
}

function step(text: string): void {
  console.log(`\n▸ ${text}`);
}

/** The folder of the data sets that come with the development dependencies. */
function findDataSets(): string {
  try {
    const [root = ''] = fileURLToPath(import.meta.resolve('vega-datasets')).split('/build/');
    return join(root, 'data');
  } catch {
    throw new OperatorError('The demo needs the data sets of the development dependencies; run "npm ci" first.');
  }
}

async function startService(environment: NodeJS.ProcessEnv): Promise<{ url: string; child: ChildProcess }> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(startMs) }),
    once(child, 'exit').then(([code]) => {
      throw new OperatorError(`The service ended with exit code ${code} before it was ready.`);
    }),
  ]);
  lines.close();
  console.log(`  ${line}`);
  return { url: String(line).replace('listening on ', ''), child };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function release(child: ChildProcess): void {
  child.stdout?.destroy();
  child.unref();
}

/** A minimal client: the envelope's data, or an error that names the code. */
interface Api {
  readonly token: string;
  readonly projectId: string;
  readonly url: string;
}

interface Answer {
  readonly data: Record<string, unknown>;
  readonly headers: Headers;
}

async function call(api: Pick<Api, 'token' | 'url'>, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(api.url + path, {
    method,
    headers: {
      authorization: `Bearer ${api.token}`,
      ...(method !== 'GET' && { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestMs),
  });
  const envelope = (await response.json()) as {
    ok: boolean;
    data: Answer['data'];
    error?: { code: string; message: string };
  };
  console.log(`  ${method} ${path} → ${response.status}`);
  if (envelope.ok) return { data: envelope.data, headers: response.headers };
  throw new OperatorError(`${method} ${path}: ${envelope.error?.code}: ${envelope.error?.message}`);
}

/** Account, token and connections are the operator's; the project is made through the API. */
async function connectFlights(environment: NodeJS.ProcessEnv, url: string): Promise<Api> {
  await using installation = await openInstallation(readConfig(environment));
  step('Creating an account and a token');
  const account = await createAccount(installation.db, { name: 'Demo agency', plan: 'pro' });
  const fields = { name: 'demo', kind: 'live', scopes, expiresInMs: null } as const;
  const { token, record } = await createToken(installation.db, account.id, fields);
  console.log(`  account ${account.id}, token ${record.publicId}`);
  step('Creating a project');
  const project = await call({ token, url }, 'POST', '/api/v1/projects', {
    name: 'US domestic flights',
    client_name: 'Bureau of Transportation Statistics',
    settings: { accent_color: '#0b5fa5', title: 'Flights in May 2001' },
  });
  step('Connecting flights-3m.parquet (3,000,000 flights) and seattle-weather.csv');
  for (const [name, file] of [
    ['US flights', 'flights.json'],
    ['Seattle weather', 'weather.json'],
  ] as const) {
    const config: unknown = JSON.parse(await readFile(new URL(`../examples/${file}`, import.meta.url), 'utf8'));
    const projectId = String(project.data.id);
    const row = await addConnection(installation.db, installation, {
      projectId,
      system: 'file',
      name,
      config,
      secret: null,
    });
    console.log(`  ${row.id}: ${name} is ${row.status}`);
  }
  return { token, url, projectId: String(project.data.id) };
}

async function makeReport(api: Api, folder: string): Promise<string[]> {
  const { current, compare } = period;
  step(`Generating ${current.from}..${current.to} against ${compare.from}..${compare.to}`);
  const generation = await runJob(api, `/api/v1/projects/${api.projectId}/generation-jobs`, { period });
  const { report_id: reportId } = generation.result as { report_id: string };
  step('Listing the reports of the project');
  const list = await call(api, 'GET', `/api/v1/projects/${api.projectId}/reports`);
  for (const report of list.data.items as { id: string; title: string; warnings: { message: string }[] }[]) {
    console.log(`  ${report.id}: ${report.title}`);
    for (const warning of report.warnings) console.log(`    note: ${warning.message}`);
  }
  const files: string[] = [];
  for (const format of ['pdf', 'doc']) {
    step(`Exporting to ${format}`);
    const job = await runJob(api, `/api/v1/reports/${reportId}/export-jobs`, { format });
    files.push(await download(api, job.artifact as Artifact, folder));
  }
  return files;
}

/** Starts a job and polls it as the specification asks, with the waits growing from one second. */
async function runJob(api: Api, path: string, body: unknown): Promise<Record<string, unknown>> {
  const started = performance.now();
  const start = await call(api, 'POST', path, body);
  const location = start.headers.get('location') ?? '';
  let waitMs = firstPollMs;
  while (performance.now() - started < jobMs) {
    await delay(waitMs);
    waitMs = Math.min(waitMs * 2, longestPollMs);
    const { data } = await call(api, 'GET', new URL(location, api.url).pathname);
    const job = data as {
      status: string;
      progress: { stage: string; completed: number; total: number };
      blocked: { message: string } | null;
      failure: { message: string } | null;
    };
    const { stage, completed, total } = job.progress;
    console.log(`  ${job.status} (${stage}, ${completed} of ${total})`);
    if (job.status === 'completed') return data;
    const outcome = job.blocked ?? job.failure;
    if (outcome) throw new OperatorError(`The job ended ${job.status}: ${outcome.message}`);
  }
  throw new OperatorError(`The job did not end within ${jobMs / 1000} seconds.`);
}

interface Artifact {
  readonly filename: string;
  readonly download_path: string;
  readonly sha256: string;
}

async function download(api: Api, artifact: Artifact, folder: string): Promise<string> {
  const response = await fetch(api.url + artifact.download_path, {
    headers: { authorization: `Bearer ${api.token}` },
    signal: AbortSignal.timeout(requestMs),
  });
  console.log(`  GET ${artifact.download_path} → ${response.status}`);
  if (!response.ok) throw new OperatorError(`The download answered ${response.status}.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== artifact.sha256)
    throw new OperatorError(`The digest of ${artifact.filename} is not the one promised.`);
  console.log(`  ${bytes.length} bytes, SHA-256 ${digest.slice(0, 16)}… as promised`);
  const path = join(folder, artifact.filename);
  await writeFile(path, bytes);
  return path;
}

function explain(
  environment: NodeJS.ProcessEnv,
  { token, projectId }: Api,
  url: string,
  pid: number | undefined,
): void {
  console.log('\nGo on:');
  if (pid === undefined)
    console.log(`  DATA_DIR=${environment.DATA_DIR} DATA_ROOTS=${environment.DATA_ROOTS} npm start`);
  else console.log(`  the service runs at ${url}; stop it with: kill ${pid}`);
  const base = pid === undefined ? 'http://127.0.0.1:8080' : url;
  console.log(`  curl -H 'Authorization: Bearer ${token}' ${base}/api/v1/projects/${projectId}/reports`);
}
