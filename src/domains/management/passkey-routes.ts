import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { fieldFault } from '../../platform/faults.ts';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { EmptyBody } from '../projects/schema.ts';
import {
  checkRegistration,
  type RelyingParty,
  registrationOptions,
  relyingPartyOf,
} from '../second-factors/ceremonies.ts';
import { type Challenges, takeChallenge } from '../second-factors/challenges.ts';
import { addPasskey, listPasskeys, removePasskey, renamePasskey, toPasskey } from '../second-factors/passkeys.ts';
import { lockPerson, settleNewFactor, settleRemovedFactor } from '../users/factor-changes.ts';
import {
  NewPasskey,
  Passkey,
  PasskeyCreate,
  PasskeyListQuery,
  PasskeyOptions,
  PasskeyUpdate,
} from '../users/factor-schema.ts';
import { personOf } from '../users/second-factor-routes.ts';
import { doorFor } from './session-cookies.ts';

const tag = 'Passkeys and codes';
const access = { role: null, peopleOnly: true } as const;
const change = { ...access, stepUp: true } as const;
const params = Type.Object({ passkey_id: Type.String() });

/** The passkeys of the person who calls. */
export function passkeyRoutes(app: FastifyInstance, context: ApiContext, challenges: Challenges): void {
  const { db } = context;

  listOperation(
    app,
    context,
    {
      path: '/passkeys',
      operationId: 'listPasskeys',
      tag,
      summary: 'List your passkeys',
      description: 'By each of them you sign in without a password.',
      access,
      query: PasskeyListQuery,
      data: Passkey,
    },
    async ({ caller, query }) => {
      const rows = await listPasskeys(db, personOf(caller).id);
      const { items, total } = sliceOf(rows, query, ({ created_at, id }) => `${created_at} ${id}`);
      return { items: items.map(toPasskey), total };
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/passkeys/options',
      operationId: 'preparePasskey',
      tag,
      summary: 'Prepare a passkey',
      description:
        'What a browser needs to make one, within ten minutes. Passkeys are made for the host of `PUBLIC_URL`, or for `localhost`; at an IP address there are none.',
      access: change,
      body: EmptyBody,
      bodyOptional: true,
      data: PasskeyOptions,
    },
    async ({ caller, request }) => {
      const person = personOf(caller);
      const party = partyFor(context, request);
      const options = await registrationOptions(challenges, party, person, await listPasskeys(db, person.id));
      return { options: { ...options } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/passkeys',
      operationId: 'createPasskey',
      tag,
      summary: 'Add a passkey',
      description: 'Of what a browser made with the options. Your other sessions end at once.',
      access: change,
      kind: 'passkey.create',
      body: PasskeyCreate,
      prepare: async ({ name, response }, caller, _params, request) => ({
        ...(await checkRegistration(challenges, partyFor(context, request), personOf(caller).id, response)),
        name,
      }),
      data: NewPasskey,
      secret: 'recovery_codes',
      status: 201,
    },
    async (transaction, { caller, body: { challenge, ...made } }) => {
      const person = personOf(caller);
      await lockPerson(transaction, person);
      if (!(await takeChallenge(transaction, challenge))) {
        throw fieldFault('response', 'unique', 'This answer of a browser was used before.');
      }
      const passkey = await addPasskey(transaction, made);
      const recovery_codes = await settleNewFactor(transaction, person, 'passkey');
      const recorded = { details: { name: passkey.name, synced: made.isSynced } };
      return { data: { ...toPasskey(passkey), recovery_codes }, location: '/passkeys', recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'PATCH',
      path: '/passkeys/:passkey_id',
      operationId: 'updatePasskey',
      tag,
      summary: 'Rename a passkey',
      access,
      kind: 'passkey.update',
      params,
      body: PasskeyUpdate,
      data: Passkey,
      errors: ['not_found'],
      status: 200,
    },
    async (transaction, { caller, params, body: { name } }) => ({
      data: toPasskey(await renamePasskey(transaction, params.passkey_id, personOf(caller).id, name)),
    }),
  );

  removeOperation(
    app,
    context,
    {
      path: '/passkeys/:passkey_id',
      operationId: 'removePasskey',
      tag,
      summary: 'Remove a passkey',
      description:
        'Your other sessions end at once; with your last factor your recovery codes go. While an account of yours requires a second factor, the last one stays. It is still where it was made, until you remove it there.',
      access: change,
      kind: 'passkey.remove',
      params,
      data: Passkey,
      errors: ['not_found', 'last_second_factor'],
    },
    async (transaction, { caller, params }) => {
      const person = personOf(caller);
      await lockPerson(transaction, person);
      const removed = await removePasskey(transaction, params.passkey_id, person.id);
      await settleRemovedFactor(transaction, person);
      return { data: toPasskey(removed), subject: removed.id, details: { name: removed.name } };
    },
  );
}

/** Throws `invalid_request` where there can be no passkeys. */
export function partyFor(context: ApiContext, request: FastifyRequest): RelyingParty {
  const party = relyingPartyOf(doorFor(context, request).origin);
  if (party) return party;
  const message =
    'Passkeys need a host name, and this is an IP address. On this machine, open the service at localhost.';
  throw fieldFault('header.host', 'name', message);
}
