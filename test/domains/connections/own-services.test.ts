import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { connectionNetwork } from '../../../src/installation/connection-network.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { isOfBucket } from '../../../src/reporting/connectors/network/own-bucket.ts';
import { getConnector, listConnectors, parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext, thisMachine } from '../../support/connector-context.ts';

let touched = 0;

/** Stands where a server of the service is, and counts who comes through. */
async function listen(server: Server): Promise<number> {
  server.on('connection', () => touched++);
  server.listen(0, '::');
  await once(server, 'listening');
  after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const closing = () => createServer((socket) => socket.destroy());
const ports = {
  database: await listen(closing()),
  redis: await listen(closing()),
  store: await listen(closing()),
  listener: await listen(closing()),
};

const config = readConfig({
  DATABASE_URL: `postgres://user:word@127.0.0.1:${ports.database}/reports?sslmode=disable`,
  REDIS_URL: `redis://localhost:${ports.redis}`,
  OBJECT_STORE: 's3://reports',
  S3_ENDPOINT: `http://[::1]:${ports.store}`,
  PORT: `${ports.listener}`,
  HOST: '0.0.0.0',
  SECRET_KEY: Buffer.alloc(32, 'own services').toString('base64'),
  ALLOWED_NETWORKS: `${thisMachine},10.0.0.0/8,172.16.0.0/12,192.168.0.0/16`,
});
/** All that the operator can grant is granted. */
const network = { ...connectionNetwork(config), grantedNetworks: null };

const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const outer = interfaces.filter(({ internal, scopeid }) => !internal && !scopeid);
const hosts = [
  ...['127.0.0.1', '127.9.8.7', 'localhost', '0.0.0.0', '127.1', '2130706433', '0x7f000001', '[::1]', '[::]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', hostname()],
  ...outer.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
];

const rows = {
  date: 'day',
  metrics: [{ key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true }],
  dimensions: [],
};

const server = { ...rows, database: 'reports', user: 'user', tls: 'off', table: 'accounts' };
const password = { password: 'word' };
const metric = { key: 'up', label: 'Up', promql: 'up', kind: 'gauge', unit: 'count', better: 'up' };
const plain = (host: string) => host.replace(/^\[|\]$/g, '');
const urlOf = (host: string, port: number) => `http://${host}:${port}/`;

/** A connection of each system that may be pointed somewhere, and its secret. */
const attempts: Readonly<Record<string, (host: string, port: number) => readonly [config: object, secret: unknown]>> = {
  postgres: (host, port) => [{ ...server, host: plain(host), port }, password],
  mysql: (host, port) => [{ ...server, host: plain(host), port }, password],
  clickhouse: (host, port) => [{ ...server, host: plain(host), port }, password],
  'sql-server': (host, port) => [{ ...server, host: plain(host), port }, password],
  redshift: (host, port) => [{ ...server, host: plain(host), port }, password],
  trino: (host, port) => [{ ...rows, url: urlOf(host, port), user: 'user', catalog: 'shops', table: 'accounts' }, null],
  'http-json': (host, port) => [{ ...rows, url: urlOf(host, port) }, null],
  prometheus: (host, port) => [{ url: urlOf(host, port), metrics: [metric], dimensions: [] }, null],
  matomo: (host, port) => [{ url: urlOf(host, port), site: 1 }, { token: 'word' }],
  plausible: (host, port) => [{ url: urlOf(host, port), site: 'example.com' }, { key: 'word' }],
  umami: (host, port) => [
    { url: urlOf(host, port), website: '5a8f6d2e-6f0b-4d2c-9d7c-0a1b2c3d4e5f' },
    { token: 'word' },
  ],
  woocommerce: (host, port) => [{ url: urlOf(host, port) }, { key: 'word', secret: 'word' }],
};

async function verify(system: string, given: object, secret: unknown): Promise<void> {
  const connector = getConnector(system);
  await using context = openTestContext({ network, secret });
  await connector.verify(parseConfig(connector, given) as never, secret as never, context);
}

test('every system that a connection can point somewhere is tried', () => {
  const pointed = listConnectors().filter(({ config }) => {
    const { properties = {} } = config as { properties?: object };
    return 'url' in properties || 'host' in properties;
  });
  assert.deepEqual(pointed.map(({ system }) => system).sort(), Object.keys(attempts).sort());
});

for (const [system, attempt] of Object.entries(attempts)) {
  test(`${system} reaches no server of the service, however it is addressed and whatever is granted`, async () => {
    for (const [service, port] of Object.entries(ports)) {
      for (const host of hosts) {
        const [given, secret] = attempt(host, port);
        const refused = isError('invalid_config', /never reached/);
        await assert.rejects(verify(system, given, secret), refused, `${service} at ${host}`);
      }
    }
    assert.equal(touched, 0);
  });
}

test('a redirect leads to no server of the service', async () => {
  const redirecting = createHttpServer((request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${request.url?.slice(1)}/` }).end();
  });
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  after(() => void redirecting.close());
  const { port } = redirecting.address() as AddressInfo;
  for (const own of Object.values(ports)) {
    const given = { ...rows, url: `http://127.0.0.1:${port}/${own}` };
    await assert.rejects(verify('http-json', given, null), isError('invalid_config', /never reached/));
  }
  assert.equal(touched, 0);
});

test("a file is not read from the service's own store", async () => {
  const own = { ...network, ownServices: [], ownBucket: 'reports' };
  const files = getConnector('file');
  const keys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'word' };
  for (const [path, secret] of [
    ['s3://reports/documents/a.json', null],
    ['s3://reports/documents/a.json', keys],
    ['https://reports.s3.eu-central-1.amazonaws.com/documents/a.json', null],
    ['https://s3.eu-central-1.amazonaws.com/reports/documents/a.json', null],
    ['https://s3.amazonaws.com/%72eports/documents/a.json', null],
    ['https://s3.amazonaws.com//reports/documents/a.json', null],
  ] as const) {
    await using context = openTestContext({ network: own, secret });
    const given = parseConfig(files, { ...rows, path }) as never;
    await assert.rejects(
      files.verify(given, secret as never, context),
      isError('invalid_config', /never reached/),
      path,
    );
  }
});

test("other buckets and other hosts are not the service's own", () => {
  for (const url of [
    'https://s3.amazonaws.com/reports-of-others/a.csv',
    'https://others.s3.amazonaws.com/a/reports/a.csv',
    'https://reports.example.com/a.csv',
    'https://example.com/reports/a.csv',
    'https://s3.amazonaws.com/%zz/a.csv',
  ]) {
    assert.equal(isOfBucket(new URL(url), 'reports'), false, url);
    assert.equal(isOfBucket(new URL(url), null), false, url);
  }
});
