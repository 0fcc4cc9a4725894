import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFilter } from '../../../src/domains/directory/protocol/filter.ts';
import { matches } from '../../../src/domains/directory/protocol/match.ts';
import { userType } from '../../../src/domains/directory/protocol/resource-types.ts';
import { enterpriseSchema } from '../../support/scim.ts';

const bjensen = {
  id: 'scu_1',
  externalId: 'A-7',
  userName: 'BJensen@example.com',
  displayName: 'Babs "B" Jensen',
  active: true,
  name: { familyName: "O'Malley", givenName: 'Barbara' },
  title: 'Tour Guide',
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  [enterpriseSchema]: { department: 'Tours', manager: { value: 'scu_9' } },
  meta: { resourceType: 'User', lastModified: '2026-05-13T04:42:34.000Z' },
};

const holds = (filter: string) => matches(readFilter(userType, filter), bjensen);

for (const [filter, expected] of [
  // What Entra, Okta and OneLogin ask.
  ['userName eq "bjensen@example.com"', true],
  ['userName eq "nobody@example.com"', false],
  ['externalId eq "A-7"', true],
  ['externalId eq "a-7"', false],
  ['emails[type eq "work"].value eq "bjensen@example.com"', true],
  ['emails[type eq "home"].value eq "bjensen@example.com"', false],
  ['displayName eq "Babs \\"B\\" Jensen"', true],
  ['id eq "scu_1"', true],
  ['active eq true', true],
  ['active eq "True"', true],
  ['active eq False', false],
  ['userName eq "bjensen@example.com" and active eq true', true],
  ['userName eq "x" or externalId eq "A-7"', true],
  // Those of RFC 7644, figure 2.
  ['name.familyName co "O\'Malley"', true],
  ['userName sw "B"', true],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"', true],
  ['title pr', true],
  ['nickName pr', false],
  ['meta.lastModified gt "2026-05-13T04:42:33Z"', true],
  ['meta.lastModified ge "2026-05-13T04:42:34Z"', true],
  ['meta.lastModified lt "2026-05-13T04:42:34Z"', false],
  ['meta.lastModified le "2026-05-13T06:42:34+02:00"', true],
  ['title pr and userName eq "x"', false],
  ['title pr or userName eq "x"', true],
  ['userName ew "example.com" and (emails co "example.com" or emails.value co "example.org")', true],
  ['not (emails co "example.com")', false],
  ['userName ne "x" and not (emails co "nowhere")', true],
  ['emails[type eq "work" and value co "@example.com"]', true],
  ['emails[type eq "work" and value co "@jensen.org"]', false],
  ['emails[not (type eq "work")]', true],
  [`${enterpriseSchema}:department eq "tours"`, true],
  [`${enterpriseSchema}:manager eq "scu_9"`, true],
  ['title eq null', false],
  ['nickName eq null', true],
  // `and` binds closer than `or`.
  ['title pr or userName eq "x" and userName eq "x"', true],
  ['(title pr or userName eq "x") and userName eq "x"', false],
  ['USERNAME EQ "bjensen@EXAMPLE.com" AND TITLE PR', true],
] as const) {
  test(`the filter ${filter} ${expected ? 'holds' : 'does not hold'}`, () => {
    assert.equal(holds(filter), expected);
  });
}

test('a filter that cannot be read is refused with what is wrong', () => {
  for (const filter of [
    '',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName like "x"',
    'shoeSize eq "44"',
    'name.shoeSize eq "44"',
    'emails[shoeSize eq "44"]',
    'emails[type eq "work"',
    'emails[type eq "work"].shoeSize eq "x"',
    '(userName eq "x"',
    'userName eq "x")',
    'userName eq "x" and',
    'userName eq "x" userName eq "y"',
    'userName eq "unfinished',
    'userName eq "\\x"',
    'userName eq "a\\u0000b"',
    'userName eq "\\ud800"',
    'active gt true',
    'active eq "maybe"',
    `${'('.repeat(21)}title pr${')'.repeat(21)}`,
    `userName eq "${'x'.repeat(2_000)}"`,
  ]) {
    assert.throws(() => readFilter(userType, filter), { scimType: 'invalidFilter' }, filter);
  }
});

test('a text that never ends takes no longer than one that does', () => {
  const begun = performance.now();
  assert.throws(() => readFilter(userType, `userName eq "${'\\"\n'.repeat(600)}`), { scimType: 'invalidFilter' });
  assert.ok(performance.now() - begun < 200);
});
