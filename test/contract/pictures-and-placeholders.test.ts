import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { deleteAccount } from '../../src/domains/accounts/delete-account.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { findDocument } from '../../src/domains/reports/reports.ts';
import { writeBackup } from '../../src/installation/backup/write-backup.ts';
import { findOrphans } from '../../src/installation/sweeper.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { type ObjectStore, sha256 } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenCaller, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenConnection } from '../support/flights.ts';
import { largeSvgUri, png as pngOf } from '../support/pictures.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const png = (bytes: number, seed = bytes) => pngOf({ bytes, seed });
const uri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const nameOf = (bytes: Buffer) => `sha256:${sha256(bytes)}`;
const image = (picture: string) => ({ type: 'image', picture, alternative: 'A page' });
const withImages = (...pictures: string[]) => ({ settings: { sections: pictures.map(image) } });

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: pictures of sections`, () => {
    let service: TestService;
    let objects: ObjectStore;
    let dataRoot: string;
    before(async () => {
      dataRoot = await mkdtemp(join(tmpdir(), 'report-service-sources-'));
      service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: dataRoot } });
      objects = await openFileStore(`${service.dataDir}/objects`);
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      rmSync(dataRoot, { recursive: true });
    });

    const given = async () => {
      const { account, token } = await givenCaller(service.db);
      return { account, token, id: (await givenProject(service.db, account)).id };
    };
    const patch = (token: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
      service.call('PATCH', `/api/v1/projects/${id}`, { token, body, headers });
    const picturesOf = (accountId: string) =>
      readdirSync(join(service.dataDir, 'objects/pictures')).filter((name) => name.startsWith(accountId));
    const orphans = async (accountId: string) =>
      (await Array.fromAsync(findOrphans(service.db, objects, -60_000))).filter((key) => key.includes(accountId));

    test('a picture is stored once, named in answers, and may be named in requests [C-SETTINGS-6]', async () => {
      const { account, token, id } = await given();
      const picture = png(400 * 1024);
      const changed = await patch(token, id, withImages(uri(picture), uri(picture)));
      assert.equal(changed.status, 200, changed.text);
      const names = (sections: readonly { readonly picture: string }[]) => sections.map(({ picture }) => picture);
      assert.deepEqual(names(changed.body.data.settings.sections), [nameOf(picture), nameOf(picture)]);
      assert.ok(changed.text.length < 2_000 && picturesOf(account.id).length === 1);
      const read = await service.call('GET', `/api/v1/projects/${id}`, { token });
      assert.deepEqual(read.body.data.settings, changed.body.data.settings);
      const again = await service.call('POST', '/api/v1/projects', {
        token,
        body: { name: 'Another', ...withImages(nameOf(picture)) },
      });
      assert.equal(again.status, 201);
      assert.equal(picturesOf(account.id).length, 1);
    });

    test('a replay has the names too, and no stored answer repeats a picture [C-IDEM-4, C-SETTINGS-6]', async () => {
      const { token, id, account } = await given();
      const headers = { 'idempotency-key': 'once' };
      const first = await patch(token, id, withImages(uri(png(300 * 1024))), headers);
      const second = await patch(token, id, withImages(uri(png(300 * 1024))), headers);
      assert.equal(second.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(second.body.data, first.body.data);
      const keys = service.db.selectFrom('idempotency_keys').select('response').where('account_id', '=', account.id);
      for (const { response } of await keys.execute()) assert.ok(response.length < 5_000);
    });

    test("another account's picture, and one that was never sent, is not there [C-SETTINGS-6]", async () => {
      const [one, other] = [await given(), await given()];
      await patch(one.token, one.id, withImages(uri(png(100, 7))));
      for (const picture of [png(100, 7), png(100, 8)]) {
        const { status, body } = await patch(other.token, other.id, withImages(uri(png(90)), nameOf(picture)));
        assert.deepEqual([status, body.error.details[0].field], [400, 'settings.sections.1.picture']);
      }
    });

    test('at most 3 MiB of new pictures come in one request, each of 512 KiB at most [C-SETTINGS-6]', async () => {
      const { token, id } = await given();
      const many = (count: number) =>
        withImages(...Array.from({ length: count }, (_, seed) => largeSvgUri(seed, 500 * 1024)));
      assert.equal((await patch(token, id, many(6))).status, 200);
      const { status, body } = await patch(token, id, many(7));
      assert.deepEqual([status, body.error.details[0].field], [400, 'settings.sections.6.picture']);
      const large = await patch(token, id, withImages(uri(png(512 * 1024 + 1))));
      assert.deepEqual([large.status, large.body.error.details[0].field], [400, 'settings.sections.0.picture']);
    });

    test('nothing is stored for a project that is not there or archived [C-SETTINGS-6]', async () => {
      const { account, token, id } = await given();
      await patch(token, id, withImages(uri(png(50))));
      const before = picturesOf(account.id).length;
      assert.equal((await patch(token, 'prj_00000000000000000000000000', withImages(uri(png(60))))).status, 404);
      await service.call('POST', `/api/v1/projects/${id}/archive`, { token });
      assert.equal((await patch(token, id, withImages(uri(png(70))))).status, 409);
      assert.equal(picturesOf(account.id).length, before);
    });

    test('a picture that no project shows is swept, and backups and deletions know the others [C-SETTINGS-6]', async () => {
      const { account, token, id } = await given();
      const [old, kept] = [png(80, 1), png(80, 2)];
      await patch(token, id, withImages(uri(old), uri(kept)));
      assert.deepEqual(await orphans(account.id), []);
      await patch(token, id, withImages(nameOf(kept)));
      assert.deepEqual(await orphans(account.id), [`pictures/${account.id}-${sha256(old)}`]);
      const folder = join(dataRoot, `backup-${engine}`);
      await writeBackup({ db: service.db, objects }, folder, '1.0.0');
      const backed = readdirSync(join(folder, 'objects/pictures'));
      assert.deepEqual(
        backed.filter((name) => name.startsWith(account.id)),
        [`${account.id}-${sha256(kept)}`],
      );
      await deleteAccount(service.db, objects, account.id, 'operator');
      assert.deepEqual(picturesOf(account.id), []);
    });

    /** A project with a connection, and the means to make a report of it. */
    const givenSource = async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const { id } = await givenProject(service.db, account);
      const path = join(dataRoot, `${id}.csv`);
      writeFileSync(path, 'day,visits\n2026-01-01,1\n2026-01-31,2\n');
      const metric = {
        key: 'visits',
        label: 'Visits',
        sql: 'sum(visits)',
        unit: 'count',
        better: 'up',
        additive: true,
      };
      const config = { path, date: 'day', metrics: [metric], dimensions: [] };
      const connection = await givenConnection(service.db, id, 'flights', config, [dataRoot]);
      return { id, connection, token: await givenToken(service.db, account.id), account };
    };
    const generate = async (token: string, id: string) => {
      const body = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };
      const start = await service.call('POST', `/api/v1/projects/${id}/generation-jobs`, { token, body });
      return eventually(async () => {
        const { body } = await service.call('GET', start.headers.get('location') ?? '', { token });
        return body.data.completed_at !== null && body.data;
      }, 60_000);
    };

    test('a report keeps its picture when the project has another [C-SETTINGS-6]', async () => {
      const { id, token, account } = await givenSource();
      await patch(token, id, withImages(uri(png(90, 3))));
      const { status, result } = await generate(token, id);
      assert.equal(status, 'completed');
      await patch(token, id, { settings: null });
      for (const name of picturesOf(account.id)) await objects.remove(`pictures/${name}`);
      const report = service.db.selectFrom('reports').selectAll().where('id', '=', result.report_id);
      const document = await findDocument(objects, await report.executeTakeFirstOrThrow());
      const [section] = document?.sections ?? [];
      assert.equal(section?.type === 'image' && section.picture, uri(png(90, 3)));
    });

    test('a picture that was lost is a fault of the job that names its section [C-SETTINGS-6]', async () => {
      const { id, token, account } = await givenSource();
      await patch(token, id, { settings: { sections: [{ type: 'page_break' }, image(uri(png(90, 4)))] } });
      for (const name of picturesOf(account.id)) await objects.remove(`pictures/${name}`);
      const { status, failure } = await generate(token, id);
      assert.deepEqual([status, failure.details.field], ['failed', 'settings.sections.1.picture']);
    });

    const text = (markdown: string) => ({ settings: { sections: [{ type: 'text', markdown }] } });

    test('a placeholder that stands for nothing is refused where that is known [C-SETTINGS-7]', async () => {
      const { id, token, connection } = await givenSource();
      const good = `{{${connection}.visits.current}} {{${connection}.visits.change}} {{period.compare}}`;
      assert.equal((await patch(token, id, text(good))).status, 200);
      const { result } = await generate(token, id);
      assert.ok(result.report_id);
      for (const name of [
        `${connection}.nope.current`,
        `${connection}.visits.sum`,
        'con_x.visits.current',
        'period.x',
      ]) {
        const { status, body } = await patch(token, id, text(`Hello {{${name}}}`));
        assert.deepEqual([status, body.error.details[0].field], [400, 'settings.sections.0.markdown'], name);
      }
      const created = await service.call('POST', '/api/v1/projects', {
        token,
        body: { name: 'P', ...text('{{period.x}}') },
      });
      assert.equal(created.status, 400);
    });

    test('a placeholder of a metric that only the system knows is a fault of the job [C-SETTINGS-7]', async () => {
      const { id, token, account } = await givenSource();
      // Its configuration leaves the choice to the system.
      const { id: hosted } = await insertConnection(service.db, {
        ...{ accountId: account.id, projectId: id, system: 'plausible', name: 'Hosted' },
        ...{ config: { site: 'example.com' }, status: 'connected', seal: () => null },
      });
      assert.equal((await patch(token, id, text(`{{${hosted}.anything.current}}`))).status, 200);
      await service.db.deleteFrom('connections').where('id', '=', hosted).execute();
      const { status, failure } = await generate(token, id);
      assert.deepEqual([status, failure.details.field], ['failed', 'settings.sections.0.markdown']);
    });
  });
}
