import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../../support/databases.ts';
import { enterpriseSchema, givenDirectory, groupSchema, patchSchema, userSchema } from '../../support/scim.ts';
import { suiteService } from '../../support/service.ts';

/**
 * What directories send, in the forms of their documentation: "Develop and plan provisioning for a SCIM endpoint in Microsoft
 * Entra ID" and "Okta and SCIM Version 2.0"; what OneLogin sends is from general knowledge. Names and ids are our own.
 */
for (const engine of engines) {
  describe(`${engine}: the requests of directories`, async () => {
    const service = await suiteService(engine);
    const changes = (...Operations: readonly object[]) => ({ schemas: [patchSchema], Operations });

    test('Entra tests the connection, makes somebody, changes and disables them', async () => {
      const { call } = await givenDirectory(service);
      const none = await call('GET', '/Users?filter=userName+eq+"1b7e0e2f-0c1d-4a0a-8f45-1f1c6f1a1c1d"');
      assert.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []]);
      const made = await call('POST', '/Users', {
        schemas: [userSchema, enterpriseSchema],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
        active: true,
        emails: [{ primary: true, type: 'work', value: 'test.entra@corp.test' }],
        meta: { resourceType: 'User' },
        name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
        roles: [],
      });
      assert.equal(made.status, 201);
      const path = `/Users/${made.body.id}`;
      const found = await call('GET', '/Users?filter=userName eq "test_user_ab6490ee-1e48-479e-a20b-2d77186b5dd1"');
      assert.deepEqual([found.body.totalResults, found.body.Resources[0].id], [1, made.body.id]);
      const changed = await call(
        'PATCH',
        path,
        changes(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated.entra@corp.test' },
          { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
          { op: 'Add', path: `${enterpriseSchema}:department`, value: 'Tours' },
        ),
      );
      assert.equal(changed.status, 200);
      assert.deepEqual(changed.body.emails, [{ primary: true, type: 'work', value: 'updated.entra@corp.test' }]);
      assert.equal(changed.body.name.familyName, 'updatedFamilyName');
      assert.deepEqual(changed.body[enterpriseSchema], { department: 'Tours' });
      const renamed = await call(
        'PATCH',
        path,
        changes({ op: 'Replace', path: 'userName', value: 'renamed@corp.test' }),
      );
      assert.equal(renamed.body.userName, 'renamed@corp.test');
      const disabled = await call('PATCH', path, changes({ op: 'Replace', path: 'active', value: 'False' }));
      assert.equal(disabled.body.active, false);
      assert.equal(
        (await call('GET', '/Users?filter=userName eq "renamed@corp.test"')).body.Resources[0].active,
        false,
      );
      assert.equal((await call('DELETE', path)).status, 204);
    });

    test('Entra makes a group without members, and adds and removes them', async () => {
      const { call, addUser } = await givenDirectory(service);
      const [ann, ben, eve] = [await addUser(), await addUser(), await addUser()];
      const made = await call('POST', '/Groups', {
        schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'Sales',
        meta: { resourceType: 'Group' },
      });
      assert.equal(made.status, 201);
      const path = `/Groups/${made.body.id}`;
      const found = await call('GET', '/Groups?excludedAttributes=members&filter=displayName eq "Sales"');
      assert.deepEqual([found.body.totalResults, found.body.Resources[0].id], [1, made.body.id]);
      const members = (...people: { id: string }[]) => people.map(({ id }) => ({ $ref: null, value: id }));
      const ids = async () =>
        ((await call('GET', path)).body.members ?? []).map(({ value }: { value: string }) => value).toSorted();
      const added = await call('PATCH', path, changes({ op: 'Add', path: 'members', value: members(ann, ben, eve) }));
      assert.deepEqual([added.status, added.body], [204, undefined]);
      assert.deepEqual(await ids(), [ann.id, ben.id, eve.id].toSorted());
      await call('PATCH', path, changes({ op: 'Remove', path: 'members', value: members(ann) }));
      await call('PATCH', path, changes({ op: 'Remove', path: `members[value eq "${ben.id}"]` }));
      assert.deepEqual(await ids(), [eve.id]);
      const renamed = await call('PATCH', path, changes({ op: 'Replace', path: 'displayName', value: 'Sales West' }));
      assert.equal(renamed.status, 204);
      const one = await call('GET', `${path}?excludedAttributes=members`);
      assert.deepEqual([one.body.displayName, one.body.members], ['Sales West', undefined]);
      assert.equal((await call('DELETE', path)).status, 204);
    });

    test('Okta looks for somebody, makes, reads, changes, deactivates and activates them', async () => {
      const { call } = await givenDirectory(service);
      const query = 'filter=userName%20eq%20%22test.user%40okta.local%22&startIndex=1&count=100';
      const none = await call('GET', `/Users?${query}`);
      assert.deepEqual([none.status, none.body.totalResults], [200, 0]);
      const profile = {
        schemas: [userSchema],
        userName: 'test.user@okta.local',
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      };
      const made = await call('POST', '/Users', profile, { 'content-type': 'application/scim+json; charset=utf-8' });
      assert.equal(made.status, 201);
      assert.equal(made.body.password, undefined);
      const taken = await call('POST', '/Users', profile);
      assert.equal(taken.status, 409);
      const path = `/Users/${made.body.id}`;
      const read = (await call('GET', path)).body;
      const put = await call('PUT', path, { ...read, name: { ...read.name, middleName: 'Excited' }, groups: [] });
      assert.deepEqual([put.status, put.body.name.middleName], [200, 'Excited']);
      const off = await call('PATCH', path, changes({ op: 'replace', value: { active: false } }));
      assert.deepEqual([off.status, off.body.active], [200, false]);
      const on = await call('PATCH', path, changes({ op: 'replace', value: { active: true } }));
      assert.equal(on.body.active, true);
      const secret = await call('PATCH', path, changes({ op: 'replace', value: { password: 'f7dW2pq' } }));
      assert.deepEqual([secret.status, secret.body.scimType], [400, 'invalidPath']);
      assert.equal((await call('GET', '/Users?startIndex=1&count=100')).body.Resources.length, 1);
    });

    test('Okta pushes a group, renames it by its id, and changes who is in it', async () => {
      const { call, addUser } = await givenDirectory(service);
      const [ann, ben] = [await addUser(), await addUser()];
      const made = await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'Test SCIMv2', members: [] });
      assert.equal(made.status, 201);
      const { id } = made.body;
      const path = `/Groups/${id}`;
      const ids = async () =>
        ((await call('GET', path)).body.members ?? []).map(({ value }: { value: string }) => value);
      const renamed = await call('PATCH', path, changes({ op: 'replace', value: { id, displayName: 'Test SCIMv20' } }));
      assert.equal(renamed.status, 204);
      const both = [
        { value: ann.id, display: ann.userName },
        { value: ben.id, display: ben.userName },
      ];
      await call('PATCH', path, changes({ op: 'replace', path: 'members', value: both }));
      assert.deepEqual(await ids(), [ann.id, ben.id].toSorted());
      await call(
        'PATCH',
        path,
        changes(
          { op: 'remove', path: `members[value eq "${ann.id}"]` },
          { op: 'add', path: 'members', value: [{ value: ben.id, display: ben.userName }] },
        ),
      );
      assert.deepEqual(await ids(), [ben.id]);
      const put = await call('PUT', path, { schemas: [groupSchema], id, displayName: 'By PUT', members: both });
      assert.deepEqual([put.status, put.body.members.length], [200, 2]);
      assert.equal((await call('DELETE', path)).status, 204);
    });

    test('OneLogin makes somebody with what it knows, puts them in groups, and suspends them', async () => {
      const { call } = await givenDirectory(service);
      const made = await call('POST', '/Users', {
        schemas: [userSchema, enterpriseSchema],
        userName: 'one.login@corp.test',
        name: { givenName: 'One', familyName: 'Login', formatted: 'One Login' },
        displayName: 'One Login',
        emails: [{ value: 'one.login@corp.test', primary: true }],
        phoneNumbers: [{ value: '+1 555 0100', type: 'work' }],
        [enterpriseSchema]: { department: 'Sales', manager: { value: '' } },
      });
      assert.equal(made.status, 201);
      const found = await call('GET', '/Users?filter=userName eq "one.login@corp.test"');
      assert.equal(found.body.Resources[0].id, made.body.id);
      const group = await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'OneLogin role' });
      const path = `/Groups/${group.body.id}`;
      const value = [{ value: made.body.id }];
      assert.equal((await call('PATCH', path, changes({ op: 'add', path: 'members', value }))).status, 204);
      assert.equal((await call('GET', `/Users/${made.body.id}`)).body.groups[0].display, 'OneLogin role');
      const suspended = await call(
        'PATCH',
        `/Users/${made.body.id}`,
        changes({ op: 'replace', path: 'active', value: false }),
      );
      assert.equal(suspended.body.active, false);
    });
  });
}
