import { type Static, Type } from 'typebox';
import { signOnModes, signOnProtocols, signOnRoles } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, nullable, oneOf, Timestamp, UserId } from '../../platform/http/fields.ts';
import { signOnFaults } from './faults.ts';
import { samlRefusals } from './saml/refusal.ts';

const issuer = { maxLength: 500, examples: ['https://login.example.com/realms/agency'] };
const clientId = { maxLength: 1_000, examples: ['report-service'] };
const longestText = 200;

const Role = Type.Unsafe<(typeof signOnRoles)[number]>(Type.Enum([...signOnRoles], { examples: ['editor'] }));
const Mapping = Type.Object(
  {
    claim: Type.String({
      minLength: 1,
      maxLength: longestText,
      description: 'The name of a claim; dots lead into objects, such as `realm_access.roles`.',
      examples: ['groups'],
    }),
    values: Type.Record(Type.String({ pattern: '^[^\\u0000]{1,200}$' }), Role, {
      minProperties: 1,
      maxProperties: 100,
      description: 'The role that each value of the claim gives; of several the highest counts.',
      examples: [{ 'report-admins': 'admin', reports: 'editor' }],
    }),
  },
  { additionalProperties: false, examples: [{ claim: 'groups', values: { 'report-admins': 'admin' } }] },
);

const DefaultRole = nullable(oneOf(signOnRoles), {
  description: 'The role of whoever the mapping gives none; null refuses them.',
  examples: ['viewer'],
});
const Mode = oneOf(signOnModes, {
  description:
    '`optional`: people of the domains may come so. `required`: they come in no other way, owners of the account aside.',
  examples: ['optional'],
});

const Protocol = oneOf(signOnProtocols, {
  description: '`oidc`: OpenID Connect, the better choice where the directory has both. `saml`: SAML 2.0.',
  examples: ['oidc'],
});
const address = { maxLength: 2_000, examples: ['https://reports.example.com/sso/saml/acs'] };

const Certificate = resource(
  {
    subject: Type.String({ maxLength: 200, examples: ['CN=login.example.com'] }),
    fingerprint: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256, in hexadecimal digits.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    valid_from: Timestamp,
    valid_to: Timestamp,
  },
  { title: 'SigningCertificate' },
);

const Saml = resource(
  {
    entity_id: Type.String({
      ...address,
      description: 'By which the provider knows the account; it is also the audience.',
    }),
    metadata_url: Type.String({ ...address, description: 'Where our metadata are, for the provider.' }),
    answer_url: Type.String({
      ...address,
      description: 'Where the provider sends people back to (ACS), by HTTP-POST.',
    }),
    sign_in_url: nullable(Type.String({ maxLength: 2_000, examples: ['https://login.example.com/saml'] }), {
      description: "Where people go to sign in, of the provider's metadata.",
    }),
    certificates: Type.Array(Certificate, {
      maxItems: 10,
      description: 'What the provider signs with: several while it changes its key. None is taken after its end.',
    }),
  },
  { title: 'SignOnBySaml' },
);

const Claim = resource(
  {
    name: Type.String({ maxLength: longestText, examples: ['groups'] }),
    value: Type.String({ maxLength: 2_000, examples: ['["reports"]'] }),
  },
  { title: 'SignOnClaim' },
);

const Test = resource(
  {
    by: UserId,
    at: Timestamp,
    is_current: Type.Boolean({ description: 'Whether these are the settings that were tested.', examples: [true] }),
    reason: nullable(oneOf(signOnFaults), {
      description: 'Why it came to nothing; null where it did not.',
      examples: [null],
    }),
    detail: nullable(oneOf(samlRefusals), { description: 'What of an answer by SAML was refused.', examples: [null] }),
    role: nullable(oneOf(signOnRoles), { description: 'The role that its claims give.', examples: ['editor'] }),
    claims: Type.Array(Claim, { maxItems: 60 }),
  },
  { title: 'SignOnTest', description: 'What the last sign-in of a test came to.' },
);

export const SingleSignOn = resource(
  {
    id: AccountId,
    mode: Mode,
    protocol: nullable(Protocol, { description: 'Null until there is a provider.' }),
    issuer: nullable(Type.String(issuer), { description: 'Of SAML the entity id. Null until there is a provider.' }),
    client_id: nullable(Type.String(clientId), { description: 'Null for SAML.' }),
    has_secret: Type.Boolean({ description: 'Whether a secret is stored, which is never shown.', examples: [true] }),
    saml: Saml,
    redirect_url: Type.String({
      maxLength: 2_000,
      description: 'To be registered with the provider.',
      examples: ['https://reports.example.com/sso/callback'],
    }),
    logout_url: Type.String({
      maxLength: 2_000,
      description: 'For logout by back channel and by front channel.',
      examples: ['https://reports.example.com/sso/logout'],
    }),
    domains: Type.Array(Type.String({ maxLength: 253, examples: ['example.com'] }), {
      maxItems: 1_000,
      description: 'Of e-mail addresses, as the operator has given them to the account.',
    }),
    default_role: DefaultRole,
    mapping: nullable(Mapping, { description: 'Null where no claim gives roles.' }),
    creates_users: Type.Boolean({
      description: 'Whether a first sign-in makes somebody a member; otherwise they are invited first.',
      examples: [true],
    }),
    unlinked_members: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Members of the domains, owners aside, who have not linked their sign-in yet: required locks them out.',
      examples: [0],
    }),
    test: nullable(Test),
    updated_at: nullable(Timestamp),
  },
  {
    title: 'SingleSignOn',
    description: 'How the people of the account sign in by its own provider of OpenID Connect or SAML.',
  },
);

export const SingleSignOnUpdate = resource(
  {
    protocol: Type.Optional(Protocol),
    issuer: Type.Optional(Type.String({ minLength: 1, ...issuer, description: 'Needed for `oidc`.' })),
    client_id: Type.Optional(Type.String({ minLength: 1, ...clientId, description: 'Needed for `oidc`.' })),
    client_secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Without it the one before stays, as long as the issuer does.',
        examples: ['the-secret-of-the-client'],
      }),
    ),
    metadata: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200_000,
        description: "The provider's metadata of SAML, as XML. Without it those before stay.",
        examples: [
          '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.example.com">…',
        ],
      }),
    ),
    default_role: DefaultRole,
    mapping: nullable(Mapping),
    creates_users: Type.Boolean({ examples: [true] }),
    mode: Mode,
  },
  { title: 'SingleSignOnUpdate' },
);
export type SingleSignOnUpdate = Static<typeof SingleSignOnUpdate>;

const url = nullable(
  Type.String({ maxLength: 3_000, examples: ['https://reports.example.com/sso/begin?ticket=djEu…'] }),
  {
    description: 'To be opened in the same browser within ten minutes, once. Null when the answer is repeated.',
  },
);

export const SignOnBegun = resource({ id: AccountId, url }, { title: 'SignOnBegun' });

export const OwnSignOn = resource(
  {
    id: UserId,
    is_offered: Type.Boolean({
      description: 'Whether the person can link a sign-in: the domain of their address has single sign-on.',
      examples: [true],
    }),
    mode: Mode,
    identity: nullable(
      resource(
        {
          issuer: Type.String(issuer),
          email: Type.String({ maxLength: 254, examples: ['ann@example.com'] }),
          linked_at: Timestamp,
          last_used_at: nullable(Timestamp),
        },
        { title: 'SignOnIdentity' },
      ),
      { description: 'The sign-in at the provider that is linked; null for none.' },
    ),
  },
  { title: 'OwnSignOn', description: "A person's own sign-in by the provider of their account." },
);
