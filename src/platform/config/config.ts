import { createPrivateKey } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { delimiter, resolve } from 'node:path';
import type { DatabaseProfile } from '../database-profiles.ts';
import { OperatorError } from '../errors.ts';
import { type BounceConfig, readBounces } from './bounces.ts';
import { readDatabaseProfile, readDatabaseUrl } from './databases.ts';
import { readAllowedNetworks, readSystemAddresses } from './networks.ts';
import { readSecurityContact, readSecurityLog } from './security.ts';
import { readTracing, type TracingConfig } from './tracing.ts';

/** All settings from the environment, read once. */
export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The address under which clients reach the service, without a trailing slash; null for path-absolute links. */
  readonly publicUrl: string | null;
  /** Hosts on which only guest links of one account are served; the first of an account begins its links. */
  readonly publicHosts: readonly PublicHost[];
  readonly dataDir: string;
  /** Folders that `file` connections may read, as absolute paths. */
  readonly dataRoots: readonly string[];
  /** Private networks that connections may reach, as `readNetwork` gives them. */
  readonly allowedNetworks: readonly string[];
  /** By the word of a hosted system the address that stands in for its own; null for none. */
  readonly systemAddresses: Readonly<Record<string, string | null>>;
  readonly databaseUrl: string | null;
  /** A replica, or several behind one address, from which lists are read; null for none. */
  readonly databaseReadUrl: string | null;
  /** Null lets each connection find out. */
  readonly databaseProfile: DatabaseProfile | null;
  readonly redisUrl: string | null;
  /** Null keeps objects as files in the data folder. */
  /** Of stores of backups; null for AWS. */
  readonly backupEndpoint: string | null;
  readonly objectStore: { readonly bucket: string; readonly prefix: string; readonly endpoint?: string } | null;
  readonly downloadRedirects: boolean;
  readonly corsOrigins: readonly string[];
  /** Whose X-Forwarded-For is trusted, in Fastify's form: false, true, a number of hops, or addresses. */
  readonly trustProxy: boolean | number | string;
  readonly failedAuthPerMinute: number;
  /** A URI; null for none. */
  readonly securityContact: string | null;
  /** `stdout`, or the absolute path of a file; null for nowhere. */
  readonly securityLog: string | null;
  /** The vault's key, 32 bytes; null lets an embedded installation keep its own in the data folder. */
  readonly secretKey: Buffer | null;
  /** The previous key, while the vault is being rotated. */
  readonly secretKeyPrevious: Buffer | null;
  /** How many jobs run at once in this process. */
  readonly workers: number;
  /** How many jobs of one account run at once, over all processes. */
  readonly maxRunningPerAccount: number;
  readonly artifactDays: number;
  readonly auditDays: number;
  readonly logLevel: string;
  /** The mail server for schedules; null for none. */
  readonly mail: MailConfig | null;
  /** The only domains that schedules send to, in lower case; null for every domain. */
  readonly mailDomains: readonly string[] | null;
  /** Where traces go; null for nowhere. */
  readonly tracing: TracingConfig | null;
}

interface PublicHost {
  /** In lower case, without a port. */
  readonly host: string;
  readonly account: string;
}

export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly url: string;
  /** The sender, an address or `Name <address>`. */
  readonly from: string;
  /** What signs each mail; null where the mail server does. */
  readonly dkim?: DkimConfig | null;
  /** Where what comes back is read; null for nowhere. */
  readonly bounces?: BounceConfig | null;
}

