import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/platform/config/config.ts';
import { systemWords } from '../../src/platform/config/system-words.ts';
import { removeFolder } from '../support/folders.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
after(() => removeFolder(folder));
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

/** The sentence in which a configuration is refused. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.equal((error as Error).name, 'OperatorError');
    return (error as Error).message;
  }
  throw new assert.AssertionError({ message: `accepted: ${JSON.stringify(environment)}` });
}

test('an empty environment gives an embedded installation reachable only from the local machine', () => {
  const config = readConfig({});
  assert.deepEqual(
    { ...config },
    {
      ...config,
      host: '127.0.0.1',
      port: 8080,
      publicUrl: null,
      dataDir: resolve('data'),
      dataRoots: [],
      allowedNetworks: [],
      systemAddresses: Object.fromEntries(systemWords.map((word) => [word, null])),
      databaseUrl: null,
      databaseReadUrl: null,
      databaseProfile: null,
      redisUrl: null,
      objectStore: null,
      downloadRedirects: false,
      corsOrigins: [],
      publicHosts: [],
      trustProxy: false,
      failedAuthPerMinute: 600,
      securityContact: null,
      securityLog: null,
      secretKey: null,
      artifactDays: 30,
      logLevel: 'info',
      mail: null,
    },
  );
  assert.ok(Object.isFrozen(config));
});

test('every variable is parsed in its format; white space around it and empty values are ignored [C-OPERATOR-7]', () => {
  const link = join(folder, 'link');
  symlinkSync(folder, link);
  const config = readConfig({
    HOST: ' ::1 ',
    PORT: '0',
    PUBLIC_URL: 'https://reports.example.com/base//',
    DATA_DIR: 'some/where',
    DATA_ROOTS: `${folder}${delimiter}${link}`,
    ALLOWED_NETWORKS: ' 10.20.0.0/16, FD12:0::/48,10.20.0.0/16 ,192.168.1.7',
    SYSTEM_ADDRESSES: '{"stripe": "http://10.1.2.3:8080/stripe/", "shopify": "https://{shop}.example.com"}',
    DATABASE_URL: 'postgresql://user:pass@db/reports',
    DATABASE_READ_URL: 'postgresql://user:pass@replica/reports',
    DATABASE_PROFILE: 'Pooled',
    REDIS_URL: 'rediss://cache:6380/1',
    OBJECT_STORE: 's3://bucket/a/prefix/',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    DOWNLOAD_REDIRECTS: 'ON',
    PUBLIC_HOSTS: `Dash.Example.com=acc_${'0'.repeat(26)}, b.example.com=acc_${'1'.repeat(26)}`,
    CORS_ORIGINS: 'https://a.example.com, http://localhost:3000',
    TRUST_PROXY: '2',
    FAILED_AUTH_PER_MINUTE: '5',
    SECURITY_CONTACT: 'security@example.com',
    SECURITY_LOG: join(folder, 'security.log'),
    SECRET_KEY: key,
    WORKERS: '3',
    MAX_RUNNING_PER_ACCOUNT: '  ',
    LOG_LEVEL: 'WARN',
    SMTP_URL: 'smtps://user:pass@mail.example.com:465/',
    MAIL_FROM: 'Reports <reports@example.com>',
  });
  assert.equal(config.host, '::1');
  assert.equal(config.port, 0);
  assert.equal(config.publicUrl, 'https://reports.example.com/base');
  assert.equal(config.dataDir, resolve('some/where'));
  assert.deepEqual(config.dataRoots, [folder, folder], 'a link is followed');
  assert.deepEqual(config.allowedNetworks, ['10.20.0.0/16', 'fd12::/48', '192.168.1.7/32']);
  const { stripe, shopify, umami } = config.systemAddresses;
  assert.deepEqual([stripe, shopify, umami], ['http://10.1.2.3:8080/stripe', 'https://{shop}.example.com', null]);
  assert.equal(config.databaseUrl, 'postgresql://user:pass@db/reports');
  assert.equal(config.databaseReadUrl, 'postgresql://user:pass@replica/reports');
  assert.equal(config.databaseProfile, 'pooled');
  assert.equal(config.redisUrl, 'rediss://cache:6380/1');
  assert.deepEqual(config.objectStore, { bucket: 'bucket', prefix: 'a/prefix', endpoint: 'http://127.0.0.1:9000' });
  assert.equal(config.downloadRedirects, true);
  assert.deepEqual(config.publicHosts, [
    { host: 'dash.example.com', account: `acc_${'0'.repeat(26)}` },
    { host: 'b.example.com', account: `acc_${'1'.repeat(26)}` },
  ]);
  assert.deepEqual(config.corsOrigins, ['https://a.example.com', 'http://localhost:3000']);
  assert.equal(config.trustProxy, 2);
  assert.equal(config.failedAuthPerMinute, 5);
  assert.equal(config.securityContact, 'mailto:security@example.com');
  assert.equal(config.securityLog, join(folder, 'security.log'));
  assert.equal(readConfig({ SECURITY_LOG: 'stdout' }).securityLog, 'stdout');
  assert.equal(config.secretKey?.toString('base64'), key);
  assert.equal(config.workers, 3);
  assert.equal(config.maxRunningPerAccount, 4);
  assert.equal(config.logLevel, 'warn');
  const url = 'smtps://user:pass@mail.example.com:465';
  assert.deepEqual(config.mail, { url, from: 'Reports <reports@example.com>', dkim: null, bounces: null });
});

test('PUBLIC_URL is normalised as headers and browsers write it', () => {
  for (const [given, written] of [
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['https://例え.jp', 'https://xn--r8jz45g.jp'],
    ['https://reports.example.com/my reports', 'https://reports.example.com/my%20reports'],
    ['HTTPS://Reports.Example.com:443/Base//', 'https://reports.example.com/Base'],
  ] as const) {
    assert.equal(readConfig({ PUBLIC_URL: given }).publicUrl, written, given);
  }
});

const faults: Record<string, readonly string[]> = {
  PORT: ['-1', '65536', '8080.5', 'http', '0x50', '1e3'],
  WORKERS: ['0', '65', 'two'],
  MAX_RUNNING_PER_ACCOUNT: ['0', '65'],
  ARTIFACT_DAYS: ['0', '3651'],
  FAILED_AUTH_PER_MINUTE: ['0'],
  SECURITY_CONTACT: ['somebody', 'http://example.com', 'mailto:', 'https://', 'tel:+4930', 'a@b.example\nExpires: x'],
  SECURITY_LOG: ['/does/not/exist/security.log', tmpdir()],
  PUBLIC_URL: [
    'reports.example.com',
    'ftp://reports.example.com',
    'https:reports.example.com',
    'https://reports.example.com/?',
    'https://reports.example.com/?a=b',
    'https://reports.example.com/#',
    'https://reports.example.com/base#top',
    'https://reports.example.com/base;v=1',
    'https://user@reports.example.com',
    'https://:hush@reports.example.com',
  ],
  DATABASE_URL: [
    'mysql://db/reports',
    'reports.db',
    'postgres://',
    'postgres:///',
    'postgres:reports',
    'postgres://user:pass@',
  ],
  DATABASE_READ_URL: ['mysql://db/reports', 'postgres:///'],
  DATABASE_PROFILE: ['distributed', 'pgbouncer', 'postgres,pooled'],
  REDIS_URL: [
    'http://cache',
    'redis://',
    'redis:///1',
    'redis://cache/main',
    'redis://cache/-1',
    'redis://:100%@cache',
    'redis://hush%zz:hush@cache',
  ],
  OBJECT_STORE: [
    'bucket',
    'https://bucket.example.com',
    's3:///prefix',
    's3://bucket?region=eu-central-1',
    's3://bucket/prefix#part',
    's3://key:hush@bucket',
    's3://bucket:9000/prefix',
  ],
  S3_ENDPOINT: ['127.0.0.1:9000'],
  DOWNLOAD_REDIRECTS: ['maybe'],
  PUBLIC_HOSTS: [
    'dash.example.com',
    'dash.example.com=agency',
    `https://dash.example.com=acc_${'0'.repeat(26)}`,
    `a.example.com=acc_${'0'.repeat(26)} A.example.com=acc_${'1'.repeat(26)}`,
    `reports.example.com=acc_${'0'.repeat(26)}`,
  ],
  CORS_ORIGINS: ['*', 'https://a.example.com/', 'a.example.com'],
  TRUST_PROXY: ['proxy.example.com', '10.0.0.0/33', '10.0.0.1, somebody', '-1'],
  DATA_ROOTS: ['/does/not/exist', fileURLToPath(import.meta.url)],
  ALLOWED_NETWORKS: [
    'private',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10/8',
    '010.0.0.0/8',
    '10.1.2.3/8',
    'fd00::/129',
    'fd00::1/8',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '10.0.0.0-10.0.0.9',
    'db.example.com',
  ],
  SYSTEM_ADDRESSES: [
    'https://gateway.example.com',
    '[]',
    'null',
    '"stripe"',
    '{"stripes": "https://gateway.example.com"}',
    '{"file": "https://gateway.example.com"}',
    '{"stripe": 1}',
    '{"stripe": "gateway.example.com"}',
    '{"stripe": "ftp://gateway.example.com"}',
    '{"stripe": "https://"}',
    '{"stripe": "https://user@gateway.example.com"}',
    '{"stripe": "https://:hush@gateway.example.com"}',
    '{"stripe": "https://gateway.example.com/?"}',
    '{"stripe": "https://gateway.example.com/#top"}',
    '{"stripe": "https://{shop}.example.com"}',
    '{"shopify": "https://{store}.example.com"}',
  ],
  LOG_LEVEL: ['loud'],
  SECRET_KEY: [
    'short',
    key.slice(0, -4),
    Buffer.alloc(32).toString('base64'),
    Buffer.alloc(33, 'x').toString('base64'),
  ],
};

/** What a variable does nothing without. */
const needed: Readonly<Record<string, Record<string, string>>> = {
  DATABASE_URL: { SECRET_KEY: key },
  DATABASE_READ_URL: { DATABASE_URL: 'postgres://db/reports', SECRET_KEY: key },
  DATABASE_PROFILE: { DATABASE_URL: 'postgres://db/reports', SECRET_KEY: key },
  PUBLIC_HOSTS: { PUBLIC_URL: 'https://reports.example.com' },
};

