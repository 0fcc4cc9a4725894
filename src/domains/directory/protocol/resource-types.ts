import { type Attribute, complex, flag, type ResourceType, reference, type Schema, text } from './attributes.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The parts of an attribute with several values (RFC 7643 section 2.4). */
function several(
  name: string,
  description: string,
  types: readonly string[],
  parts: readonly Attribute[] = [text('value', 'The value.')],
): Attribute {
  const all = [
    ...parts,
    text('display', 'The value for people.'),
    text('type', 'What it is for.', { canonicalValues: types }),
    flag('primary', 'Whether it is the preferred one.'),
  ];
  return complex(name, description, all, { multiValued: true });
}

const readOnly = { mutability: 'readOnly' } as const;

const user: Schema = {
  id: userSchema,
  name: 'User',
  description: 'Somebody who may be a member of the account.',
  attributes: [
    text('userName', 'What the directory signs them in as. In place of an e-mail address where there is none.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', 'Their name and its parts.', [
      text('formatted', 'The whole name.'),
      text('familyName', 'The family name.'),
      text('givenName', 'The given name.'),
      text('middleName', 'The middle name.'),
      text('honorificPrefix', 'What stands before it.'),
      text('honorificSuffix', 'What stands after it.'),
    ]),
    text('displayName', 'The name that others see.'),
    text('nickName', 'What friends call them.'),
    reference('profileUrl', 'A page about them.', ['external']),
    text('title', 'Their position.'),
    text('userType', 'How they are related to the company.'),
    text('preferredLanguage', 'The language of the e-mail by which they are told (RFC 9110 section 12.5.4).'),
    text('locale', 'How they write dates and numbers.'),
    text('timezone', 'Their time zone.'),
    flag('active', 'Whether they are a member of the account.'),
    several('emails', 'E-mail addresses. They sign in with the primary one, else that for work, else the first.', [
      'work',
      'home',
      'other',
    ]),
    several('phoneNumbers', 'Telephone numbers.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    several(
      'addresses',
      'Postal addresses.',
      ['work', 'home', 'other'],
      [
        text('formatted', 'The whole address.'),
        text('streetAddress', 'Street and number.'),
        text('locality', 'City.'),
        text('region', 'State or region.'),
        text('postalCode', 'Postal code.'),
        text('country', 'Country.'),
      ],
    ),
    several('roles', 'What the directory calls their roles; groups alone give rights here.', []),
    complex(
      'groups',
      'The groups that they are in.',
      [
        text('value', 'The id of the group.', { caseExact: true, ...readOnly }),
        reference('$ref', 'Its address.', ['Group'], readOnly),
        text('display', 'Its name.', readOnly),
        text('type', 'Always direct.', { ...readOnly, canonicalValues: ['direct'] }),
      ],
      { multiValued: true, ...readOnly },
    ),
  ],
};

const enterprise: Schema = {
  id: enterpriseSchema,
  name: 'EnterpriseUser',
  description: 'What a company says of its people.',
  attributes: [
    text('employeeNumber', 'Their number in the company.'),
    text('costCenter', 'Their cost center.'),
    text('organization', 'Their organization.'),
    text('division', 'Their division.'),
    text('department', 'Their department.'),
    complex('manager', 'Who manages them.', [
      text('value', 'The id of the manager.', { caseExact: true }),
      reference('$ref', 'The address of the manager.', ['User']),
      text('displayName', 'The name of the manager.', readOnly),
    ]),
  ],
};

const group: Schema = {
  id: groupSchema,
  name: 'Group',
  description: 'People of the directory who may have a role in the account together.',
  attributes: [
    text('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
    complex(
      'members',
      'Who is in the group.',
      [
        text('value', 'The id of a user.', { caseExact: true, mutability: 'immutable' }),
        reference('$ref', 'The address of the user.', ['User'], { mutability: 'immutable' }),
        text('type', 'Always User: groups are in no groups.', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
      { multiValued: true },
    ),
  ],
};

export const userType: ResourceType = { name: 'User', endpoint: '/Users', schema: user, extensions: [enterprise] };
export const groupType: ResourceType = { name: 'Group', endpoint: '/Groups', schema: group, extensions: [] };

export const resourceTypes: readonly ResourceType[] = [userType, groupType];
export const schemas: readonly Schema[] = [user, group, enterprise];
