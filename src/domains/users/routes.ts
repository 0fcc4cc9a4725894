import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { PersonSession, SessionListQuery } from './schema.ts';
import { endSession, listSessions, type SessionRow } from './sessions.ts';

const tag = 'Session';
const access = { role: null, peopleOnly: true } as const;

/** The browsers in which the person is signed in who calls. */
export function personSessionRoutes(app: FastifyInstance, context: ApiContext): void {
  listOperation(
    app,
    context,
    {
      path: '/sessions',
      operationId: 'listSessions',
      tag,
      summary: 'List your sessions',
      description: 'The browsers in which you are signed in.',
      access,
      query: SessionListQuery,
      data: PersonSession,
    },
    async ({ caller, query }) => {
      const rows = await listSessions(context.db, caller.person?.id ?? '');
      const { items, total } = sliceOf(rows, query, ({ created_at, id }) => `${created_at} ${id}`);
      return { items: items.map((row) => toPersonSession(row, caller)), total };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/sessions/:session_id',
      operationId: 'endSession',
      tag,
      summary: 'End one of your sessions',
      description: 'Signs you out in that browser, at once.',
      access,
      kind: 'session.end',
      params: Type.Object({ session_id: Type.String() }),
      data: PersonSession,
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const ended = await endSession(transaction, params.session_id, caller.person?.id ?? '');
      if (!ended) throw missing('session', params.session_id);
      return { data: toPersonSession(ended, caller), subject: ended.id, details: { ended: 1 } };
    },
  );
}

function toPersonSession(session: SessionRow, { person }: Caller) {
  return {
    id: session.id,
    is_current: session.id === person?.sessionId,
    created_at: toTimestamp(session.created_at),
    last_seen_at: toTimestamp(session.last_seen_at),
    expires_at: toTimestamp(session.expires_at),
    address: session.address,
    agent: session.agent,
  };
}
