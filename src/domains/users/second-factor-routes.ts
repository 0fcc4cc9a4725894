import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller, CallerPerson } from '../../platform/http/caller.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { Vault } from '../connections/vault.ts';
import { EmptyBody } from '../projects/schema.ts';
import {
  beginCodeApp,
  type CodeAppRow,
  confirmCodeApp,
  findCodeAppOf,
  removeCodeApp,
  setupMs,
} from '../second-factors/code-apps.ts';
import { findFactors, hasFactor } from '../second-factors/factors.ts';
import { drawQrCode, makeCodeSetup } from '../second-factors/one-time-codes.ts';
import { countRecoveryCodes, makeRecoveryCodes } from '../second-factors/recovery-codes.ts';
import { lockPerson, settleNewFactor, settleRemovedFactor } from './factor-changes.ts';
import {
  ConfirmedSecondFactor,
  NewRecoveryCodes,
  NewSecondFactor,
  RecoveryCodeCount,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorListQuery,
} from './factor-schema.ts';

const tag = 'Passkeys and codes';
const access = { role: null, peopleOnly: true } as const;
const change = { ...access, stepUp: true } as const;
const noFactor = 'Recovery codes are for whoever has a passkey or an app with one-time codes.';
const params = Type.Object({ second_factor_id: Type.String() });

/** The app with one-time codes of the person who calls, and their recovery codes. */
export function secondFactorRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { vault }: { readonly vault: Vault },
): void {
  const { db } = context;

  listOperation(
    app,
    context,
    {
      path: '/second-factors',
      operationId: 'listSecondFactors',
      tag,
      summary: 'List your apps with one-time codes',
      description: 'There is one at most. Without it, and without a passkey, a password alone signs you in.',
      access,
      query: SecondFactorListQuery,
      data: SecondFactor,
    },
    async ({ caller, query }) => {
      const row = await findCodeAppOf(db, personOf(caller).id);
      const { items, total } = sliceOf(row ? [row] : [], query, ({ created_at, id }) => `${created_at} ${id}`);
      return { items: items.map(toSecondFactor), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/second-factors',
      operationId: 'beginSecondFactor',
      tag,
      summary: 'Begin to set up an app with one-time codes',
      description:
        'Gives the secret for the app, as text and as a picture. It counts once its first code is sent to `confirm`, within ten minutes; an app before it works until then.',
      access: change,
      kind: 'second_factor.begin',
      body: EmptyBody,
      bodyOptional: true,
      prepare: async (_body, caller) => {
        const setup = await makeCodeSetup(personOf(caller).email);
        return { ...setup, qr_svg: await drawQrCode(setup.uri) };
      },
      data: NewSecondFactor,
      secret: 'setup',
      status: 201,
    },
    async (transaction, { caller, body: { qr_svg, ...setup } }) => {
      const person = personOf(caller);
      await lockPerson(transaction, person);
      const begun = await beginCodeApp(transaction, vault, person.id, setup.secret);
      const end = new Date(Date.parse(begun.created_at) + setupMs).toISOString();
      const data = { ...toSecondFactor(begun), setup: { ...setup, qr_svg, expires_at: toTimestamp(end) } };
      return { data, location: '/second-factors' };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/second-factors/:second_factor_id/confirm',
      operationId: 'confirmSecondFactor',
      tag,
      summary: 'Confirm an app with one-time codes',
      description:
        'With the code that it shows, which is used up by this. Your other sessions end at once, and the app before it goes.',
      access: change,
      kind: 'second_factor.confirm',
      params,
      body: SecondFactorConfirmation,
      data: ConfirmedSecondFactor,
      secret: 'recovery_codes',
      errors: ['not_found'],
      status: 200,
    },
    async (transaction, { caller, params, body: { code } }) => {
      const person = personOf(caller);
      await lockPerson(transaction, person);
      const app = { id: params.second_factor_id, userId: person.id, code };
      const confirmed = await confirmCodeApp(transaction, vault, app);
      const recovery_codes = await settleNewFactor(transaction, person, 'code');
      return { data: { ...toSecondFactor(confirmed), recovery_codes } };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/second-factors/:second_factor_id',
      operationId: 'removeSecondFactor',
      tag,
      summary: 'Remove your app with one-time codes',
      description:
        'Your other sessions end at once; with your last factor your recovery codes go. While an account of yours requires a second factor, the last one stays.',
      access: change,
      kind: 'second_factor.remove',
      params,
      data: SecondFactor,
      errors: ['not_found', 'last_second_factor'],
    },
    async (transaction, { caller, params }) => {
      const person = personOf(caller);
      await lockPerson(transaction, person);
      const removed = await removeCodeApp(transaction, params.second_factor_id, person.id);
      await settleRemovedFactor(transaction, person);
      return { data: toSecondFactor(removed), subject: removed.id };
    },
  );

  recoveryCodeRoutes(app, context);
}

function recoveryCodeRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  readOperation(
    app,
    context,
    {
      path: '/recovery-codes',
      operationId: 'getRecoveryCodes',
      tag,
      summary: 'Read how many recovery codes you have left',
      access,
      data: RecoveryCodeCount,
    },
    async ({ caller }) => shownCount(await countRecoveryCodes(db, personOf(caller).id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/recovery-codes',
      operationId: 'createRecoveryCodes',
      tag,
      summary: 'Make new recovery codes',
      description: 'Ten, which replace those before. For whoever has a passkey or an app with one-time codes.',
      access: change,
      kind: 'recovery_codes.create',
      body: EmptyBody,
      bodyOptional: true,
      data: NewRecoveryCodes,
      secret: 'codes',
      status: 201,
      errors: ['not_found'],
    },
    async (transaction, { caller }) => {
      const person = personOf(caller);
      await lockPerson(transaction, person);
      if (!hasFactor(await findFactors(transaction, person.id)))
        throw new ServiceError('not_found', { message: noFactor });
      const codes = await makeRecoveryCodes(transaction, person.id);
      const data = { ...shownCount(await countRecoveryCodes(transaction, person.id)), codes };
      return { data, location: '/recovery-codes', recorded: { subject: person.id } };
    },
  );
}

function shownCount({ left, createdAt }: Awaited<ReturnType<typeof countRecoveryCodes>>) {
  return { left, created_at: toTimestamp(createdAt) };
}

function toSecondFactor({ id, created_at, confirmed_at, last_used_at }: CodeAppRow) {
  return {
    ...{ id, created_at: toTimestamp(created_at), confirmed_at: toTimestamp(confirmed_at) },
    last_used_at: toTimestamp(last_used_at),
  };
}

/** The person who calls; `access` lets nobody else in. */
export function personOf({ person }: Caller): CallerPerson {
  if (!person) throw new TypeError('Only people have factors');
  return person;
}
