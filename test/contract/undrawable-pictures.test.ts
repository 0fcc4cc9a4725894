import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { sha256 } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenConnection } from '../support/flights.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { pngUri, svgUri, undrawable } from '../support/pictures.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const square = svgUri('<path d="M0 0h40v40H0z"/>');
/** For a section, but not for a cover. */
const line = svgUri('<path d="M0 0h9000v40H0z"/>', 'width="9000" height="40"');
const image = (picture: string) => ({ type: 'image', picture, alternative: 'A page' });
const faults = Object.entries(undrawable);

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: pictures that no report can show`, () => {
    let service: TestService;
    let dataRoot: string;
    before(async () => {
      dataRoot = await mkdtemp(join(tmpdir(), 'report-service-sources-'));
      service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: dataRoot } });
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
    const picturesOf = (accountId: string) => {
      const all = readdirSync(join(service.dataDir, 'objects'), { recursive: true }).map(String);
      return all.filter((name) => name.startsWith(`pictures/${accountId}`));
    };
    type Detail = { readonly field: string; readonly rule: string; readonly message: string };
    const fieldsOf = ({ status, body }: Awaited<ReturnType<typeof patch>>) => [
      status,
      ...(body.error?.details ?? []).map(({ field, rule }: Detail) => `${field} ${rule}`),
    ];

    test('each is refused at its field with its reason, and nothing of the request is stored [C-SETTINGS-6]', async () => {
      const { account, token, id } = await given();
      const sections = [square, ...faults.map(([, [uri]]) => uri)].map(image);
      const refused = await patch(token, id, { sections });
      assert.equal(refused.status, 400, refused.text);
      const told = new Map(refused.body.error.details.map(({ field, message }: Detail) => [field, message]));
      assert.equal(told.size, faults.length);
      for (const [index, [what, [, says]]] of faults.entries()) {
        assert.match(String(told.get(`settings.sections.${index + 1}.picture`)), says, what);
      }
      assert.deepEqual(picturesOf(account.id), []);
      assert.equal((await patch(token, id, { sections: sections.slice(0, 1) })).status, 200);
    });

    test('they are refused as logo and cover too, where a project is created as where it is changed [C-SETTINGS-8]', async () => {
      const { token, id } = await given();
      const empty = svgUri();
      const settings = { logo: empty, brand: { logo: empty, cover_picture: line }, sections: [image(line)] };
      const at = ['settings.logo drawable', 'settings.brand.logo drawable', 'settings.brand.cover_picture drawable'];
      assert.deepEqual(fieldsOf(await patch(token, id, settings)), [400, ...at]);
      const created = await service.call('POST', '/api/v1/projects', { token, body: { name: 'P', settings } });
      assert.deepEqual(fieldsOf(created), [400, ...at]);
    });

    test('a stored picture that is named as what it cannot be is refused [C-SETTINGS-8]', async () => {
      const { token, id } = await given();
      const first = await patch(token, id, { sections: [image(line)] });
      const name = first.body.data.settings.sections[0].picture;
      const again = await patch(token, id, { sections: [image(name)], brand: { cover_picture: name } });
      assert.deepEqual(fieldsOf(again), [400, 'settings.brand.cover_picture drawable']);
      assert.equal((await patch(token, id, { sections: [image(name)] })).status, 200);
    });

    test("the account's brand and drafts of previews refuse them as well", async () => {
      const { account, id } = await given();
      const admin = await givenSignedIn(service.db, account.id, { role: 'admin' });
      const brand = await manage(service, admin, 'PATCH', '/brand', { body: { cover_picture: line, logo: square } });
      assert.deepEqual(fieldsOf(brand), [400, 'cover_picture drawable']);
      assert.deepEqual(picturesOf(account.id), []);
      const period = { current: { from: '2026-01-01', to: '2026-01-31' } };
      await givenSource(id);
      const draft = { period, settings: { sections: [image(svgUri())] } };
      const preview = await manage(service, admin, 'POST', `/projects/${id}/preview`, { body: draft });
      assert.deepEqual(fieldsOf(preview), [400, 'settings.sections.0.picture drawable']);
    });

    const givenSource = async (projectId: string) => {
      const path = join(dataRoot, `${projectId}.csv`);
      writeFileSync(path, 'day,visits\n2026-01-01,1\n2026-01-31,2\n');
      const visits = { key: 'visits', label: 'Visits', sql: 'sum(visits)' } as const;
      const metric = { ...visits, unit: 'count', better: 'up', additive: true } as const;
      const config = { path, date: 'day', metrics: [metric], dimensions: [] };
      await givenConnection(service.db, projectId, 'flights', config, [dataRoot]);
    };
    const ended = (url: string, token: string) =>
      eventually(async () => {
        const { body } = await service.call('GET', url, { token });
        return body.data.completed_at !== null && body.data;
      }, 60_000);

    test('one that was stored before is a warning of the report, and its files are made [C-REPORT-5]', async () => {
      const { account, token, id } = await given();
      await givenSource(id);
      const objects = await openFileStore(`${service.dataDir}/objects`);
      const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
      await objects.put(`pictures/${account.id}-${sha256(bytes)}`, bytes);
      const name = `sha256:${sha256(bytes)}`;
      const settings = { sections: [image(name)], brand: { logo: name, cover_picture: pngUri({ width: 300 }) } };
      const stored = await patch(token, id, { ...settings, sections: [], brand: { ...settings.brand, logo: null } });
      const own = { ...stored.body.data.settings, sections: settings.sections };
      own.brand.logo = name;
      const changed = service.db.updateTable('projects').set({ settings: JSON.stringify(own) });
      await changed.where('id', '=', id).execute();
      assert.deepEqual(fieldsOf(await patch(token, id, settings)), [
        400,
        'settings.sections.0.picture drawable',
        'settings.brand.logo drawable',
      ]);
      const body = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };
      const start = await service.call('POST', `/api/v1/projects/${id}/generation-jobs`, { token, body });
      const { status, result } = await ended(start.headers.get('location') ?? '', token);
      assert.equal(status, 'completed');
      const report = await service.call('GET', `/api/v1/reports/${result.report_id}`, { token });
      const leftOut = report.body.data.warnings.filter(({ code }: { code: string }) => code === 'picture_left_out');
      assert.deepEqual(leftOut, [
        {
          code: 'picture_left_out',
          message: 'The logo cannot be drawn and is left out of this report.',
          connection_id: null,
        },
        {
          code: 'picture_left_out',
          message: 'A picture cannot be drawn, and its description stands in its place: A page',
          connection_id: null,
        },
      ]);
      for (const format of ['pdf', 'doc']) {
        const path = `/api/v1/reports/${result.report_id}/export-jobs`;
        const exporting = await service.call('POST', path, { token, body: { format } });
        assert.equal((await ended(exporting.headers.get('location') ?? '', token)).status, 'completed', format);
      }
    });
  });
}
