import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Values } from '../../../src/domains/directory/protocol/attributes.ts';
import { patched } from '../../../src/domains/directory/protocol/patch.ts';
import { readResource } from '../../../src/domains/directory/protocol/read-values.ts';
import { groupType, userType } from '../../../src/domains/directory/protocol/resource-types.ts';
import { enterpriseSchema, patchSchema, userSchema } from '../../support/scim.ts';

const babs = {
  userName: 'babs@corp.test',
  active: true,
  displayName: 'Babs',
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  emails: [
    { value: 'babs@corp.test', type: 'work', primary: true },
    { value: 'babs@home.test', type: 'home' },
  ],
};
const team = { displayName: 'Team', members: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] };

const change = (type: typeof userType, resource: Values, ...Operations: readonly unknown[]) =>
  patched(type, resource, { schemas: [patchSchema], Operations });
const changeUser = (...operations: readonly unknown[]) => change(userType, babs, ...operations);
const changeTeam = (...operations: readonly unknown[]) => change(groupType, team, ...operations);
const idsOf = ({ members = [] }: Values) => (members as { value: string }[]).map(({ value }) => value);

describe('changes as Entra sends them', () => {
  test('a boolean as a text, and operations with a capital letter', () => {
    assert.deepEqual(changeUser({ op: 'Replace', path: 'active', value: 'False' }), { ...babs, active: false });
    assert.deepEqual(changeUser({ op: 'replace', path: 'active', value: 'True' }), babs);
  });

  test('values without a path, whose keys are paths', () => {
    const changed = changeUser({
      op: 'Add',
      value: {
        displayName: 'B. Jensen',
        'name.givenName': 'Barb',
        'emails[type eq "work"].value': 'barb@corp.test',
        [`${enterpriseSchema}:department`]: 'Tours',
        [enterpriseSchema]: { employeeNumber: 7 },
      },
    });
    assert.deepEqual(changed, {
      ...babs,
      displayName: 'B. Jensen',
      name: { givenName: 'Barb', familyName: 'Jensen' },
      emails: [{ value: 'barb@corp.test', type: 'work', primary: true }, babs.emails[1]],
      [enterpriseSchema]: { department: 'Tours', employeeNumber: '7' },
    });
  });

  test('a part of a value that is not there yet is added with what its filter says', () => {
    const { phoneNumbers, addresses } = changeUser(
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+49 30 1' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Berlin' },
    ) as { phoneNumbers: unknown; addresses: unknown };
    assert.deepEqual(phoneNumbers, [{ type: 'work', value: '+49 30 1' }]);
    assert.deepEqual(addresses, [{ type: 'work', country: 'DE', locality: 'Berlin' }]);
  });

  test('a manager as a text, and as a list with one value', () => {
    const path = `${enterpriseSchema}:manager`;
    const expected = { ...babs, [enterpriseSchema]: { manager: { value: '26118915' } } };
    assert.deepEqual(changeUser({ op: 'Add', path, value: '26118915' }), expected);
    assert.deepEqual(changeUser({ op: 'Add', path, value: [{ $ref: null, value: '26118915' }] }), expected);
  });

  test('several members at once are added, each once', () => {
    const value = [
      { $ref: null, value: 'd' },
      { $ref: null, value: 'e' },
      { $ref: null, value: 'a' },
    ];
    assert.deepEqual(idsOf(changeTeam({ op: 'Add', path: 'members', value })), ['a', 'b', 'c', 'd', 'e']);
  });

  test('members are removed by a value, and those alone', () => {
    const value = [{ $ref: null, value: 'b' }];
    assert.deepEqual(idsOf(changeTeam({ op: 'Remove', path: 'members', value })), ['a', 'c']);
  });

  test('members are removed by a filter', () => {
    assert.deepEqual(idsOf(changeTeam({ op: 'Remove', path: 'members[value eq "b"]' })), ['a', 'c']);
    const path = 'members[value eq "a" or value eq "c"]';
    assert.deepEqual(idsOf(changeTeam({ op: 'Remove', path })), ['b']);
  });
});

describe('changes as Okta and OneLogin send them', () => {
  test('a value object in place of a path', () => {
    assert.deepEqual(changeUser({ op: 'replace', value: { active: false } }), { ...babs, active: false });
  });

  test('a group names itself by its id', () => {
    const operation = { op: 'replace', value: { id: 'scg_1', displayName: 'Crew' } };
    const changed = change(groupType, { ...team, id: 'scg_1' }, operation);
    assert.equal(changed.displayName, 'Crew');
    assert.throws(() => change(groupType, { ...team, id: 'scg_2' }, operation), { scimType: 'mutability' });
  });

  test('all members are replaced', () => {
    const value = [{ value: 'x', display: 'x@okta.local' }, { value: 'a' }];
    assert.deepEqual(idsOf(changeTeam({ op: 'replace', path: 'members', value })), ['x', 'a']);
    assert.deepEqual(idsOf(changeTeam({ op: 'replace', path: 'members', value: [] })), []);
    assert.deepEqual(idsOf(changeTeam({ op: 'remove', path: 'members' })), []);
  });
});

