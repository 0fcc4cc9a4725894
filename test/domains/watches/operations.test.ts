import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { changeConnection, getConnection, removeConnection } from '../../../src/domains/connections/connections.ts';
import { updateProject } from '../../../src/domains/projects/projects.ts';
import { templateSchedules } from '../../../src/domains/schedules/template-schedules.ts';
import { changeTemplate, publishTemplate } from '../../../src/domains/templates/templates.ts';
import { givenAccount } from '../../support/accounts.ts';
import { givenChannel } from '../../support/chat.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { suiteService } from '../../support/service.ts';
import { givenFollowedTemplate } from '../../support/templates.ts';
import { daysOver, openShops, steady } from '../../support/watches.ts';

const usual = { sessions: 1_000, orders: 20, cost: 50 };

for (const engine of engines) {
  describe(`${engine}: watches over the management API`, async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-watches-')));
    after(() => rm(folder, { recursive: true }));
    const service = await suiteService(engine, { DATA_ROOTS: folder });
    const { db } = service;

    /** An account with a shop, whose sessions fell yesterday, and its owner. */
    async function given(plan?: string) {
      const account = await givenAccount(db, plan === undefined ? {} : { plan });
      const owner = await givenSignedIn(db, account.id);
      const shops = await openShops(db, account, folder);
      const shop = await shops.shop(steady(200, usual, [{ ...usual, sessions: 380 }]));
      const ask = (method: string, path: string, body?: object, who: Pick<SignedInMember, 'headers'> = owner) =>
        manage(service, who, method, path, body && { body });
      const place = { project_id: shop.project.id, connection_id: shop.connection.id };
      const below = { ...place, kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } };
      return { account, owner, shops, shop, ask, place, below };
    }

    test('a watch is made, read, listed, changed and removed, with what holds for what is not said', async () => {
      const { ask, below, owner, shop } = await given();
      const made = await ask('POST', '/watches', below);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { id, people, threshold, state, enabled, project_name, created_by } = made.body.data;
      assert.deepEqual([people, threshold.span, state, enabled], [[owner.userId], 'day', 'waiting', true]);
      assert.deepEqual([project_name, created_by], [shop.project.name, `user:${owner.userId}`]);
      const tag = made.headers.get('etag');
      assert.deepEqual((await ask('GET', `/watches/${id}`)).body.data, made.body.data);
      const changed = await ask('PATCH', `/watches/${id}`, { threshold: { value: 300 }, name: 'Visits' });
      assert.deepEqual(
        [changed.status, changed.body.data.threshold, changed.body.data.name],
        [200, { direction: 'below', value: 300, span: 'day' }, 'Visits'],
      );
      assert.notEqual(changed.headers.get('etag'), tag);
      const list = async (query: string) =>
        (await ask('GET', `/watches?${query}`)).body.data.items.map((each: { id: string }) => each.id);
      assert.deepEqual(await list(`project_id=${shop.project.id}&kind=threshold&state=waiting`), [id]);
      assert.deepEqual(await list('kind=unusual'), []);
      assert.equal((await ask('DELETE', `/watches/${id}`)).status, 200);
      assert.equal((await ask('GET', `/watches/${id}`)).status, 404);
      const audit = (await ask('GET', '/audit')).body.data.items.map(({ action }: { action: string }) => action);
      assert.deepEqual(audit.slice(0, 3), ['watch.remove', 'watch.update', 'watch.add']);
    });

    test('what cannot be watched is refused at its field', async () => {
      const { ask, below, place } = await given();
      const other = await given();
      const cases: readonly [object, string][] = [
        [{ ...below, project_id: undefined }, 'project_id'],
        [{ ...below, project_id: other.shop.project.id }, 'project_id'],
        [{ ...below, connection_id: other.shop.connection.id }, 'connection_id'],
        [{ ...below, metric: undefined }, 'metric'],
        [{ ...below, metric: 'nothing' }, 'metric'],
        [{ ...below, threshold: { direction: 'below' } }, 'threshold.value'],
        [{ ...below, unusual: {} }, 'unusual'],
        [{ ...below, dimension: { key: 'shoe', value: 'x' } }, 'dimension.key'],
        [{ ...below, slot: 'shop' }, 'slot'],
        [{ ...below, people: ['usr_01jd5w0k3m8q2r4t6v8x0z1b3d'] }, 'people'],
        [{ ...below, people: [other.owner.userId] }, 'people'],
        [{ ...below, channels: ['chn_01jd5w0k3m8q2r4t6v8x0z1b3d'] }, 'channels'],
        [{ ...place, kind: 'goal', metric: 'sessions', dimension: { key: 'channel', value: 'Email' } }, 'dimension'],
        [{ ...place, kind: 'silence', dimension: { key: 'channel', value: 'Email' } }, 'metric'],
        [{ ...place, kind: 'silence', metric: 'rate', dimension: { key: 'channel', value: 'Email' } }, 'metric'],
        [
          { ...place, kind: 'change', metric: 'sessions', change: { span: 'week', against: 'weekdays' } },
          'change.against',
        ],
        [{ ...place, kind: 'goal', metric: 'sessions' }, 'metric'],
        [{ ...place, kind: 'silence', silence: { while: 'sessions' } }, 'metric'],
        [
          { ...place, kind: 'goal', metric: 'cost', goal: { measure: 'ads', conversions: 'nothing' } },
          'goal.conversions',
        ],
      ];
      for (const [body, field] of cases) {
        const { status, body: answer } = await ask('POST', '/watches', body);
        assert.deepEqual([status, answer.error?.details?.[0]?.field], [400, field], JSON.stringify(answer));
      }
    });

    test('a plan bounds how many there are, and says so', async () => {
      const { ask, below } = await given('free');
      for (let count = 0; count < 5; count++) assert.equal((await ask('POST', '/watches', below)).status, 201);
      const { status, body } = await ask('POST', '/watches', below);
      assert.deepEqual([status, body.error.code], [409, 'plan_limit_reached']);
      assert.match(body.error.message, /allows 5 watches/);
    });

    test('a connection that is gone or blocked is said at once', async () => {
      const { ask, below, shop } = await given();
      const { id } = (await ask('POST', '/watches', below)).body.data;
      const problem = async () => (await ask('GET', `/watches/${id}`)).body.data.problem?.code;
      await db
        .updateTable('connections')
        .set({ status: 'reauth_required' })
        .where('id', '=', shop.connection.id)
        .execute();
      assert.equal(await problem(), 'reauth_required');
      const { items } = (await ask('GET', '/watches?state=problem')).body.data;
      assert.deepEqual(
        items.map((watch: { id: string }) => watch.id),
        [id],
      );
      await removeConnection(db, shop.connection.id);
      assert.equal(await problem(), 'connection_removed');
    });

    test('a metric or dimension that its connection has no more is said at once, before it is judged again', async () => {
      const { ask, below, shop, place } = await given();
      const made = async (body: object) => (await ask('POST', '/watches', body)).body.data.id as string;
      const own = await made(below);
      const ofValue = await made({ ...below, dimension: { key: 'channel', value: 'Email' } });
      const { id: template_id } = await givenFollowedTemplate(db, shop.project);
      const { project_id: _, connection_id: __, ...rest } = below;
      const followed = await made({ ...rest, template_id, slot: 'sales' });
      await db
        .insertInto('watch_states')
        .values({
          ...{ watch_id: followed, account_id: shop.project.account_id, ...place, state: 'calm', day: null },
          ...{ judged: null, problem: null, calm_days: 0, incident_id: null, judged_at: '2026-01-01T00:00:00.000Z' },
        })
        .execute();
      const problem = async (id: string) => (await ask('GET', `/watches/${id}`)).body.data.problem?.code;
      const change = async (part: object) => {
        const row = await getConnection(db, shop.connection.id);
        const config = { ...JSON.parse(row.config), ...part };
        await changeConnection(db, row, { ...row, config: JSON.stringify(config) }, 'connected');
      };
      const { metrics } = JSON.parse(shop.connection.config);
      await change({ dimensions: [] });
      assert.deepEqual([await problem(own), await problem(ofValue)], [undefined, 'dimension_missing']);
      await change({ metrics: metrics.filter(({ key }: { key: string }) => key !== 'sessions') });
      for (const id of [own, ofValue, followed]) assert.equal(await problem(id), 'metric_missing');
      const { data: listed } = (await ask('GET', '/watches')).body;
      assert.ok(listed.items.every(({ state }: { state: string }) => state === 'problem'));
      await db
        .updateTable('connections')
        .set({ status: 'reauth_required' })
        .where('id', '=', shop.connection.id)
        .execute();
      assert.equal(await problem(followed), 'reauth_required');
    });

    test("a template's watch is refused at the field that nothing which fills its slot can have", async () => {
      const { ask, shop } = await given();
      const refused = async (template_id: string, body: object) => {
        const { status, body: answer } = await ask('POST', '/watches', { template_id, ...body });
        return status === 201 ? 'made' : answer.error.details[0].field;
      };
      const slots = [
        { slot: 'sales', systems: ['file'] },
        { slot: 'ads', systems: ['google-ads', 'meta-ads'], names: { cost: { 'meta-ads': 'spend' } } },
        { slot: 'empty', systems: ['postgres'] },
      ];
      const { id } = await givenFollowedTemplate(db, shop.project, { slots, settings: {} });
      const threshold = { kind: 'threshold', threshold: { direction: 'above', value: 1 } };
      const cases: [object, string][] = [
        [{ ...threshold, slot: 'sales', metric: 'shoes' }, 'metric'],
        [{ ...threshold, slot: 'sales', metric: 'sessions' }, 'made'],
        [{ ...threshold, slot: 'sales', metric: 'sessions', dimension: { key: 'shoe', value: 'x' } }, 'dimension.key'],
        [{ ...threshold, slot: 'ads', metric: 'nothing' }, 'metric'],
        [{ ...threshold, slot: 'ads', metric: 'cost' }, 'made'],
        [{ ...threshold, slot: 'empty', metric: 'anything' }, 'made'],
        [{ kind: 'silence', slot: 'ads', metric: 'clicks', silence: { while: 'nothing' } }, 'silence.while'],
        [{ kind: 'goal', slot: 'sales', metric: 'sessions' }, 'metric'],
        [{ kind: 'goal', slot: 'ads', metric: 'cost', goal: { measure: 'ads' } }, 'made'],
        [{ kind: 'goal', slot: 'ads', metric: 'ctr', goal: { measure: 'budget' } }, 'goal.measure'],
      ];
      for (const [body, field] of cases) assert.equal(await refused(id, body), field, JSON.stringify(body));
      const own = [{ id: 'g', connection_id: shop.connection.id, metric: 'sessions', amount: 1, per: 'month' }];
      await updateProject(db, shop.project.account_id, shop.project.id, { settings: { goals: own } } as never);
      const goal = { kind: 'goal', slot: 'sales', metric: 'sessions' };
      assert.equal(await refused(id, goal), 'made', 'a project may have a goal of its own');
    });

    test("a template's watch that fits one project alone is a problem of the others, and of a slot that went at once", async () => {
      const { ask, shops, shop } = await given();
      const goals = [{ id: 'g', connection_id: 'slot:sales', metric: 'rate', amount: 0.02, per: 'month' }];
      const slots = [{ slot: 'sales', systems: ['file'] }];
      const template = await givenFollowedTemplate(db, shop.project, { slots, settings: { goals } as never });
      const made = await ask('POST', '/watches', {
        ...{ template_id: template.id, slot: 'sales', kind: 'goal', metric: 'rate', goal: { measure: 'forecast' } },
      });
      assert.equal(made.status, 201, 'of files nobody knows before they are asked');
      await shops.judge();
      const read = async () => (await ask('GET', `/watches/${made.body.data.id}`)).body.data;
      assert.deepEqual([(await read()).state, (await read()).problem.code], ['problem', 'measure_not_possible']);
      await db.transaction().execute(async (transaction) => {
        const content = { slots: [{ slot: 'other', systems: ['file'] }], settings: {} };
        const changed = await changeTemplate(transaction, template, content);
        await publishTemplate(transaction, changed, 'operator:test', templateSchedules);
      });
      assert.equal((await read()).problem.code, 'slot_missing');
    });

    test('a trial of a source that is always silent says that it would have told once, since its first day', async () => {
      const { ask, shops, shop, place } = await given();
      await shops.write(shop.path, new Map());
      const body = { ...place, kind: 'silence', silence: { hours: 24 }, language: 'en' };
      const { status, body: answer } = await ask('POST', '/watches/trial', body);
      assert.equal(status, 200, JSON.stringify(answer));
      const { times, openings, from } = answer.data;
      assert.deepEqual([times, openings[0].opened_on, openings[0].closed_on], [1, from, null]);
      assert.match(openings[0].text, /^No figures, since /);
      await shops.write(shop.path, new Map([...steady(200, usual)].slice(0, 150)));
      const late = (await ask('POST', '/watches/trial', body)).body.data;
      assert.deepEqual([late.times, late.openings[0].closed_on], [1, null], 'and one that fell silent once as well');
    });

    test('an incident is read in a language, acknowledged, put off, commented and listed', async () => {
      const { ask, below, shops, owner, shop } = await given();
      const { id: watchId } = (await ask('POST', '/watches', below)).body.data;
      await shops.judge();
      const [incident] = (await ask('GET', `/incidents?state=open&project_id=${shop.project.id}&language=de`)).body.data
        .items;
      assert.equal(incident.headline, 'Sessions: 380, unter 500');
      assert.equal(incident.first_day, daysOver(1)[0]);
      const { data: watch } = (await ask('GET', `/watches/${watchId}`)).body;
      assert.deepEqual([watch.state, watch.incident_id, watch.judged.value], ['alerting', incident.id, 380]);
      const home = async () => (await ask('GET', '/overview?language=de')).body.data.incidents;
      assert.deepEqual(
        (await home()).map(({ id, headline }: Record<string, string>) => [id, headline]),
        [[incident.id, incident.headline]],
      );
      const path = `/incidents/${incident.id}`;
      const acknowledged = (await ask('POST', `${path}/acknowledge`, {})).body.data;
      assert.equal(acknowledged.acknowledged_by, `user:${owner.userId}`);
      const until = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
      assert.equal((await ask('POST', `${path}/snooze`, { until })).body.data.snoozed_until, until);
      assert.deepEqual(await home(), [], 'what somebody put off is not shown');
      assert.equal((await ask('POST', `${path}/snooze`, { until: '2020-01-01T00:00:00Z' })).status, 400);
      const commented = (await ask('POST', `${path}/comments`, { text: ' The checkout was broken. ' })).body.data;
      assert.deepEqual(
        commented.comments.map(({ text }: { text: string }) => text),
        ['The checkout was broken.'],
      );
      assert.deepEqual(commented.notices.map(({ recipient }: { recipient: string }) => recipient).slice(0, 1), [
        owner.userId,
      ]);
      assert.equal((await ask('GET', `/incidents?watch_id=${watchId}`)).body.meta.pagination.total, 1);
      assert.equal((await ask('GET', '/incidents?to=2020-01-01')).body.meta.pagination.total, 0);
      await ask('DELETE', `/watches/${watchId}`);
      const { state, close_reason } = (await ask('GET', path)).body.data;
      assert.deepEqual([state, close_reason], ['closed', 'watch_changed']);
      assert.equal((await ask('POST', `${path}/snooze`, { until })).status, 400, 'a closed one cannot be put off');
    });

    test('members see, and other accounts do not; who is limited to projects has those alone', async () => {
      const { ask, below, shops, account, shop } = await given();
      const other = await given();
      const { id } = (await ask('POST', '/watches', below)).body.data;
      await shops.judge();
      const [incident] = (await ask('GET', '/incidents')).body.data.items;
      for (const path of [`/watches/${id}`, `/incidents/${incident.id}`]) {
        assert.equal((await other.ask('GET', path)).status, 404, path);
      }
      assert.deepEqual((await other.ask('GET', '/incidents')).body.data.items, []);
      const elsewhere = await shops.shop(steady(40, usual));
      const limited = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [elsewhere.project.id] });
      assert.equal((await ask('GET', `/watches/${id}`, undefined, limited)).status, 404);
      assert.deepEqual((await ask('GET', '/watches', undefined, limited)).body.data.items, []);
      assert.equal(
        (await ask('POST', '/watches', below, limited)).status,
        400,
        'nor can they watch what they do not see',
      );
      const { id: channel } = await givenChannel(db, account.id);
      const own = { ...below, project_id: elsewhere.project.id, connection_id: elsewhere.connection.id };
      assert.equal((await ask('POST', '/watches', { ...own, channels: [channel] }, limited)).status, 400);
      assert.equal((await ask('POST', '/watches', own, limited)).status, 201);
      const viewer = await givenManageToken(db, account.id, 'viewer');
      const authorization = { headers: { authorization: `Bearer ${viewer}` } };
      assert.equal((await ask('GET', `/incidents/${incident.id}`, undefined, authorization)).status, 200);
      assert.equal((await ask('POST', `/incidents/${incident.id}/acknowledge`, {}, authorization)).status, 403);
      assert.equal(shop.project.account_id, account.id);
    });

    test("a template's watch is judged for each project that follows it, and is over where one stops", async () => {
      const { ask, shops, shop, account, below } = await given();
      const { id: template_id } = await givenFollowedTemplate(db, shop.project);
      const { project_id: _, connection_id: __, ...rest } = below;
      const refused = await ask('POST', '/watches', { ...rest, template_id, slot: 'nothing' });
      assert.equal(refused.body.error.details[0].field, 'slot');
      const made = await ask('POST', '/watches', { ...rest, template_id, slot: 'sales' });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      await shops.judge();
      const read = async () => (await ask('GET', `/watches/${made.body.data.id}`)).body.data;
      assert.deepEqual([(await read()).state, (await read()).connections, (await read()).alerting], ['alerting', 1, 1]);
      assert.deepEqual((await ask('GET', `/watches?project_id=${shop.project.id}`)).body.data.items.length, 1);
      const [incident] = await shops.incidents();
      assert.deepEqual([incident?.project_id, incident?.account_id], [shop.project.id, account.id]);
      await db.updateTable('projects').set({ template_id: null }).where('id', '=', shop.project.id).execute();
      await shops.judge();
      assert.deepEqual([(await read()).connections, (await shops.incidents())[0]?.state], [0, 'closed']);
    });

    test('a trial says what the last 180 days would have told, and stores nothing', async () => {
      const { ask, shops, shop, below, place } = await given();
      const days = steady(200, usual);
      const all = [...days.keys()];
      for (const index of [60, 120, 121]) days.set(all[index] ?? '', [{ ...usual, sessions: 100 }]);
      await shops.write(shop.path, days);
      const tried = await ask('POST', '/watches/trial', { ...below, language: 'en' });
      assert.equal(tried.status, 200, JSON.stringify(tried.body));
      const { times, openings, judged_days, days: shown, label } = tried.body.data;
      assert.deepEqual([times, judged_days, shown.length, label], [2, 180, 180, 'Sessions']);
      assert.deepEqual(
        openings.map((each: { opened_on: string; closed_on: string }) => [each.opened_on, each.closed_on]),
        [
          [all[120], all[123]],
          [all[60], all[62]],
        ],
      );
      assert.match(openings[0].text, /^Sessions: 100, below 500, since /);
      const unusual = await ask('POST', '/watches/trial', { ...place, kind: 'unusual', metric: 'sessions' });
      assert.equal(unusual.status, 200, JSON.stringify(unusual.body));
      assert.ok(unusual.body.data.times >= 2);
      const rate = {
        ...place,
        kind: 'threshold',
        metric: 'rate',
        threshold: { direction: 'below', value: 0.01, span: 'week' },
      };
      assert.equal((await ask('POST', '/watches/trial', rate)).body.error.details[0].field, 'threshold.span');
      assert.deepEqual((await ask('GET', '/watches')).body.data.items, []);
      assert.deepEqual(await shops.incidents(), []);
      await rm(shop.path);
      assert.equal((await ask('POST', '/watches/trial', below)).body.error.code, 'connection_unavailable');
    });

    test('everybody chooses their own quiet hours', async () => {
      const { ask } = await given();
      assert.deepEqual((await ask('GET', '/alert-settings')).body.data, {
        quiet_hours: null,
        weekends: true,
        time_zone: 'UTC',
      });
      const changed = await ask('PATCH', '/alert-settings', {
        quiet_hours: { from: '22:00', until: '07:00' },
        time_zone: 'Europe/Berlin',
      });
      assert.deepEqual(changed.body.data, {
        ...{ quiet_hours: { from: '22:00', until: '07:00' }, weekends: true, time_zone: 'Europe/Berlin' },
      });
      assert.equal((await ask('PATCH', '/alert-settings', { time_zone: 'Berlin' })).status, 400);
      const same = await ask('PATCH', '/alert-settings', { quiet_hours: { from: '07:00', until: '07:00' } });
      assert.equal(same.body.error.details[0].field, 'quiet_hours.until');
    });
  });
}
