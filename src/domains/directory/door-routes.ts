import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import { beginErrorAnswer } from '../../platform/http/error-handler.ts';
import { readJsonBody } from '../../platform/http/json-body.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import { groupOperations } from './group-operations.ts';
import { refused, ScimFault } from './protocol/faults.ts';
import { groupType, userType } from './protocol/resource-types.ts';
import { resourceRoutes, scimMediaType } from './resource-routes.ts';
import { type ScimGateParts, scimGate } from './scim-gate.ts';
import { type OperationParts, userOperations } from './user-operations.ts';

export const scimBase = '/scim/v2';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** Of a group with some thousand members. */
const bodyLimit = 1024 * 1024;

/** The door of directories: SCIM 2.0 (RFC 7643, 7644), with a gate, bodies and a form of errors of its own. */
export async function scimRoutes(app: FastifyInstance, parts: ScimGateParts & OperationParts): Promise<void> {
  await app.register(
    async (scim) => {
      scim.setErrorHandler(answerScimError);
      readScimBodies(scim);
      scim.addHook('onRequest', scimGate(parts));
      discoveryRoutes(scim, parts);
      resourceRoutes(scim, userType, userOperations(parts));
      resourceRoutes(scim, groupType, groupOperations(parts));
      // Errors of paths that are not there have the form of this door, too.
      scim.setNotFoundHandler(() => {
        throw new ServiceError('not_found');
      });
    },
    { prefix: scimBase },
  );
}

function readScimBodies(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers();
  scim.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    const isJson = /^application\/(scim\+)?json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?;?$/i.test(
      type.trim(),
    );
    if (!isJson || encoding.trim().toLowerCase() !== 'identity') {
      throw new ServiceError('unsupported_media_type', {
        message: 'Send the body uncompressed as application/scim+json or application/json in UTF-8.',
      });
    }
    return readBody(body);
  });
}

/** Throws `invalidSyntax`. */
function readBody(body: Buffer): unknown {
  try {
    return readJsonBody(body);
  } catch (error) {
    if (error instanceof ServiceError) throw refused('invalidSyntax', error.details?.[0]?.message ?? error.message);
    throw error;
  }
}

/** RFC 7644 section 3.12. */
function answerScimError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = beginErrorAnswer(error, request, reply);
  // Directories take 409 for somebody who is there already.
  const status = known.code === 'plan_limit_reached' ? 403 : known.status;
  const scimType = known instanceof ScimFault ? known.scimType : undefined;
  const detail = known.code === 'payload_too_large' ? 'Send at most 1 MiB.' : known.message;
  const body = { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail };
  reply.code(status).type(scimMediaType).send(JSON.stringify(body));
}