describe('changes as RFC 7644 has them', () => {
  test('operations are done in their order, and all or none', () => {
    const changed = changeUser(
      { op: 'add', path: 'title', value: 'One' },
      { op: 'replace', path: 'title', value: 'Two' },
      { op: 'remove', path: 'nickName' },
    );
    assert.equal(changed.title, 'Two');
    assert.throws(() => changeUser({ op: 'add', path: 'title', value: 'x' }, { op: 'add', path: 'nope', value: 1 }));
    assert.ok(!('title' in babs));
  });

  test('of several values one is primary: the new one', () => {
    const { emails } = changeUser({
      op: 'add',
      path: 'emails',
      value: { value: 'new@corp.test', type: 'other', primary: true },
    }) as typeof babs;
    assert.deepEqual(
      emails.map(({ primary = false }) => primary),
      [false, false, true],
    );
  });

  test('the parts of a complex value that are not named stay', () => {
    const { name } = changeUser({ op: 'replace', path: 'name', value: { givenName: 'B' } });
    assert.deepEqual(name, { givenName: 'B', familyName: 'Jensen' });
    const without = changeUser(
      { op: 'remove', path: 'name.givenName' },
      { op: 'remove', path: 'emails[type eq "home"]' },
    );
    assert.deepEqual([without.name, without.emails], [{ familyName: 'Jensen' }, [babs.emails[0]]]);
  });

  test('null, and a part that is taken away, leave nothing behind', () => {
    assert.ok(!('displayName' in changeUser({ op: 'replace', path: 'displayName', value: null })));
    const changed = changeUser({ op: 'add', path: 'title', value: 'x' }, { op: 'remove', path: 'title' });
    assert.deepEqual(changed, babs);
    assert.ok(!(enterpriseSchema in changeUser({ op: 'add', value: { [enterpriseSchema]: {} } })));
  });

  test('an extension is changed as a whole, and removed', () => {
    const added = changeUser({ op: 'add', path: enterpriseSchema, value: { department: 'Tours' } });
    assert.deepEqual(added[enterpriseSchema], { department: 'Tours' });
    const gone = change(userType, added, { op: 'remove', path: enterpriseSchema });
    assert.ok(!(enterpriseSchema in gone));
  });

  test('what is there already, and what is gone already, changes nothing', () => {
    assert.deepEqual(changeUser({ op: 'replace', path: 'displayName', value: 'Babs' }), babs);
    assert.deepEqual(changeTeam({ op: 'add', path: 'members', value: [{ value: 'a' }] }), team);
    assert.deepEqual(changeTeam({ op: 'remove', path: 'members[value eq "z"]' }), team);
    assert.deepEqual(changeTeam({ op: 'Remove', path: 'members', value: [{ value: 'z' }] }), team);
  });

  for (const [scimType, operation] of [
    ['invalidPath', { op: 'replace', path: 'shoeSize', value: 44 }],
    ['invalidPath', { op: 'add', value: { shoeSize: 44 } }],
    ['invalidPath', { op: 'replace', path: 'name.shoeSize', value: 44 }],
    ['invalidPath', { op: 'replace', path: 'emails[shoeSize eq "44"].value', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'emails[type eq "work"].shoeSize', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'emails[type eq "work"', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'name[type eq "work"]', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 7, value: 'x' }],
    ['noTarget', { op: 'replace', path: 'emails[type eq "other"].value', value: 'x@y.z' }],
    ['noTarget', { op: 'remove' }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'replace', path: 'meta.created', value: '2026-01-01T00:00:00Z' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'perhaps' }],
    ['invalidValue', { op: 'replace', path: 'active', value: 1 }],
    ['invalidValue', { op: 'replace', path: 'displayName', value: { a: 1 } }],
    ['invalidValue', { op: 'replace', path: 'displayName', value: 'x'.repeat(1_001) }],
    ['invalidValue', { op: 'replace', path: 'displayName' }],
    ['invalidValue', { op: 'replace', value: 'x' }],
    ['invalidValue', { op: 'add', path: 'emails', value: Array.from({ length: 101 }, (_, n) => ({ value: `${n}` })) }],
    ['invalidSyntax', { op: 'move', path: 'title', value: 'x' }],
    ['invalidValue', 'text'],
  ] as const) {
    test(`${JSON.stringify(operation).slice(0, 70)} is ${scimType}`, () => {
      assert.throws(() => changeUser(operation), { scimType });
    });
  }

  test('a body without its schema or without operations is invalidSyntax', () => {
    for (const body of [
      {},
      { schemas: [patchSchema] },
      { schemas: [patchSchema], Operations: [] },
      { schemas: [userSchema], Operations: [{ op: 'remove', path: 'title' }] },
      { schemas: [patchSchema], Operations: Array(1_001).fill({ op: 'remove', path: 'title' }) },
    ]) {
      assert.throws(() => patched(userType, babs, body), { scimType: 'invalidSyntax' });
    }
  });
});

test('of a whole resource what nobody may write, and what is not known, is left out', () => {
  const read = readResource(userType, {
    schemas: [userSchema],
    ID: 'mine',
    USERNAME: 'a@b.c',
    password: '1mz050nq',
    groups: [{ value: 'scg_1' }],
    meta: { created: 'x' },
    shoeSize: 44,
    nickName: null,
    roles: [],
    'urn:example:other': { a: 1 },
  });
  assert.deepEqual(read, { userName: 'a@b.c' });
  assert.throws(() => readResource(userType, { schemas: ['urn:other'] }), { scimType: 'invalidSyntax' });
});
