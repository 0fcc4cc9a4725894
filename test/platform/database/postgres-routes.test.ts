import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostsOf, routesTo } from '../../../src/platform/database/postgres-routes.ts';
import { OperatorError } from '../../../src/platform/errors.ts';

const plain = 'sslmode=disable';

test('hosts, ports and databases of an address', () => {
  for (const [url, ...expected] of [
    ['postgres://db/reports', { host: 'db', database: 'reports' }],
    [
      'postgresql://user:p%40ss@db:6432/reports',
      { host: 'db', port: 6432, database: 'reports', user: 'user', password: 'p@ss' },
    ],
    ['postgres://a:1,b,[::1]:3/reports', { host: 'a', port: 1 }, { host: 'b' }, { host: '::1', port: 3 }],
    ['postgres:///reports?host=a,b&port=1,2', { host: 'a', port: 1 }, { host: 'b', port: 2 }],
    ['postgres:///reports?host=a,b&port=7', { host: 'a', port: 7 }, { host: 'b', port: 7 }],
    ['postgres:///reports?host=/run/postgresql', { host: '/run/postgresql', database: 'reports' }],
    ['postgres://me@/reports?host=/run/postgresql', { host: '/run/postgresql', user: 'me' }],
    ['postgres://me@%2Frun%2Fpostgresql:7/reports', { host: '/run/postgresql', port: 7, user: 'me' }],
    ['postgres:///reports', { host: undefined, database: 'reports' }],
    [
      'postgres://db/reports?application_name=x&max=1&verify=1',
      { application_name: 'x', max: undefined, verify: undefined },
    ],
  ] as const) {
    const routes = routesTo(url + (url.includes('?') ? `&${plain}` : `?${plain}`));
    assert.equal(routes.length, expected.length, url);
    for (const [index, fields] of expected.entries()) {
      const config: Record<string, unknown> = { ...routes[index]?.config };
      for (const [name, value] of Object.entries(fields)) assert.equal(config[name], value, `${url}: ${name}`);
    }
  }
});

test('hosts are shown without user and password', () => {
  assert.equal(hostsOf('postgres://user:hush@a:1,b/reports'), 'a:1,b');
  assert.equal(hostsOf('postgres://user:hush@/reports?host=/run/postgresql'), '/run/postgresql');
});

test('invalid addresses are reported without the password', () => {
  for (const [query, says] of [
    ['sslmode=full', /sslmode must be disable, allow, prefer, require, verify-ca, verify-full\.$/],
    ['sslmode=verify-ca', /sslmode=verify-ca needs sslrootcert/],
    ['sslmode=require&sslrootcert=system', /sslrootcert=system needs sslmode=verify-full/],
    ['sslmode=prefer&sslnegotiation=direct', /sslnegotiation=direct needs sslmode=require/],
    ['sslmode=verify-full&sslrootcert=/nowhere/root.crt', /ENOENT.*\/nowhere\/root\.crt/],
    ['target_session_attrs=standby', /target_session_attrs must be any, read-write, primary, since the service writes/],
    ['host=a&port=http', /a port must be a number/],
  ] as const) {
    assert.throws(
      () => routesTo(`postgres://user:hush@db/reports?${query}`),
      (error: Error) => {
        assert.ok(error instanceof OperatorError);
        assert.match(error.message, says);
        assert.match(error.message, /^DATABASE_URL cannot be used: /);
        assert.doesNotMatch(error.message, /hush/);
        return true;
      },
    );
  }
});
