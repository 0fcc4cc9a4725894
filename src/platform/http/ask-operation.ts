import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from './caller.ts';
import { meta, success } from './envelope.ts';
import { answerOf, type Payload, type Shown } from './operations.ts';
import { type ApiContext, type Operation, type Params, route } from './route.ts';

/**
 * A POST that asks, such as for the figures of a connection: it takes no idempotency key and is not recorded, as doing it
 * twice is as good as once.
 */
export function askOperation<Path extends string, Data extends TSchema, Body extends TObject>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> &
    Payload<Data> & { readonly body: Body; readonly bodyOptional?: boolean; readonly bodyLimit?: number },
  ask: (request: {
    readonly caller: Caller;
    readonly params: Params<Path>;
    readonly body: Static<Body>;
    readonly request: FastifyRequest;
  }) => Promise<Shown<Data>>,
): void {
  route(app, context, 'POST', operation, {
    errors: ['payload_too_large', 'unsupported_media_type'],
    body: operation.body,
    requireBody: !operation.bodyOptional,
    bodyLimit: operation.bodyLimit,
    success: { 200: answerOf(operation, success(operation.data)) },
    async handler(request, _reply, params) {
      const data = await ask({ caller: request.caller, params, body: request.body as Static<Body>, request });
      return { ok: true, data, meta: meta(request) };
    },
  });
}