export interface DkimConfig {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the configuration. Throws one OperatorError that names every fault at once. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = [];
  const text = (name: string) => environment[name]?.trim() || null;

  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    faults.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  };

  const flag = (name: string) => {
    const value = text(name)?.toLowerCase() ?? 'off';
    if (['on', 'true', '1'].includes(value)) return true;
    if (!['off', 'false', '0'].includes(value)) faults.push(`${name} must be "on" or "off", not "${value}"`);
    return false;
  };

  const url = (name: string, protocols: readonly string[]) => {
    const value = text(name);
    if (value === null) return null;
    const prefix = protocols.find((protocol) => value.toLowerCase().startsWith(`${protocol}//`));
    if (prefix && URL.canParse(value)) return value.replace(/\/+$/, '');
    // The value is not repeated: it may carry a password.
    faults.push(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return null;
  };

  const dataDir = resolve(text('DATA_DIR') ?? 'data');
  const level = text('LOG_LEVEL')?.toLowerCase() ?? 'info';
  if (!logLevels.includes(level)) faults.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}"`);

  const endpoint = url('S3_ENDPOINT', ['http:', 'https:']);
  const publicUrl = readPublicUrl(url('PUBLIC_URL', ['http:', 'https:']), faults);
  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 8080, 0, 65_535),
    publicUrl,
    publicHosts: readPublicHosts(text('PUBLIC_HOSTS'), publicUrl, faults),
    dataDir,
    dataRoots: readDataRoots(text('DATA_ROOTS'), faults),
    allowedNetworks: readAllowedNetworks(text('ALLOWED_NETWORKS'), faults),
    systemAddresses: readSystemAddresses(text('SYSTEM_ADDRESSES'), faults),
    databaseUrl: readDatabaseUrl('DATABASE_URL', text('DATABASE_URL'), faults),
    databaseReadUrl: readDatabaseUrl('DATABASE_READ_URL', text('DATABASE_READ_URL'), faults),
    databaseProfile: readDatabaseProfile(text('DATABASE_PROFILE'), faults),
    redisUrl: readRedisUrl(url('REDIS_URL', ['redis:', 'rediss:']), faults),
    backupEndpoint: url('BACKUP_S3_ENDPOINT', ['http:', 'https:']) ?? endpoint,
    objectStore: readObjectStore(url('OBJECT_STORE', ['s3:']), endpoint, faults),
    downloadRedirects: flag('DOWNLOAD_REDIRECTS'),
    corsOrigins: readOrigins(text('CORS_ORIGINS'), faults),
    trustProxy: readTrustProxy(text('TRUST_PROXY'), faults),
    failedAuthPerMinute: whole('FAILED_AUTH_PER_MINUTE', 600, 1, 1_000_000),
    securityContact: readSecurityContact(text('SECURITY_CONTACT'), faults),
    securityLog: readSecurityLog(text('SECURITY_LOG'), faults),
    secretKey: readSecretKey('SECRET_KEY', text('SECRET_KEY'), faults),
    secretKeyPrevious: readSecretKey('SECRET_KEY_PREVIOUS', text('SECRET_KEY_PREVIOUS'), faults),
    workers: whole('WORKERS', 2, 1, 64),
    maxRunningPerAccount: whole('MAX_RUNNING_PER_ACCOUNT', 4, 1, 64),
    artifactDays: whole('ARTIFACT_DAYS', 30, 1, 3650),
    auditDays: whole('AUDIT_DAYS', 400, 1, 3650),
    logLevel: level,
    mail: readMail(
      { address: url('SMTP_URL', ['smtp:', 'smtps:']), hasServer: text('SMTP_URL') !== null, from: text('MAIL_FROM') },
      { file: text('MAIL_DKIM_KEY'), selector: text('MAIL_DKIM_SELECTOR'), domain: text('MAIL_DKIM_DOMAIN') },
      readBounces(text('MAIL_BOUNCES'), text('MAIL_BOUNCE_ADDRESS'), faults),
      faults,
    ),
    mailDomains: readMailDomains(text('MAIL_ALLOWED_DOMAINS'), faults),
    tracing: readTracing(text, faults),
  };
  for (const [name, isSet, needed] of [
    ['PUBLIC_HOSTS', config.publicHosts.length > 0, 'PUBLIC_URL'],
    ['DATABASE_READ_URL', text('DATABASE_READ_URL') !== null, 'DATABASE_URL'],
    ['DATABASE_PROFILE', text('DATABASE_PROFILE') !== null, 'DATABASE_URL'],
    ['S3_ENDPOINT', endpoint !== null, 'OBJECT_STORE'],
    ['DOWNLOAD_REDIRECTS', config.downloadRedirects, 'OBJECT_STORE'],
    ['SECRET_KEY_PREVIOUS', config.secretKeyPrevious !== null, 'SECRET_KEY'],
    ['MAIL_DKIM_KEY', text('MAIL_DKIM_KEY') !== null, 'SMTP_URL'],
    ['MAIL_DKIM_SELECTOR', text('MAIL_DKIM_SELECTOR') !== null, 'MAIL_DKIM_KEY'],
    ['MAIL_DKIM_DOMAIN', text('MAIL_DKIM_DOMAIN') !== null, 'MAIL_DKIM_KEY'],
    ['MAIL_BOUNCES', text('MAIL_BOUNCES') !== null, 'SMTP_URL'],
    ['MAIL_BOUNCE_ADDRESS', text('MAIL_BOUNCE_ADDRESS') !== null, 'MAIL_BOUNCES'],
  ] as const) {
    if (isSet && text(needed) === null) faults.push(`${name} does nothing without ${needed}; set both or neither`);
  }
  if (config.databaseUrl && !config.secretKey && !text('SECRET_KEY')) {
    faults.push('SECRET_KEY must be set when DATABASE_URL is: 32 bytes in base64, from "openssl rand -base64 32"');
  }
  if (faults.length > 0) throw new OperatorError(`The configuration is not valid: ${faults.join('; ')}.`);
  return Object.freeze(config);
}

