import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPostgres } from '../../../src/reporting/connectors/sql/postgres/session.ts';
import { postgresServerSkip, startPostgresServer } from '../../faults/support/postgres-server.ts';
import { makeAuthority } from '../../support/certificates.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { unprivilegedUser } from '../../support/pgbouncer.ts';

test('a connection that ends with its context says goodbye: the server logs no unexpected end', {
  skip: postgresServerSkip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'goodbye-'));
  t.after(() => removeFolder(folder));
  const owner = unprivilegedUser();
  const { certificate, key } = makeAuthority(folder).sign('localhost');
  for (const file of owner ? [folder, certificate, key] : []) chownSync(file, owner?.uid ?? 0, owner?.gid ?? 0);
  const settings = {
    ...{ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key },
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'all.log',
    log_disconnections: 'on',
  };
  await using server = await startPostgresServer({}, { settings });
  const path = join(server.folder, 'data', 'log', 'all.log');
  const log = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const ended = () => log().match(/disconnection: .* user=postgres database=postgres/g)?.length ?? 0;
  const place = { host: '127.0.0.1', port: server.port, database: 'postgres', user: 'postgres' } as const;
  const before = ended();
  const ways = [
    ['off', 'closed'],
    ['off', 'stopped'],
    ['require', 'closed'],
    ['require', 'stopped'],
  ] as const;
  for (const [tls, how] of ways) {
    const stop = new AbortController();
    const context = openTestContext({ signal: stop.signal });
    const session = await openPostgres({ ...place, tls }, { password: '' }, 'UTC', context);
    assert.deepEqual((await session.select('SELECT 1 AS n')).rows, [['1']]);
    if (how === 'stopped') stop.abort();
    await context[Symbol.asyncDispose]();
  }
  await eventually(() => ended() >= before + ways.length);
  assert.doesNotMatch(log(), /unexpected EOF|reset by peer/);
});
