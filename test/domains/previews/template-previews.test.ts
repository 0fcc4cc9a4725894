import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { dataSets, givenConnection } from '../../support/flights.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const period = { current: { from: '2014-05-01', to: '2014-05-31' } };
const slots = [
  { slot: 'weather', systems: ['file'], names: { rain: { file: 'precipitation' } } },
  { slot: 'ads', systems: ['google-ads'] },
];
const text = (title: string, markdown = 'Words') => ({ type: 'text', title, markdown });
const kpis = (connection_id: string, metrics: string[], title: string | null = null) => {
  return { type: 'kpis', title, connection_id, metrics };
};
const settings = {
  title: 'Published',
  sections: [text('First'), kpis('slot:ads', ['cost'], 'Costs'), kpis('slot:weather', ['rain'], 'Rain')],
};

for (const engine of engines) {
  describe(`${engine}: previews of the draft of a template`, () => {
    let service: TestService;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let editor: SignedInMember;
    let checker: AnswerChecker;
    let made = 0;
    before(async () => {
      service = await startTestService(engine, { environment: { DATA_ROOTS: dataSets } });
      account = await givenAccount(service.db);
      editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
      const { id } = await givenWeather();
      // Threads start slowly on a busy machine.
      await eventually(async () => (await preview(id, {})).status === 201, 120_000);
    });
    after(() => service[Symbol.asyncDispose]());

    const ask = async (method: string, path: string, body?: object, who: SignedInMember = editor) => {
      const answer = await manage(service, who, method, path, { ...(body && { body }) });
      assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
      return answer;
    };
    const preview = (id: string, body: object, who: SignedInMember = editor) =>
      ask('POST', `/projects/${id}/preview`, { period, ...body }, who);
    const pageOf = async (answer: Awaited<ReturnType<typeof preview>>) => {
      assert.equal(answer.status, 201, answer.text);
      return (await service.call('GET', answer.body.data.url, { headers: editor.headers })).text;
    };
    const givenWeather = async () => {
      const { id } = await givenProject(service.db, account);
      return { id, connection: await givenConnection(service.db, id, 'weather') };
    };
    const givenTemplate = async () => {
      const created = await ask('POST', '/templates', { name: `Preview ${++made}`, slots, settings });
      await ask('POST', `/templates/${created.body.data.id}/publish`);
      return created.body.data.id as string;
    };
    const givenFollower = async () => {
      const template_id = await givenTemplate();
      const { id, connection } = await givenWeather();
      assert.equal((await ask('PUT', `/projects/${id}/template`, { template_id })).status, 200);
      return { id, connection, template_id };
    };

    test('a follower is shown with the draft, with its own sections and slots, and as it is without it', async () => {
      const { id, connection, template_id } = await givenFollower();
      const shown = (await ask('GET', `/projects/${id}`)).body.data.settings;
      const own = { ...shown, sections: [...shown.sections, text('Mine')] };
      assert.equal((await ask('PATCH', `/projects/${id}`, { settings: own })).status, 200);
      const next = { ...settings, title: 'Draft', sections: [text('New'), ...settings.sections] };
      await ask('PATCH', `/templates/${template_id}`, { settings: next });
      const after = await preview(id, { template: { template_id } });
      const page = await pageOf(after);
      for (const words of ['<title>Draft', 'New', 'Mine', 'Rain (mm)']) assert.ok(page.includes(words), words);
      assert.ok(!page.includes('Costs'), 'its slot is empty');
      assert.deepEqual(after.body.data.template, {
        sections: [1, 2, null, 3],
        slots: [
          { slot: 'weather', connection_id: connection, missing: [] },
          { slot: 'ads', connection_id: null, missing: [] },
        ],
      });
      const now = await pageOf(await preview(id, {}));
      assert.ok(now.includes('<title>Published') && !now.includes('New'));
      assert.equal((await ask('GET', `/projects/${id}`)).body.data.settings.title, 'Published', 'nothing is stored');
    });

    test('what is not stored of the draft yet is shown in its place, in a project that does not follow it, too', async () => {
      const template_id = await givenTemplate();
      const { id } = await givenWeather();
      const second = await givenConnection(service.db, id, 'weather');
      const given = { template_id, settings: { title: 'Unsaved', sections: [kpis('slot:weather', ['rain'])] } };
      const answer = await preview(id, { template: given });
      assert.ok((await pageOf(answer)).includes('<title>Unsaved'));
      const [weather] = answer.body.data.template.slots;
      assert.notEqual(weather.connection_id, null, 'the first that fits, as nobody has chosen');
      assert.notEqual(weather.connection_id, second);
      assert.equal((await ask('GET', `/templates/${template_id}`)).body.data.settings.title, 'Published');
    });

    test('faults are named by their place in the template, and those of own sections by that in the project', async () => {
      const { id, connection, template_id } = await givenFollower();
      const faultOf = async (body: object, who = editor) => {
        const { status, body: answer } = await preview(id, body, who);
        return [status, ...(answer.error?.details ?? []).map(({ field }: { field: string }) => field)];
      };
      const drawn = (...sections: object[]) => ({ template: { template_id, settings: { sections } } });
      assert.deepEqual(await faultOf(drawn(text('A'), kpis('slot:none', ['x']))), [
        400,
        'template.settings.sections.1.connection_id',
      ]);
      assert.deepEqual(await faultOf(drawn({ type: 'kpis' })), [400, 'template.settings.sections.0.connection_id']);
      assert.deepEqual(
        await faultOf(
          drawn(kpis('slot:ads', ['cost']), kpis('slot:weather', ['precipitation']), {
            ...text('x'),
            markdown: '{{slot:weather.snow.current}}',
          }),
        ),
        [201],
        'a text with a figure that the connection lacks is left out',
      );
      const breakdown = { type: 'breakdown', title: null, connection_id: 'slot:weather', dimension: 'nowhere' };
      assert.deepEqual(await faultOf(drawn(kpis('slot:ads', ['cost']), text('A'), breakdown)), [201]);
      const donut = {
        type: 'breakdown',
        connection_id: 'slot:weather',
        dimension: 'weather',
        metrics: ['temp_max'],
        display: 'donut',
      };
      assert.deepEqual(await faultOf(drawn(kpis('slot:ads', ['cost']), text('A'), donut)), [
        400,
        'template.settings.sections.2.metrics',
      ]);
      const shown = (await ask('GET', `/projects/${id}`)).body.data.settings;
      const wrong = { type: 'breakdown', title: null, connection_id: connection, dimension: 'nowhere' };
      await ask('PATCH', `/projects/${id}`, { settings: { ...shown, sections: [wrong, ...shown.sections] } });
      assert.deepEqual(await faultOf({ template: { template_id } }), [400, 'settings.sections.0.dimension']);
      assert.deepEqual(await faultOf({ template: { template_id }, settings: {} }), [400, 'template']);
    });

    test('a slot that reports need and that is empty is named', async () => {
      const { id, template_id } = await givenFollower();
      const needed = slots.map((slot) => ({ ...slot, required: true }));
      const refused = await preview(id, { template: { template_id, slots: needed } });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'template.slots']);
      assert.match(refused.body.error.message, /The slot "ads" of the template has no connection/);
    });

    test('a template of another account, and any for who sees some projects alone, is not there', async () => {
      const { id, template_id } = await givenFollower();
      const limited = await givenSignedIn(service.db, account.id, { role: 'editor', projectIds: [id] });
      assert.equal((await preview(id, {}, limited)).status, 201);
      assert.equal((await preview(id, { template: { template_id } }, limited)).status, 404);
      const other = await givenAccount(service.db);
      const stranger = await givenSignedIn(service.db, other.id, { role: 'editor' });
      const theirs = await givenProject(service.db, other);
      await insertConnection(service.db, {
        ...{ accountId: other.id, projectId: theirs.id, system: 'file', name: 'Shop', status: 'connected' },
        ...{ config: {}, seal: () => null },
      });
      assert.equal((await preview(theirs.id, { template: { template_id } }, stranger)).status, 404);
    });

    test('projects are listed by the template that they follow', async () => {
      const { id, template_id } = await givenFollower();
      const list = await ask('GET', `/projects?template_id=${template_id}`);
      assert.deepEqual(
        list.body.data.items.map((project: { id: string }) => project.id),
        [id],
      );
    });

    test('a system says what can be asked of it, in a language; that of a database only its owner knows', async () => {
      const german = (await ask('GET', '/systems/catalog?system=google-ads&locale=de')).body.data;
      assert.equal(german.metrics.find(({ key }: { key: string }) => key === 'cost').label, 'Kosten');
      assert.ok(german.dimensions.some(({ key }: { key: string }) => key === 'campaign'));
      assert.deepEqual((await ask('GET', '/systems/catalog?system=postgres')).body.data.metrics, []);
      const unknown = await ask('GET', '/systems/catalog?system=nothing');
      assert.deepEqual([unknown.status, unknown.body.error.details[0].field], [400, 'system']);
      const language = await ask('GET', '/systems/catalog?system=stripe&locale=nowhere-at-all-');
      assert.deepEqual([language.status, language.body.error.details[0].field], [400, 'locale']);
    });
  });
}
