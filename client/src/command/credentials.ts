import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ReportServiceClient, readBaseUrl } from '../client.ts';
import { CommandError } from './command-line.ts';

export interface Credentials {
  readonly base_url: string;
  readonly token: string;
}

/** Where `login` stores its input. */
function credentialsPath(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  const folder = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(folder || join(homedir(), '.config'), 'report-service', 'client.json');
}

/** Writes a new file, so that it was never readable by others; returns its path. */
export async function storeCredentials(credentials: Credentials): Promise<string> {
  const path = credentialsPath();
  const part = `${path}.${process.pid}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(part, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await chmod(part, 0o600);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return path;
}

/** A client for the service of the environment or of the last login. */
export async function openClient(): Promise<ReportServiceClient> {
  const { REPORT_SERVICE_URL: givenUrl, REPORT_SERVICE_TOKEN: givenToken } = process.env;
  // Users without a home folder, such as service accounts, give both in the environment.
  const stored = givenUrl && givenToken ? undefined : await readCredentials();
  const baseUrl = givenUrl || stored?.base_url;
  const token = givenToken || (stored && baseUrl && isSameService(stored.base_url, baseUrl) ? stored.token : undefined);
  if (!baseUrl || !token) {
    throw new CommandError(
      'Log in first with "report-service-client login", or set REPORT_SERVICE_URL and REPORT_SERVICE_TOKEN.',
    );
  }
  return new ReportServiceClient({ baseUrl, token });
}

/** A stored token is only sent to the service it was stored for. */
function isSameService(url: string, other: string): boolean {
  return readBaseUrl(url) === readBaseUrl(other);
}

async function readCredentials(): Promise<Credentials | undefined> {
  try {
    return JSON.parse(await readFile(credentialsPath(), 'utf8'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw new CommandError(`${credentialsPath()} cannot be read; log in again.`);
  }
}
