import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { fieldFault } from '../../platform/faults.ts';
import { readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { sealTicket, type Ticket } from './attempts.ts';
import {
  getProvider,
  type ProviderSettings,
  readSaml,
  removeProvider,
  type SamlSettings,
  setProvider,
} from './providers.ts';
import type { SamlService } from './saml/request.ts';
import { SignOnBegun, SingleSignOn, SingleSignOnUpdate } from './schema.ts';
import { readSingleSignOn } from './shown.ts';
import { type SignOnEnvironment, samlServiceOf } from './sign-on.ts';

const tag = 'Single sign-on';
const access = { role: 'owner', peopleOnly: true } as const;
const Nothing = Type.Object({}, { additionalProperties: false });

interface Parts {
  readonly environment: SignOnEnvironment;
  /** What of a secret may be kept beside the key of a request. */
  readonly digest: (value: unknown) => string;
}

/** The provider of the account, which its owners set. */
export function singleSignOnRoutes(app: FastifyInstance, context: ApiContext, { environment, digest }: Parts): void {
  const { vault } = environment;
  readOperation(
    app,
    context,
    {
      path: '/sso',
      operationId: 'getSingleSignOn',
      tag,
      summary: 'Read single sign-on',
      description: 'The settings, without the secret, and what the last test came to.',
      access,
      data: SingleSignOn,
    },
    ({ caller }) => readSingleSignOn(environment, caller.account.id),
  );

  writeOperation(
    app,
    context,
    {
      method: 'PUT',
      path: '/sso',
      operationId: 'setSingleSignOn',
      tag,
      summary: 'Set single sign-on',
      description:
        'Required takes a successful test of the same settings by the same owner before it, and ends the sessions of members of the domains that began otherwise, at once and in every process. Another issuer or client ends the sessions that began by the one before, and so does `off`.',
      access: { ...access, stepUp: true },
      kind: 'sso.set',
      body: SingleSignOnUpdate,
      data: SingleSignOn,
      status: 200,
      fingerprinted: ({ client_secret, ...body }) => ({
        ...body,
        ...(client_secret !== undefined && { client_secret: digest(client_secret) }),
      }),
    },
    async (transaction, { caller, body }) => {
      const { account, person } = caller;
      const settings = settingsOf(body, samlServiceOf(environment, account.id));
      const row = await setProvider(transaction, vault, account.id, settings, person?.id ?? '');
      const { client_secret, metadata: _long, ...told } = body;
      const certificates = readSaml(row)?.certificates.map(({ fingerprint }) => fingerprint);
      const details = {
        ...{ ...told, issuer: row.issuer, sets_secret: client_secret !== undefined },
        ...(certificates && { certificates }),
      };
      return {
        data: await readSingleSignOn({ ...environment, db: transaction }, account.id),
        recorded: { details },
      };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/sso',
      operationId: 'removeSingleSignOn',
      tag,
      summary: 'Remove single sign-on',
      description:
        'The settings and all links of people go, and whoever came so is signed out at once. They sign in by their passwords; who has none gets a link by "Forgot your password?". To keep the links, set the mode `off`.',
      access: { ...access, stepUp: true },
      kind: 'sso.remove',
      data: SingleSignOn,
      errors: ['not_found'],
    },
    async (transaction, { caller }) => {
      const { issuer } = await removeProvider(transaction, caller.account.id);
      const data = await readSingleSignOn({ ...environment, db: transaction }, caller.account.id);
      return { data, subject: caller.account.id, details: { issuer } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/sso/test',
      operationId: 'testSingleSignOn',
      tag,
      summary: 'Test single sign-on',
      description:
        'Answers with the address of a sign-in that changes nothing, for a window of its own in the same browser. What the provider says and the role that it gives are in `test` afterwards.',
      access: { ...access, stepUp: true },
      kind: 'sso.begin_test',
      body: Nothing,
      bodyOptional: true,
      data: SignOnBegun,
      secret: 'url',
      status: 201,
      errors: ['not_found'],
    },
    async (transaction, { caller: { account, person } }) => {
      await getProvider(transaction, account.id);
      const who = { userId: person?.id ?? '', sessionId: person?.sessionId ?? '' };
      const ticket = { purpose: { kind: 'test', ...who }, accountId: account.id } as const;
      return { data: { id: account.id, url: ticketAddress(environment, ticket) }, location: '/sso' };
    },
  );
}

/** What a body sets. Throws a fault of a field that its protocol needs, or does not have. */
function settingsOf(body: SingleSignOnUpdate, { entityId }: SamlService): ProviderSettings | SamlSettings {
  const { protocol = 'oidc', issuer, client_id: clientId, client_secret: clientSecret, metadata } = body;
  const shared = {
    ...{ defaultRole: body.default_role, roleClaim: body.mapping, createsUsers: body.creates_users, mode: body.mode },
  };
  const foreign = Object.entries(
    protocol === 'saml' ? { issuer, client_id: clientId, client_secret: clientSecret } : { metadata },
  );
  for (const [field, value] of foreign) {
    if (value !== undefined) throw fieldFault(field, 'protocol', `The protocol ${protocol} does not have it.`);
  }
  if (protocol === 'saml') return { ...shared, entityId, metadata };
  if (issuer === undefined) throw fieldFault('issuer', 'required', "Give the provider's address.");
  if (clientId === undefined) throw fieldFault('client_id', 'required', 'Give the id that the provider has for us.');
  return { ...shared, issuer, clientId, clientSecret };
}

/** Where somebody who is signed in begins a sign-in by the provider, once. */
export function ticketAddress(
  { vault, baseUrl }: Pick<SignOnEnvironment, 'vault' | 'baseUrl'>,
  ticket: Omit<Ticket, 'id' | 'expiresAt'>,
): string {
  return `${baseUrl}/sso/begin?ticket=${sealTicket(vault, ticket)}`;
}
