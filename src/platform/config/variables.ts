import { tracingVariables } from './tracing-variables.ts';

/** One variable of the environment, as the operator's page shows it. The values are read and checked in config.ts. */
export interface ConfigVariable {
  /** The default, in the form in which it would be set; null for none. */
  readonly default: string | null;
  readonly meaning: string;
}

/** Every variable that `readConfig` reads. */
export const configVariables: Readonly<Record<string, ConfigVariable>> = {
  HOST: { default: '127.0.0.1', meaning: 'The address to listen on; `0.0.0.0` for all IPv4 addresses.' },
  PORT: { default: '8080', meaning: 'The port to listen on; `0` picks a free one.' },
  PUBLIC_URL: {
    default: null,
    meaning:
      'The address under which clients reach the service, such as `https://reports.example.com`, or with a path that a proxy removes. `Location` and `Link` are then absolute; without it they are path-absolute. People who [sign in](connectors/oauth.md) at a vendor are led back to it, and sign in [here](operating.md#people) by it; that needs `https`.',
  },
  PUBLIC_HOSTS: {
    default: null,
    meaning:
      'Host names of single accounts, such as `reports.agency.example=acc_…`, separated by commas or spaces. There only [guest links](guides/guest-links.md#a-host-name-of-ones-own) of that account are served, and nothing else; new links of the account begin with its first one. Needs `PUBLIC_URL`.',
  },
  DATA_DIR: {
    default: 'data',
    meaning: 'The folder of the embedded database, the stored files and the key. Only its owner may read it.',
  },
  DATA_ROOTS: {
    default: null,
    meaning: 'The folders that `file` connections may read, separated as in `PATH`. Without it they may read none.',
  },
  ALLOWED_NETWORKS: {
    default: null,
    meaning:
      'Private networks that connections may reach, such as `10.20.0.0/16,fd12::/48`, and the only ones where they may speak `http://`; without it [only public addresses](connectors/networks.md). Connections that customers make also need `accounts update --allow-network`.',
  },
  SYSTEM_ADDRESSES: {
    default: null,
    meaning:
      'Addresses that stand in for those of hosted systems, as a JSON object: `{"google-analytics": "https://gateway.example.com/ga"}`. [Credentials go there](connectors/networks.md#instead-of-a-vendors-address).',
  },
  DATABASE_URL: {
    default: null,
    meaning:
      'A PostgreSQL 15 or newer, as `postgres://…`, with `sslmode`, several hosts or a socket as [`psql` reads them](operating.md#postgresql); without it SQLite in `DATA_DIR`.',
  },
  DATABASE_READ_URL: {
    default: null,
    meaning:
      'A replica of the database, as `postgres://…`, from which [long lists are read](databases.md#a-read-replica), no older than the primary has them. Needs `DATABASE_URL`.',
  },
  DATABASE_PROFILE: {
    default: null,
    meaning:
      '`pooled` where a pooler shares the sessions of PostgreSQL among its clients, `postgres` where none does; without it the service [finds out](databases.md#poolers), and says so in its log and in `doctor`.',
  },
  REDIS_URL: {
    default: null,
    meaning:
      'A Redis or Valkey that counts requests, or any node of a cluster of them, as `redis://…` or `rediss://…`; without it the database counts them.',
  },
  OBJECT_STORE: {
    default: null,
    meaning:
      'Where reports and files are kept, as `s3://bucket/prefix`; without it files in `DATA_DIR`. The usual `AWS_*` variables give credentials and region.',
  },
  S3_ENDPOINT: {
    default: null,
    meaning: 'The address of an S3 store other than AWS, such as `https://minio.example.com`.',
  },
  BACKUP_S3_ENDPOINT: {
    default: null,
    meaning:
      'The address of the S3 store that [backups](operating.md#backups-that-grow) in a bucket go to, if it is another than that of `S3_ENDPOINT`. The `AWS_*` variables are the same.',
  },
  DOWNLOAD_REDIRECTS: {
    default: 'off',
    meaning: '`on` sends downloads to the object store, with an address that is valid for at most 60 seconds.',
  },
  CORS_ORIGINS: {
    default: null,
    meaning:
      'The origins whose pages may call the API, such as `https://app.example.com`, separated by commas or spaces.',
  },
  TRUST_PROXY: {
    default: 'off',
    meaning:
      'Whose `X-Forwarded-For` counts: `off`, `on` for anybody, a number of proxies, or the addresses of the proxies, separated by commas.',
  },
  FAILED_AUTH_PER_MINUTE: {
    default: '600',
    meaning: 'How many requests without a valid token one address may make in a minute, 1 to 1,000,000.',
  },
  SECURITY_CONTACT: {
    default: null,
    meaning:
      'Where to report vulnerabilities, `mailto:security@example.com` or `https://…`, for `/.well-known/security.txt`; without it there is no such file.',
  },
  SECURITY_LOG: {
    default: null,
    meaning:
      'Where each entry of the audit log and each refused sign-in is written as [a line of JSON](operating.md#the-security-log): `stdout`, or a file that the service appends to.',
  },
  SECRET_KEY: {
    default: null,
    meaning:
      'The key that seals the secrets of connections: 32 bytes in base64, from `openssl rand -base64 32`. Needed with `DATABASE_URL`; without both one is made on the first start and kept in `DATA_DIR`.',
  },
  SECRET_KEY_PREVIOUS: {
    default: null,
    meaning: 'The key used before `SECRET_KEY`, until `vault rotate` has sealed everything with the new one.',
  },
  WORKERS: { default: '2', meaning: 'How many jobs run at once in this process, 1 to 64.' },
  MAX_RUNNING_PER_ACCOUNT: {
    default: '4',
    meaning: 'How many jobs of one account run at once, over all processes, 1 to 64.',
  },
  ARTIFACT_DAYS: { default: '30', meaning: 'How many days the file of an export is kept, 1 to 3,650.' },
  AUDIT_DAYS: { default: '400', meaning: 'How many days the audit log is kept, 1 to 3,650.' },
  SMTP_URL: {
    default: null,
    meaning:
      'The mail server that sends the e-mails of schedules and the links of people, such as `smtp://user:password@mail.example.com:587`; `smtps://` encrypts from the start.',
  },
  MAIL_FROM: {
    default: null,
    meaning: 'Who those e-mails are from, such as `Reports <reports@example.com>`. Needed with `SMTP_URL`.',
  },
  MAIL_DKIM_KEY: {
    default: null,
    meaning:
      'A file with the private key in PEM that signs those e-mails (DKIM, RFC 6376), where the mail server does not sign by itself. Needs `MAIL_DKIM_SELECTOR`.',
  },
  MAIL_DKIM_SELECTOR: {
    default: null,
    meaning: 'Under which name the public key is in the DNS: `SELECTOR._domainkey.DOMAIN`.',
  },
  MAIL_DKIM_DOMAIN: {
    default: null,
    meaning: 'The domain that signs; that of `MAIL_FROM` unless set.',
  },
  MAIL_ALLOWED_DOMAINS: {
    default: null,
    meaning:
      'The only domains to which schedules send, separated by commas, such as `example.com,example.org`; others are refused where they are set. Subdomains are named by themselves. Every domain unless set.',
  },
  MAIL_BOUNCES: {
    default: null,
    meaning:
      'The inbox in which [e-mails that come back](operating.md#e-mails-that-come-back) arrive, as `maildir:/var/mail/bounces` or `mbox:/var/mail/bounces`, or `webhook:SECRET` (24 to 100 letters, digits, `-`, `_`) where a provider tells them to `/mail-bounces/SECRET`. Without it they are not read.',
  },
  MAIL_BOUNCE_ADDRESS: {
    default: null,
    meaning:
      'The address of that inbox, such as `bounces@example.com`. Each e-mail then comes back to an address of its own, `bounces+ID@example.com`; without it to that of `MAIL_FROM`.',
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'How much is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  ...tracingVariables,
};