/**
 * Where people reach the service, without a trailing slash: on this machine, unless PUBLIC_URL says otherwise. If the service picks the port itself it is unknown: the
 * address is empty, and links begin with their path.
 */
export function baseUrl({ publicUrl, host, port }: Config): string {
  if (publicUrl !== null || port === 0) return publicUrl ?? '';
  if (listensEverywhere(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The same for the guest links of an account, which begin with its own host where it has one. */
export function guestBaseUrl(config: Config, accountId: string): string {
  const own = config.publicHosts.find(({ account }) => account === accountId);
  const base = baseUrl(config);
  if (!own || base === '') return base;
  const address = new URL(base);
  return `${address.protocol}//${own.host}${address.pathname.replace(/\/+$/, '')}`;
}

/** Whether a host to listen on stands for all addresses, and so for none that can be opened. */
export function listensEverywhere(host: string): boolean {
  return ['0.0.0.0', '::', '[::]'].includes(host);
}

interface MailVariables {
  readonly address: string | null;
  readonly hasServer: boolean;
  readonly from: string | null;
}

function readMail(
  { address, hasServer, from }: MailVariables,
  dkimVariables: DkimVariables,
  bounces: BounceConfig | null,
  faults: string[],
): MailConfig | null {
  if (hasServer !== (from !== null)) faults.push('SMTP_URL and MAIL_FROM must be set together');
  const isSender = from !== null && /^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(from);
  if (from !== null && !isSender) {
    faults.push(`MAIL_FROM must be an address such as "Reports <reports@example.com>", not "${from}"`);
  }
  // An invalid server URL has already been reported.
  if (address === null) return null;
  if (isHostless(address)) faults.push('SMTP_URL must name a host, as smtp://mail.example.com');
  if (!isSender) return null;
  const dkim = readDkim(dkimVariables, /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? '', faults);
  return { url: address, from, dkim, bounces };
}

interface DkimVariables {
  readonly file: string | null;
  readonly selector: string | null;
  readonly domain: string | null;
}

const domainForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

function readDkim({ file, selector, domain: given }: DkimVariables, ownDomain: string, faults: string[]) {
  if (file === null) return null;
  const domain = (given ?? ownDomain).toLowerCase();
  if (selector === null || !domainForm.test(selector.toLowerCase())) {
    faults.push('MAIL_DKIM_SELECTOR must name the key of MAIL_DKIM_KEY in the DNS, such as "reports"');
  }
  if (!domainForm.test(domain)) faults.push(`MAIL_DKIM_DOMAIN must be a domain such as example.com, not "${domain}"`);
  try {
    const privateKey = readFileSync(file, 'utf8');
    const { asymmetricKeyType } = createPrivateKey(privateKey);
    if (asymmetricKeyType === 'rsa') return { domain, selector: selector ?? '', privateKey };
    faults.push('MAIL_DKIM_KEY must be a file with an RSA key');
  } catch (error) {
    faults.push(`MAIL_DKIM_KEY must be a file with a private key in PEM: ${(error as Error).message}`);
  }
  return null;
}

function readPublicHosts(list: string | null, publicUrl: string | null, faults: string[]): PublicHost[] {
  const hosts: PublicHost[] = [];
  for (const entry of list?.split(/[\s,]+/).filter(Boolean) ?? []) {
    const [, host = '', account = ''] = /^([^=]+)=(acc_[0-9a-z]{26})$/.exec(entry) ?? [];
    const name = host.toLowerCase();
    if (!domainForm.test(name)) {
      faults.push(
        `PUBLIC_HOSTS must list hosts with their accounts, such as reports.example.com=acc_…, not "${entry}"`,
      );
    } else if (hosts.some((other) => other.host === name)) {
      faults.push(`PUBLIC_HOSTS names ${name} twice`);
    } else if (publicUrl !== null && new URL(publicUrl).hostname === name) {
      faults.push(`PUBLIC_HOSTS must not name the host of PUBLIC_URL, ${name}: the console and the API would be gone`);
    } else hosts.push({ host: name, account });
  }
  return hosts;
}

function readMailDomains(list: string | null, faults: string[]): readonly string[] | null {
  if (list === null) return null;
  const domains = list.split(',').map((domain) => domain.trim().toLowerCase());
  const wrong = domains.find((domain) => !domainForm.test(domain));
  if (wrong !== undefined) faults.push(`MAIL_ALLOWED_DOMAINS must list domains such as example.com, not "${wrong}"`);
  return domains;
}

function readPublicUrl(address: string | null, faults: string[]): string | null {
  if (address === null) return null;
  const { username, password, href } = new URL(address);
  // The value is not repeated: it may carry a password.
  if (username || password || /[?#;]/.test(address)) {
    faults.push(
      'PUBLIC_URL must have no user, password, "?" or "#", since paths are put behind it, and no semicolon, at which the path of a cookie ends',
    );
  }
  // Location and Link contain it: with characters beyond Latin-1 a create or start would succeed and then answer 500.
  return href.replace(/\/+$/, '');
}

/**
 * As strict as the client, which throws when it is created: the start must report what is wrong, and `doctor` what to
 * check.
 */
function readRedisUrl(address: string | null, faults: string[]): string | null {
  if (address === null) return null;
  const { pathname, username, password } = new URL(address);
  if (isHostless(address)) faults.push('REDIS_URL must name a host, as redis://cache.example.com:6379');
  if (!/^(\/\d*)?$/.test(pathname)) faults.push('REDIS_URL must name a database by its number, as redis://host/1');
  // The value is not repeated: it may carry a password.
  if (!isDecodable(username + password)) {
    faults.push('REDIS_URL must have user and password in percent-encoding, "%" itself as "%25"');
  }
  return address;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isHostless(address: string): boolean {
  return new URL(address).hostname === '';
}

function readDataRoots(value: string | null, faults: string[]): string[] {
  const roots: string[] = [];
  for (const folder of value?.split(delimiter).filter(Boolean) ?? []) {
    try {
      const root = realpathSync(folder);
      if (statSync(root).isDirectory()) roots.push(root);
      else faults.push(`DATA_ROOTS names something that is not a folder: "${folder}"`);
    } catch {
      faults.push(`DATA_ROOTS names a folder that does not exist: "${folder}"`);
    }
  }
  return roots;
}

function readObjectStore(address: string | null, endpoint: string | null, faults: string[]): Config['objectStore'] {
  if (address === null) return null;
  const { hostname, pathname, username, password, port, search, hash } = new URL(address);
  if (hostname === '') faults.push('OBJECT_STORE must name a bucket, as s3://bucket/prefix');
  // The value is not repeated: it may carry a password.
  if (username || password || port || search || hash) {
    faults.push(
      'OBJECT_STORE takes a bucket and a prefix alone, as s3://bucket/prefix, and S3_ENDPOINT and the AWS_ variables the rest',
    );
  }
  return { bucket: hostname, prefix: pathname.replace(/^\/|\/$/g, ''), ...(endpoint && { endpoint }) };
}

function readOrigins(value: string | null, faults: string[]): string[] {
  const origins = value?.split(/[\s,]+/).filter(Boolean) ?? [];
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    faults.push(`CORS_ORIGINS must hold origins such as https://app.example.com, not "${origin}"`);
  }
  return origins;
}

function readTrustProxy(value: string | null, faults: string[]): boolean | number | string {
  if (value === null || ['off', 'false', '0'].includes(value)) return false;
  if (['on', 'true'].includes(value)) return true;
  if (/^\d+$/.test(value)) return Number(value);
  const odd = value.split(',').find((proxy) => !isNetwork(proxy.trim()));
  if (odd !== undefined) faults.push(`TRUST_PROXY must be on, off, a number or addresses, not "${odd.trim()}"`);
  return value;
}

/** An address, a network such as `10.0.0.0/8`, or one of the names that stand for networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', bits = '1'] = /^([^/]*)(?:\/(\d+))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version > 0 && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

function readSecretKey(name: string, value: string | null, faults: string[]): Buffer | null {
  if (value === null) return null;
  const key = Buffer.from(value, 'base64');
  const canonical = /^[A-Za-z0-9+/]+={0,2}$/.test(value) && key.length === 32;
  if (!canonical) faults.push(`${name} must be 32 bytes in base64, from "openssl rand -base64 32"`);
  else if (new Set(key).size < 8) faults.push(`${name} is not random: make one with "openssl rand -base64 32"`);
  else return key;
  return null;
}
