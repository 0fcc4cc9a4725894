import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { revokeScimToken } from '../../../src/domains/directory/scim-tokens.ts';
import { givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenManageToken } from '../../support/manage.ts';
import { callScim, enterpriseSchema, givenDirectory, groupSchema, userSchema } from '../../support/scim.ts';
import { suiteService } from '../../support/service.ts';

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

for (const engine of engines) {
  describe(`${engine}: the door of directories`, async () => {
    const service = await suiteService(engine, { FAILED_AUTH_PER_MINUTE: '1000' });
    const { db, url } = service;

    test('only a token of a directory opens it, and it opens nothing else', async () => {
      const { account, token, publicId } = await givenDirectory(service);
      const others = [undefined, 'nonsense', `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`];
      others.push(await givenToken(db, account.id), await givenManageToken(db, account.id, 'admin'));
      for (const other of others) {
        const refused = await callScim(url, 'GET', '/Users', { token: other });
        assert.deepEqual([refused.status, refused.body.status, refused.body.schemas], [401, '401', [errorSchema]]);
        assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer realm=/);
        assert.equal(refused.headers.get('content-type'), 'application/scim+json; charset=utf-8');
      }
      for (const path of ['/api/v1/projects', '/manage/v1/session']) {
        assert.equal((await service.call('GET', path, { token })).status, 401);
      }
      assert.equal((await callScim(url, 'GET', '/Users', { token })).status, 200);
      await eventually(async () => {
        const row = await db.selectFrom('scim_tokens').selectAll().where('public_id', '=', publicId).executeTakeFirst();
        return row?.last_used_at !== null;
      });
      await db.transaction().execute((transaction) => revokeScimToken(transaction, account.id, publicId));
      assert.equal((await callScim(url, 'GET', '/Users', { token })).status, 401);
    });

    test('a token has a limit of its own, and 429 says how long to wait', async () => {
      const own = await givenDirectory(service);
      const first = await own.call('GET', '/Users?count=0');
      assert.equal(first.headers.get('x-ratelimit-limit'), '600');
      const answers = await Promise.all(Array.from({ length: 600 }, () => own.call('GET', '/Users?count=0')));
      const refused = answers.find(({ status }) => status !== 200);
      assert.deepEqual([refused?.status, refused?.body.status], [429, '429']);
      assert.ok(Number(refused?.headers.get('retry-after')) >= 1);
      assert.equal((await (await givenDirectory(service)).call('GET', '/Users')).status, 200);
    });

    test('bodies are JSON of either media type, whole and bounded', async () => {
      const own = await givenDirectory(service);
      const body = { schemas: [userSchema], userName: 'json@corp.test' };
      const plain = await own.call('POST', '/Users', body, { 'content-type': 'application/json; charset=utf-8' });
      assert.equal(plain.status, 201);
      for (const [sent, headers, status, scimType] of [
        ['{"userName":', {}, 400, 'invalidSyntax'],
        ['[]', {}, 400, 'invalidSyntax'],
        ['{"userName":"a","userName":"b"}', {}, 400, 'invalidSyntax'],
        ['', {}, 400, 'invalidSyntax'],
        ['<user/>', { 'content-type': 'application/xml' }, 415, undefined],
        [`{"userName":"${'x'.repeat(1024 * 1024)}"}`, {}, 413, undefined],
      ] as const) {
        const refused = await own.call('POST', '/Users', sent, headers);
        assert.deepEqual(
          [refused.status, refused.body.status, refused.body.scimType],
          [status, String(status), scimType],
        );
        assert.deepEqual(refused.body.schemas, [errorSchema]);
      }
    });

    test('what is not there, and what is not supported, is told in the form of this door', async () => {
      const own = await givenDirectory(service);
      for (const [method, path, status] of [
        ['GET', '/Nothing', 404],
        ['GET', '/Users/', 404],
        ['GET', '/Users/scu_00000000000000000000000000', 404],
        ['GET', '/Groups/%00', 404],
        ['GET', '/Schemas/urn:nothing', 404],
        ['GET', '/Me', 404],
        ['POST', '/Users/scu_00000000000000000000000000', 405],
        ['POST', '/ServiceProviderConfig', 405],
      ] as const) {
        const refused = await own.call(method, path, method === 'POST' ? {} : undefined);
        assert.deepEqual([refused.status, refused.body?.schemas], [status, [errorSchema]], path);
      }
      assert.equal((await fetch(`${url}/scim/v2/Nothing`)).status, 401);
    });

    test('lists are paged from one, bounded, and always in the same order', async () => {
      const own = await givenDirectory(service);
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) ids.push((await own.addUser()).id);
      const page = async (query: string) => {
        const { body } = await own.call('GET', `/Users?${query}`);
        const found = body.Resources.map(({ id }: { id: string }) => ids.indexOf(id));
        return [body.totalResults, body.startIndex, body.itemsPerPage, found];
      };
      assert.deepEqual(await page(''), [5, 1, 5, [0, 1, 2, 3, 4]]);
      assert.deepEqual(await page('startIndex=2&count=2'), [5, 2, 2, [1, 2]]);
      assert.deepEqual(await page('startIndex=0&count=1'), [5, 1, 1, [0]]);
      assert.deepEqual(await page('startIndex=9'), [5, 9, 0, []]);
      assert.deepEqual(await page('count=0'), [5, 1, 0, []]);
      assert.deepEqual(await page('count=-1'), [5, 1, 0, []]);
      assert.deepEqual(await page('count=1000'), [5, 1, 5, [0, 1, 2, 3, 4]]);
      assert.deepEqual(await page('filter=userName co "@corp"&startIndex=4&count=2'), [5, 4, 2, [3, 4]]);
      for (const query of [
        'count=many',
        'startIndex=1.5',
        'count=1&count=2',
        'attributes=id&excludedAttributes=name',
      ]) {
        const refused = await own.call('GET', `/Users?${query}`);
        assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'], query);
      }
      const refused = await own.call('GET', '/Groups?filter=shoeSize eq 44');
      assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidFilter']);
    });

    test('people and groups are found by what directories look for', async () => {
      const own = await givenDirectory(service);
      const ann = await own.addUser({
        userName: 'Ann@corp.test',
        externalId: 'X-1',
        emails: [{ type: 'work', value: 'ann.work@corp.test' }],
      });
      await own.addUser({ externalId: 'X-2' });
      const group = await own.addGroup('Team A', [ann.id]);
      await own.addGroup('Team B');
      for (const [path, filter, expected] of [
        ['/Users', 'userName eq "ann@CORP.test"', ann.id],
        ['/Users', 'externalId eq "X-1"', ann.id],
        ['/Users', `id eq "${ann.id}"`, ann.id],
        ['/Users', 'emails[type eq "work"].value eq "ann.work@corp.test"', ann.id],
        ['/Users', 'externalId eq "X-1" and active eq true', ann.id],
        ['/Users', `groups.value eq "${group.id}"`, ann.id],
        ['/Groups', 'displayName eq "team a"', group.id],
        ['/Groups', `id eq "${group.id}"`, group.id],
        ['/Groups', `members.value eq "${ann.id}"`, group.id],
        ['/Groups', `members[value eq "${ann.id}"]`, group.id],
        ['/Users', 'externalId eq "x-1"', undefined],
        ['/Users', 'userName eq "a" and userName eq "ann@corp.test"', undefined],
        ['/Groups', 'displayName eq "Team C"', undefined],
      ] as const) {
        const { body } = await own.call('GET', `${path}?filter=${encodeURIComponent(filter)}`);
        const found = body.Resources.map(({ id }: { id: string }) => id);
        assert.deepEqual(found, expected === undefined ? [] : [expected], filter);
        assert.equal(body.totalResults, found.length);
      }
    });

    test('an answer has the attributes that are asked for, and its id', async () => {
      const own = await givenDirectory(service);
      const ann = await own.addUser({
        name: { givenName: 'Ann', familyName: 'Example' },
        emails: [{ type: 'work', value: 'ann.attr@corp.test' }],
        [enterpriseSchema]: { department: 'Tours' },
      });
      const shown = async (query: string) => (await own.call('GET', `/Users/${ann.id}?${query}`)).body;
      const { schemas, id } = ann;
      assert.deepEqual(schemas, [userSchema, enterpriseSchema]);
      assert.deepEqual(await shown('attributes=userName'), { schemas, id, userName: ann.userName });
      assert.deepEqual(await shown('attributes=name.givenName, emails.value'), {
        ...{ schemas, id },
        name: { givenName: 'Ann' },
        emails: [{ value: 'ann.attr@corp.test' }],
      });
      assert.deepEqual(await shown(`attributes=${enterpriseSchema}:department,nothing`), {
        ...{ schemas, id },
        [enterpriseSchema]: { department: 'Tours' },
      });
      assert.deepEqual(
        await shown(`attributes=${enterpriseSchema}`),
        await shown(`attributes=${enterpriseSchema}:department`),
      );
      const without = await shown('excludedAttributes=emails.type,meta,name,id');
      assert.deepEqual(without, {
        ...{ schemas, id, userName: ann.userName, active: true },
        emails: [{ value: 'ann.attr@corp.test' }],
        [enterpriseSchema]: { department: 'Tours' },
      });
      const group = await own.addGroup('Team', [ann.id]);
      for (const path of [`/Groups/${group.id}`, '/Groups']) {
        const { body } = await own.call('GET', `${path}?excludedAttributes=members`);
        assert.equal((body.Resources?.[0] ?? body).members, undefined);
      }
      const changed = await own.call('PATCH', `/Groups/${group.id}?attributes=displayName`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'displayName', value: 'Crew' }],
      });
      assert.deepEqual(changed.body, { schemas: [groupSchema], id: group.id, displayName: 'Crew' });
    });

    test('a version is unmodified until it changes, and a change of an old one is refused', async () => {
      const own = await givenDirectory(service);
      const ann = await own.addUser();
      const group = await own.addGroup('Team');
      for (const [path, resource, change] of [
        ['/Users', ann, { userName: ann.userName, title: 'New' }],
        ['/Groups', group, { displayName: 'New' }],
      ] as const) {
        const one = `${path}/${resource.id}`;
        const { version } = resource.meta;
        assert.match(version, /^W\/".+"$/);
        const unmodified = await own.call('GET', one, undefined, { 'if-none-match': version });
        assert.deepEqual(
          [unmodified.status, unmodified.body, unmodified.headers.get('etag')],
          [304, undefined, version],
        );
        const changed = await own.call('PUT', one, change, { 'if-match': `"other", ${version}` });
        assert.equal(changed.status, 200);
        assert.notEqual(changed.body.meta.version, version);
        assert.equal((await own.call('GET', one, undefined, { 'if-none-match': version })).status, 200);
        for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
          const body = method === 'DELETE' ? undefined : { ...change, schemas: undefined, Operations: [] };
          const refused = await own.call(method, one, method === 'PATCH' ? removeTitle : body, { 'if-match': version });
          assert.deepEqual([refused.status, refused.body.status], [412, '412'], `${method} ${path}`);
        }
        assert.equal((await own.call('DELETE', one, undefined, { 'if-match': '*' })).status, 204);
      }
    });

    const removeTitle = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'remove', path: 'externalId' }],
    };

    test('the version of somebody changes with their groups', async () => {
      const own = await givenDirectory(service);
      const ann = await own.addUser();
      await own.addGroup('Team', [ann.id]);
      const { body } = await own.call('GET', `/Users/${ann.id}`);
      assert.notEqual(body.meta.version, ann.meta.version);
    });

    test('it says what it can do, and of what its resources consist', async () => {
      const own = await givenDirectory(service);
      const config = (await own.call('GET', '/ServiceProviderConfig')).body;
      assert.deepEqual(
        ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'].map((name) => config[name].supported),
        [true, false, true, false, false, true],
      );
      assert.equal(config.authenticationSchemes[0].type, 'oauthbearertoken');
      const types = (await own.call('GET', '/ResourceTypes')).body;
      assert.deepEqual(
        types.Resources.map(({ id, endpoint, schema }: Record<string, string>) => [id, endpoint, schema]),
        [
          ['User', '/Users', userSchema],
          ['Group', '/Groups', groupSchema],
        ],
      );
      const schemas = (await own.call('GET', '/Schemas')).body;
      assert.deepEqual(
        schemas.Resources.map(({ id }: { id: string }) => id),
        [userSchema, groupSchema, enterpriseSchema],
      );
      for (const [path, all] of [
        ['/ResourceTypes', types],
        ['/Schemas', schemas],
      ] as const) {
        for (const each of all.Resources) {
          assert.deepEqual((await own.call('GET', `${path}/${each.id}`)).body, each);
        }
        assert.equal((await own.call('GET', `${path}?filter=id eq "x"`)).status, 403);
      }
    });

    test('its requests are in the log under the account, without a secret', async () => {
      const own = await givenDirectory(service);
      await own.call('GET', '/Users');
      await eventually(() =>
        service.log.some((line) => line.includes('/scim/v2/Users') && line.includes(own.account.id)),
      );
      assert.ok(!service.log.some((line) => line.includes(own.token)));
    });
  });
}