for (const [name, values] of Object.entries(faults)) {
  test(`an invalid ${name} is refused by name`, () => {
    for (const value of values) {
      const others: Record<string, string> = needed[name] ?? {};
      assert.match(
        refusal({ ...others, [name]: value }),
        new RegExp(`^The configuration is not valid: ${name}[^;]*\\.$`),
      );
    }
  });
}

test('all faults are reported at once', () => {
  const environment = Object.fromEntries(Object.entries(faults).map(([name, [value = '']]) => [name, value]));
  const sentence = refusal(environment);
  for (const name of Object.keys(faults)) assert.ok(sentence.includes(name), `${name} in ${sentence}`);
});

test('a shared database requires a key of your own', () => {
  assert.match(refusal({ DATABASE_URL: 'postgres://db/reports' }), /SECRET_KEY must be set when DATABASE_URL is/);
});

test('error messages contain neither a key nor the password of a URL', () => {
  for (const [name, value] of [
    ['SECRET_KEY', 'hush-hush'],
    ['DATABASE_URL', 'mysql://user:hush-hush@db/reports'],
    ['REDIS_URL', 'http://:hush-hush@cache'],
    ['PUBLIC_URL', 'https://user:hush-hush@reports.example.com'],
    ['SYSTEM_ADDRESSES', '{"stripe": "https://user:hush-hush@gateway.example.com"}'],
  ] as const) {
    assert.ok(!refusal({ [name]: value }).includes('hush-hush'), name);
  }
});

