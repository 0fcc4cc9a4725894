import assert from 'node:assert/strict';
import { request as requestHttp } from 'node:http';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenManageToken, givenSignedIn, manage } from '../../support/manage.ts';
import { suiteService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';

const csv = 'day,sold\n2026-05-01,1\n2026-05-02,4\n';
const plain = { 'content-type': 'text/csv' };

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: a file is uploaded, listed, replaced and removed through the management API`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const account = await givenAccount(db);
    const editor = await givenSignedIn(db, account.id, { role: 'editor' });
    const viewer = await givenSignedIn(db, account.id, { role: 'viewer' });
    const key = { 'idempotency-key': 'once', ...plain };
    const add = () => manage(service, editor, 'POST', '/uploads?name=dir%2Fsales.csv', { body: csv, headers: key });

    const added = await add();
    assert.equal(added.status, 201, added.text);
    const { id, columns, ...upload } = added.body.data;
    assert.deepEqual([upload.name, upload.path, upload.size_bytes], ['sales.csv', `upload:${id}`, csv.length]);
    assert.deepEqual(columns, [
      { name: 'day', type: 'date' },
      { name: 'sold', type: 'whole number' },
    ]);
    assert.equal(new URL(added.headers.get('location') ?? '', service.url).pathname, `/manage/v1/uploads/${id}`);
    const again = await add();
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
    assert.deepEqual(again.body.data, added.body.data);
    const other = { body: `${csv}2026-05-03,9\n`, headers: key };
    const conflict = await manage(service, editor, 'POST', '/uploads?name=sales.csv', other);
    assert.equal(conflict.body.error.code, 'idempotency_conflict');
    const objects = await db.selectFrom('uploads').select('object_key').where('account_id', '=', account.id).execute();
    assert.equal(objects.length, 1);

    const list = await manage(service, viewer, 'GET', '/uploads?per_page=1');
    assert.deepEqual(list.body.data.items, [added.body.data]);
    assert.equal(list.body.meta.pagination.total, 1);
    assert.deepEqual((await manage(service, viewer, 'GET', `/uploads/${id}`)).body.data, added.body.data);
    const refused = await manage(service, viewer, 'POST', '/uploads?name=a.csv', { body: csv, headers: plain });
    assert.equal(refused.body.error.code, 'insufficient_role');

    const token = await givenManageToken(db, account.id, 'editor');
    const replacing = { token, body: csv.replaceAll(',', '\t'), headers: plain };
    const replaced = await service.call('PUT', `/manage/v1/uploads/${id}`, replacing);
    assert.equal(replaced.status, 200, replaced.text);
    assert.deepEqual([replaced.body.data.name, replaced.body.data.format], ['sales.csv', 'tsv']);

    const project = await givenProject(db, account);
    const now = new Date().toISOString();
    const times = { checked_at: now, created_at: now, updated_at: now };
    const connection = { id: `con_${id.slice(4)}`, account_id: account.id, project_id: project.id, system: 'file' };
    const rest = { name: 'Sales', status: 'connected', config: JSON.stringify({ path: upload.path }) } as const;
    await db
      .insertInto('connections')
      .values({ ...connection, ...rest, ...times, secret: null })
      .execute();
    const used = await manage(service, editor, 'DELETE', `/uploads/${id}`);
    assert.deepEqual([used.status, used.body.error.code], [409, 'upload_in_use']);
    assert.match(used.body.error.message, new RegExp(`"Sales" \\(${connection.id}\\)`));
    await db.deleteFrom('connections').where('id', '=', connection.id).execute();
    assert.equal((await manage(service, editor, 'DELETE', `/uploads/${id}`)).body.data.id, id);
    assert.equal((await manage(service, viewer, 'GET', `/uploads/${id}`)).status, 404);

    const log = await db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'door', 'subject'])
      .where('account_id', '=', account.id)
      .where('action', 'like', 'upload.%')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      log.map(({ action, door, subject }) => [action, door, subject]),
      [
        ['upload.add', 'console', id],
        ['upload.replace', 'manage', id],
        ['upload.remove', 'console', id],
      ],
    );
    assert.equal(log[0]?.actor, `user:${editor.userId}`);
  });

  test(`${engine}: what is too large, compressed, no table or somebody else's is refused, and leaves nothing`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const account = await givenAccount(db, { plan: 'free' });
    const editor = await givenSignedIn(db, account.id, { role: 'editor' });
    const post = (body: string, headers = {}, query = 'name=a.csv') =>
      manage(service, editor, 'POST', `/uploads?${query}`, { body, headers: { ...plain, ...headers } });
    const codeOf = async (answer: ReturnType<typeof post>) => (await answer).body.error.code;

    assert.equal(await codeOf(post('%PDF-1.7 \0\u0001')), 'unsupported_media_type');
    assert.equal(await codeOf(post(csv, { 'content-encoding': 'gzip' })), 'unsupported_media_type');
    assert.equal(await codeOf(post('')), 'unsupported_media_type');
    assert.equal(await codeOf(post(csv, {}, '')), 'invalid_query_parameter');
    assert.equal(await codeOf(post(csv, {}, 'name=%20')), 'invalid_request');
    assert.equal(await codeOf(post(csv, { 'idempotency-key': '' })), 'idempotency_key_required');
    assert.equal(await codeOf(post('day,sold\n"2026-05-01,1\n2026-05-02,4\n')), 'invalid_request');

    // Told before any of it is sent, and while it comes.
    const told = await open(service.url, { ...editor.headers, 'content-length': '50000001' });
    assert.equal(told.status, 413);
    assert.match(told.text, /50 MB for uploads, of which 0 MB are taken/);
    const streamed = await open(service.url, { ...editor.headers, 'transfer-encoding': 'chunked' }, 51_000_000);
    assert.equal(streamed.status, 413);

    const others = await givenAccount(db);
    const stranger = await givenSignedIn(db, others.id, { role: 'owner' });
    const { body } = await post(csv);
    const path = `/uploads/${body.data.id}`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const sent = method === 'PUT' ? { body: csv, headers: plain } : {};
      assert.equal((await manage(service, stranger, method, path, sent)).status, 404, method);
    }
    const project = await givenProject(db, account);
    const limited = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [project.id] });
    assert.equal((await manage(service, limited, 'GET', '/uploads')).status, 404);
    assert.equal((await manage(service, stranger, 'GET', '/uploads')).body.data.items.length, 0);
    const rows = await db.selectFrom('uploads').select('id').where('account_id', '=', account.id).execute();
    assert.equal(rows.length, 1);
  });
}

/** Begins an upload and sends at most `bytes` of it, as long as nothing is answered. */
function open(url: string, headers: Record<string, string>, bytes = 0): Promise<{ status?: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; text: string }>();
  const outgoing = requestHttp(`${url}/manage/v1/uploads?name=a.csv`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'large', 'content-type': 'text/csv' },
  });
  let isAnswered = false;
  outgoing.on('response', (incoming) => {
    isAnswered = true;
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('}}')) outgoing.destroy();
    });
    incoming.on('close', () => resolve({ status: incoming.statusCode ?? 0, text }));
  });
  outgoing.on('error', (error) => isAnswered || reject(error));
  outgoing.flushHeaders();
  void send();
  return promise;

  async function send(): Promise<void> {
    const piece = Buffer.alloc(1_000_000, 'day,sold\n');
    for (let sent = 0; sent < bytes && !isAnswered; sent += piece.length) {
      if (!outgoing.write(piece)) await eventually(() => !outgoing.writableNeedDrain || isAnswered);
    }
  }
}
