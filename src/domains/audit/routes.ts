import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { listOperation } from '../../platform/http/operations.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { pageOfAudit } from './audit.ts';
import { auditCsv } from './csv.ts';
import { AuditEntry, AuditQuery, toAuditEntries } from './schema.ts';

const tag = 'Audit';
const access = { role: 'admin' } as const;

/** Who changed what in an account. */
export function auditRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/audit',
      operationId: 'listAudit',
      fromReplica: true,
      tag,
      summary: 'List changes',
      description: 'Who changed what in the account, through which door and from where, a page at a time.',
      access,
      query: AuditQuery,
      data: AuditEntry,
    },
    async ({ db, caller, query }) => {
      const { items, total } = await pageOfAudit(db, { ...query, accountId: caller.account.id }, query);
      return { items: await toAuditEntries(db, items), total };
    },
  );

  route(
    app,
    context,
    'GET',
    {
      path: '/audit.csv',
      operationId: 'downloadAudit',
      tag,
      summary: 'Download all changes as CSV',
      description:
        'The same for spreadsheets, whole, the newest first. What looks like a formula begins with an apostrophe.',
      access,
    },
    {
      success: {
        200: { description: 'The file.', mediaTypes: ['text/csv'], headers: ['Content-Disposition'] },
      },
      async handler(request, reply) {
        reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
        return reply.send(Readable.from(auditCsv(db, request.caller.account.id)));
      },
    },
  );
}
