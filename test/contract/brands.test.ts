import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { setBrand, storeBrandPictures } from '../../src/domains/brands/brands.ts';
import type { BrandInput } from '../../src/domains/brands/schema.ts';
import { findDocument } from '../../src/domains/reports/reports.ts';
import { writeBackup } from '../../src/installation/backup/write-backup.ts';
import { findOrphans } from '../../src/installation/sweeper.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { type ObjectStore, sha256 } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenConnection } from '../support/flights.ts';
import { largeSvgUri } from '../support/pictures.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

/** A picture; `seed` makes it another one. */
const svg = (seed: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/><!--${seed}--></svg>`);
const uri = (bytes: Buffer) => `data:image/svg+xml;base64,${bytes.toString('base64')}`;
const large = (seed: number) => largeSvgUri(seed, 500 * 1024);
const nameOf = (bytes: Buffer) => `sha256:${sha256(bytes)}`;
const image = (picture: string) => ({ type: 'image', picture, alternative: 'A page' });
const none = {
  ...{
    name: null,
    logo: null,
    accent_color: null,
    footer: null,
    contact: null,
    cover_picture: null,
    font: null,
    anonymous_comments: null,
  },
};

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: brands`, () => {
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
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const { id } = await givenProject(service.db, account);
      return { account, id, token: await givenToken(service.db, account.id) };
    };
    const patch = (token: string, id: string, settings: unknown) =>
      service.call('PATCH', `/api/v1/projects/${id}`, { token, body: { settings } });
    const picturesOf = (accountId: string) =>
      readdirSync(join(service.dataDir, 'objects/pictures')).filter((name) => name.startsWith(accountId));
    const brandAccount = async (accountId: string, brand: BrandInput) =>
      setBrand(service.db, accountId, await storeBrandPictures(objects, accountId, brand));

    test("a project's brand is kept with its pictures named, and may be sent so again [C-SETTINGS-8]", async () => {
      const { account, token, id } = await given();
      const brand = {
        ...{ name: 'Finch', accent_color: '#0B6E4f', footer: 'Finch Ltd', contact: '12 Quay Street\nBristol' },
        ...{ logo: uri(svg(1)), cover_picture: uri(svg(2)), font: 'PT Serif' },
        anonymous_comments: true,
      };
      const changed = await patch(token, id, { brand });
      const stored = { ...brand, logo: nameOf(svg(1)), cover_picture: nameOf(svg(2)) };
      assert.equal(changed.status, 200, changed.text);
      assert.deepEqual(changed.body.data.settings.brand, stored);
      assert.equal(picturesOf(account.id).length, 2);
      assert.deepEqual((await patch(token, id, { brand: stored })).body.data.settings.brand, stored);
      assert.deepEqual((await patch(token, id, { brand: { name: 'F' } })).body.data.settings.brand, {
        ...none,
        name: 'F',
      });
      assert.equal('brand' in (await patch(token, id, { brand: null })).body.data.settings, false);
    });

    test('a brand at fault is refused at its fields [C-SETTINGS-8]', async () => {
      const { token, id } = await given();
      const faults = {
        ...{ name: ' ', logo: 'https://example.com/logo.png', accent_color: 'red', footer: 'f'.repeat(201) },
        ...{ contact: 'c'.repeat(301), cover_picture: nameOf(svg(3)), font: 'Comic Sans', motto: 'Onwards' },
        anonymous_comments: 'yes',
      };
      for (const [field, value] of Object.entries(faults)) {
        const { status, body } = await patch(token, id, { brand: { [field]: value } });
        assert.deepEqual([status, body.error.details[0].field], [400, `settings.brand.${field}`]);
      }
    });

    test('pictures of sections and brand count together: 3 MiB of new ones, and 50 in all [C-SETTINGS-6]', async () => {
      const { token, id } = await given();
      const sections = Array.from({ length: 6 }, (_, seed) => image(large(seed)));
      const brand = { cover_picture: large(9) };
      assert.equal((await patch(token, id, { sections: sections.slice(1), brand })).status, 200);
      const heavy = await patch(token, id, { sections, brand });
      assert.deepEqual([heavy.status, heavy.body.error.details[0].field], [400, 'settings.brand.cover_picture']);
      const small = Array.from({ length: 50 }, (_, seed) => image(uri(svg(seed))));
      assert.equal((await patch(token, id, { sections: small, brand: { logo: uri(svg(0)) } })).status, 200);
      const many = await patch(token, id, { sections: small, brand: { logo: uri(svg(50)) } });
      assert.deepEqual([many.status, many.body.error.details[0].field], [400, 'settings.brand.logo']);
    });

    test("the pictures of an account's brand are neither swept nor left out of backups [C-SETTINGS-8]", async () => {
      const { account, token, id } = await given();
      await patch(token, id, { brand: { logo: uri(svg(60)) } });
      await patch(token, id, null);
      await brandAccount(account.id, { logo: uri(svg(61)) });
      const found = await Array.fromAsync(findOrphans(service.db, objects, -60_000));
      assert.deepEqual(
        found.filter((key) => key.includes(account.id)),
        [`pictures/${account.id}-${sha256(svg(60))}`],
      );
      const folder = join(dataRoot, `backup-${engine}`);
      await writeBackup({ db: service.db, objects }, folder, '1.0.0');
      const backed = readdirSync(join(folder, 'objects/pictures')).filter((name) => name.startsWith(account.id));
      assert.deepEqual(backed, [`${account.id}-${sha256(svg(61))}`]);
    });

    /** A report of the project, as soon as it is there; the failed job otherwise. */
    const generate = async (token: string, id: string) => {
      const body = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };
      const start = await service.call('POST', `/api/v1/projects/${id}/generation-jobs`, { token, body });
      return eventually(async () => {
        const { body } = await service.call('GET', start.headers.get('location') ?? '', { token });
        return body.data.completed_at !== null && body.data;
      }, 60_000);
    };
    const givenSource = async (projectId: string) => {
      const path = join(dataRoot, `${projectId}.csv`);
      writeFileSync(path, 'day,visits\n2026-01-01,1\n2026-01-31,2\n');
      const visits = { key: 'visits', label: 'Visits', sql: 'sum(visits)' } as const;
      const metric = { ...visits, unit: 'count', better: 'up', additive: true } as const;
      await givenConnection(
        service.db,
        projectId,
        'flights',
        { path, date: 'day', metrics: [metric], dimensions: [] },
        [dataRoot],
      );
    };

    test("a report keeps the project's own values and, for the others, its account's [C-SETTINGS-8]", async () => {
      const { account, token, id } = await given();
      await givenSource(id);
      await brandAccount(account.id, {
        ...{ name: 'Agency', accent_color: '#111111', footer: 'Agency Ltd', logo: uri(svg(70)) },
        ...{ cover_picture: uri(svg(71)), font: 'Lato' },
      });
      const own = { name: 'Client team', font: null, cover_picture: uri(svg(72)) };
      await patch(token, id, { accent_color: '#222222', brand: own });
      const { result } = await generate(token, id);
      await brandAccount(account.id, { name: 'Another' });
      const report = service.db.selectFrom('reports').selectAll().where('id', '=', result.report_id);
      assert.deepEqual((await findDocument(objects, await report.executeTakeFirstOrThrow()))?.brand, {
        ...{ name: 'Client team', accent_color: '#222222', footer: 'Agency Ltd', logo: uri(svg(70)) },
        ...{ cover_picture: uri(svg(72)), font: 'Lato' },
      });
    });

    test('a lost picture of a brand is a fault of the job that says whose [C-SETTINGS-8]', async () => {
      const { account, token, id } = await given();
      await givenSource(id);
      const loseAll = async () => {
        for (const name of picturesOf(account.id)) await objects.remove(`pictures/${name}`);
      };
      await brandAccount(account.id, { logo: uri(svg(80)) });
      await loseAll();
      const first = await generate(token, id);
      assert.deepEqual([first.status, first.failure.details.field], ['failed', 'brand.logo']);
      await patch(token, id, { brand: { logo: uri(svg(81)) } });
      await loseAll();
      const second = await generate(token, id);
      assert.deepEqual([second.status, second.failure.details.field], ['failed', 'settings.brand.logo']);
    });
  });
}
