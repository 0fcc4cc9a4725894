import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { endHold, holdsOfAccount, setHold, toLegalHold } from './legal-holds.ts';
import { noticeDays } from './periods.ts';
import { previewRetention } from './preview.ts';
import { getRetention, saveRetention, toRetention } from './retention.ts';
import {
  LegalHold,
  LegalHoldCreate,
  LegalHoldQuery,
  Retention,
  RetentionPreview,
  RetentionPreviewQuery,
  RetentionUpdate,
} from './schema.ts';

const tag = 'Retention';
const settings = { tag, path: '/retention', data: Retention, hasRevision: true } as const;
const holds = { tag, path: '/legal-holds', data: LegalHold } as const;
const admins = { role: 'admin', wholeAccount: true } as const;
const owners = { role: 'owner', stepUp: true, peopleOnly: true } as const;
const ofHold = Type.Object({ legal_hold_id: Type.String({ description: "The hold's id." }) });

/** How long an account keeps its reports, and what is kept whatever that says. Owners decide, since it deletes for good. */
export function retentionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  readOperation(
    app,
    context,
    { ...settings, operationId: 'getRetention', summary: 'Read how long reports are kept', access: admins },
    async ({ caller: { account } }) => toRetention(await getRetention(db, account.id)),
  );

  readOperation(
    app,
    context,
    {
      ...{ tag, path: '/retention/preview', data: RetentionPreview, query: RetentionPreviewQuery, access: admins },
      operationId: 'previewRetention',
      summary: 'Count what would be deleted',
      description:
        'How many of each would be deleted, and what stays although it is old enough, as of the first moment at which it could be. Nothing is deleted by asking.',
    },
    async ({ caller: { account }, query }) => previewRetention(db, account.id, query.keep_reports_months),
  );

  writeOperation(
    app,
    context,
    {
      ...settings,
      method: 'PATCH',
      operationId: 'updateRetention',
      summary: 'Choose how long reports are kept',
      description: `A longer time holds at once. A shorter one takes effect ${noticeDays} days later: admins are told by e-mail and on the home screen of the console, and it can be taken back until then.`,
      access: owners,
      kind: 'retention.update',
      body: RetentionUpdate,
      status: 200,
    },
    async (transaction, { caller: { account }, body, checkRevision }) => {
      const saved = await saveRetention(transaction, account.id, body.keep_reports_months, checkRevision);
      const data = toRetention(saved);
      const { keep_reports_months, next } = data;
      return { data, recorded: { subject: account.id, details: { keep_reports_months, next } } };
    },
  );

  listOperation(
    app,
    context,
    {
      ...{ ...holds, access: admins, query: LegalHoldQuery },
      operationId: 'listLegalHolds',
      summary: 'List legal holds',
    },
    async ({ caller: { account }, query }) => {
      const { items, total } = sliceOf(await holdsOfAccount(db, account.id), query, ({ id }) => id);
      return { items: items.map(toLegalHold), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...holds,
      method: 'POST',
      operationId: 'setLegalHold',
      summary: 'Set a legal hold',
      description:
        'From now on nothing of the account, or of the project, is deleted by age, nor can the account be deleted, until the hold is ended.',
      access: owners,
      kind: 'legal_hold.set',
      body: LegalHoldCreate,
      status: 201,
    },
    async (transaction, { caller: { account, actor }, body }) => {
      const { project_id: projectId = null, reason } = body;
      const row = await setHold(transaction, { accountId: account.id, projectId, reason, madeBy: actor });
      const details = { project_id: row.project_id, reason: row.reason };
      return { data: toLegalHold(row), location: `/legal-holds/${row.id}`, recorded: { details } };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...{ ...holds, path: '/legal-holds/:legal_hold_id', params: ofHold, access: owners },
      operationId: 'endLegalHold',
      summary: 'End a legal hold',
      description: `What it kept is deleted no sooner than ${noticeDays} days after admins were told anew.`,
      errors: ['not_found'],
      kind: 'legal_hold.end',
    },
    async (transaction, { caller: { account }, params }) => {
      const row = await endHold(transaction, account.id, params.legal_hold_id);
      return { data: toLegalHold(row), subject: row.id, details: { project_id: row.project_id, reason: row.reason } };
    },
  );
}