test('a mail server without a sender, a sender without a server, and an invalid sender are faults', () => {
  const server = { SMTP_URL: 'smtp://mail.example.com' };
  assert.match(refusal(server), /SMTP_URL and MAIL_FROM must be set together/);
  assert.match(refusal({ MAIL_FROM: 'reports@example.com' }), /SMTP_URL and MAIL_FROM must be set together/);
  for (const sender of ['reports', 'a@b@c', 'Reports <reports>', 'Reports reports@example.com']) {
    assert.match(refusal({ ...server, MAIL_FROM: sender }), /MAIL_FROM must be an address such as/);
  }
  assert.match(refusal({ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@b.c' }), /SMTP_URL must be a URL/);
});

test('a key that signs mails is read from its file, for the domain of the sender unless another is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const file = join(folder, 'dkim.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const server = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Reports <reports@Example.com>' };
  const keyed = { ...server, MAIL_DKIM_KEY: file, MAIL_DKIM_SELECTOR: 'reports' };
  const { mail } = readConfig(keyed);
  assert.deepEqual([mail?.dkim?.domain, mail?.dkim?.selector], ['example.com', 'reports']);
  assert.equal(readConfig({ ...keyed, MAIL_DKIM_DOMAIN: 'example.org' }).mail?.dkim?.domain, 'example.org');
  assert.match(refusal({ ...keyed, MAIL_DKIM_SELECTOR: '' }), /MAIL_DKIM_SELECTOR must name the key/);
  assert.match(refusal({ ...keyed, MAIL_DKIM_KEY: `${file}.gone` }), /MAIL_DKIM_KEY must be a file with a private key/);
  assert.match(
    refusal({ ...server, MAIL_DKIM_SELECTOR: 'a' }),
    /MAIL_DKIM_SELECTOR does nothing without MAIL_DKIM_KEY/,
  );
  rmSync(folder, { recursive: true });
});

test('what comes back is read in a Maildir or an mbox file, named whole, and comes to an address that leaves room for an id', () => {
  const server = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'reports@example.com' };
  const inbox = { ...server, MAIL_BOUNCES: 'maildir:/var/mail/bounces' };
  assert.deepEqual(readConfig(inbox).mail?.bounces, {
    inbox: { form: 'maildir', path: '/var/mail/bounces' },
    address: null,
  });
  const { mail } = readConfig({ ...inbox, MAIL_BOUNCES: 'mbox:/b', MAIL_BOUNCE_ADDRESS: 'back@example.org' });
  assert.deepEqual(mail?.bounces, { inbox: { form: 'mbox', path: '/b' }, address: 'back@example.org' });
  for (const wrong of ['/var/mail/bounces', 'mbox:bounces', 'imap://mail.example.com', 'maildir:']) {
    assert.match(
      refusal({ ...server, MAIL_BOUNCES: wrong }),
      /MAIL_BOUNCES must be "maildir:" or "mbox:" with an absolute/,
    );
  }
  for (const wrong of ['bounces', 'a+b@example.com', `${'a'.repeat(26)}@example.com`, 'Back <a@b.c>']) {
    assert.match(refusal({ ...inbox, MAIL_BOUNCE_ADDRESS: wrong }), /MAIL_BOUNCE_ADDRESS must be an address such as/);
  }
  const secret = 'not-to-be-guessed-by-anybody';
  const hook = readConfig({ ...server, MAIL_BOUNCES: `webhook:${secret}` }).mail?.bounces;
  assert.deepEqual(hook, { inbox: { form: 'webhook', secret }, address: null });
  const short = refusal({ ...server, MAIL_BOUNCES: 'webhook:short' });
  assert.match(short, /MAIL_BOUNCES must have 24 to 100 letters/);
  assert.match(refusal({ MAIL_BOUNCES: 'mbox:/b' }), /MAIL_BOUNCES does nothing without SMTP_URL/);
  assert.match(
    refusal({ ...server, MAIL_BOUNCE_ADDRESS: 'a@b.c' }),
    /MAIL_BOUNCE_ADDRESS does nothing without MAIL_BOUNCES/,
  );
});

test('the domains that mails may go to are a list in any case; what is none is a fault', () => {
  assert.deepEqual(readConfig({ MAIL_ALLOWED_DOMAINS: 'Example.com, example.org' }).mailDomains, [
    'example.com',
    'example.org',
  ]);
  assert.equal(readConfig({}).mailDomains, null);
  assert.match(
    refusal({ MAIL_ALLOWED_DOMAINS: 'example.com,*' }),
    /MAIL_ALLOWED_DOMAINS must list domains .* not "\*"/,
  );
});

test('an invalid mail server address is reported as a single fault', () => {
  const sentence = refusal({ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@b.c' });
  assert.doesNotMatch(sentence, /set together/);
});

test('an invalid sender is reported together with an invalid server address', () => {
  for (const [address, says] of [
    ['https://mail.example.com', /SMTP_URL must be a URL that starts with/],
    ['smtp:mail.example.com', /SMTP_URL must be a URL that starts with/],
    ['smtp://', /SMTP_URL must name a host/],
    ['smtps:///path', /SMTP_URL must name a host/],
  ] as const) {
    const sentence = refusal({ SMTP_URL: address, MAIL_FROM: 'reports' });
    assert.match(sentence, says);
    assert.match(sentence, /MAIL_FROM must be an address such as/);
    assert.match(refusal({ SMTP_URL: address, MAIL_FROM: 'a@b.c' }), says);
  }
});

test('a database may have several hosts, or none, on this machine or at a socket', () => {
  for (const address of [
    'postgres:///reports',
    'postgres:///reports?host=/run/postgresql',
    'postgres://user:pass@/reports?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/reports',
    'postgres://?host=/run/postgresql',
    'postgres://a:5432,b:5433/reports?target_session_attrs=read-write',
    'postgres://user:pass@[::1]:5432,b,c:7/reports',
  ]) {
    assert.equal(readConfig({ DATABASE_URL: address, SECRET_KEY: key }).databaseUrl, address);
  }
});

test('a variable that does nothing without another is refused without it', () => {
  for (const [name, value, needed] of [
    ['PUBLIC_HOSTS', `a.example.com=acc_${'0'.repeat(26)}`, 'PUBLIC_URL'],
    ['DATABASE_PROFILE', 'pooled', 'DATABASE_URL'],
    ['DATABASE_READ_URL', 'postgres://replica/reports', 'DATABASE_URL'],
    ['S3_ENDPOINT', 'http://127.0.0.1:9000', 'OBJECT_STORE'],
    ['DOWNLOAD_REDIRECTS', 'on', 'OBJECT_STORE'],
    ['SECRET_KEY_PREVIOUS', key, 'SECRET_KEY'],
  ] as const) {
    assert.match(refusal({ [name]: value }), new RegExp(`${name} does nothing without ${needed}; set both or neither`));
  }
});
