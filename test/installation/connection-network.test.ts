import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionNetwork } from '../../src/installation/connection-network.ts';
import { readConfig } from '../../src/platform/config/config.ts';

const secret = { SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64') };
const ownServices = (environment: Record<string, string>) => {
  const services = connectionNetwork(readConfig({ ...secret, ...environment })).ownServices;
  return services.map(({ host, port }) => `${host} ${port}`);
};

test('an installation on files alone has no server of its own but the one that listens', () => {
  assert.deepEqual(ownServices({}), ['127.0.0.1 8080']);
  assert.deepEqual(ownServices({ HOST: '0.0.0.0', PORT: '9090' }), ['null 9090']);
  assert.deepEqual(ownServices({ HOST: '::', PORT: '9090' }), ['null 9090']);
  assert.deepEqual(ownServices({ HOST: '10.0.0.4' }), ['10.0.0.4 8080']);
  assert.deepEqual(ownServices({ PORT: '0' }), []);
  assert.deepEqual(connectionNetwork(readConfig({ PORT: '0' }), 4711).ownServices, [{ host: '127.0.0.1', port: 4711 }]);
});

test('the database, Redis and the store are never reached by connections, with their usual ports', () => {
  for (const [environment, expected] of [
    [{ DATABASE_URL: 'postgres://user:pass@db.internal/reports' }, ['db.internal 5432']],
    [{ DATABASE_URL: 'postgres://one:6432,two/reports?sslmode=disable' }, ['one 6432', 'two 5432']],
    [{ DATABASE_URL: 'postgres://[fd00::5]:5433/reports?sslmode=disable' }, ['fd00::5 5433']],
    // A socket is on this machine, where the server mostly listens to TCP too.
    [{ DATABASE_URL: 'postgres:///reports?host=/var/run/postgresql&port=5434' }, ['null 5434']],
    [{ REDIS_URL: 'redis://cache.internal' }, ['cache.internal 6379']],
    [{ REDIS_URL: 'rediss://user:pass@[::1]:6380/1' }, ['::1 6380']],
    [{ OBJECT_STORE: 's3://bucket' }, []],
    [{ OBJECT_STORE: 's3://bucket', S3_ENDPOINT: 'http://minio.internal' }, ['minio.internal 80']],
    [{ OBJECT_STORE: 's3://bucket', S3_ENDPOINT: 'https://minio.internal' }, ['minio.internal 443']],
    [{ OBJECT_STORE: 's3://bucket', S3_ENDPOINT: 'http://10.0.0.9:9000' }, ['10.0.0.9 9000']],
  ] satisfies [Record<string, string>, string[]][]) {
    assert.deepEqual([...new Set(ownServices({ ...environment, PORT: '0' }))], expected, JSON.stringify(environment));
  }
});

test("the service's own bucket at AWS is known by its name, a store elsewhere by its address", () => {
  const ownBucket = (environment: Record<string, string>) => connectionNetwork(readConfig(environment)).ownBucket;
  assert.equal(ownBucket({}), null);
  assert.equal(ownBucket({ OBJECT_STORE: 's3://reports/prefix' }), 'reports');
  assert.equal(ownBucket({ OBJECT_STORE: 's3://reports', S3_ENDPOINT: 'https://minio.internal' }), null);
});
