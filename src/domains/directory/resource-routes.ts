import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIdentifier } from '../../platform/database/identifiers.ts';
import { isNotModified } from '../../platform/http/conditional.ts';
import { headerValues } from '../../platform/http/header-values.ts';
import type { ResourceType, Values } from './protocol/attributes.ts';
import { refused } from './protocol/faults.ts';
import { patched } from './protocol/patch.ts';
import { readResource } from './protocol/read-values.ts';
import { groupType } from './protocol/resource-types.ts';
import { readShown, type Shown, show } from './protocol/shown.ts';
import { type Expected, type ResourceOperations, versionIn } from './resource-operations.ts';
import type { DirectoryCaller } from './scim-gate.ts';
import { readListQuery } from './scim-lists.ts';

export const scimMediaType = 'application/scim+json; charset=utf-8';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

type Query = Readonly<Record<string, string | undefined>>;

/** The operations of a kind of resource (RFC 7644 section 3), at its endpoint. */
export function resourceRoutes(scim: FastifyInstance, type: ResourceType, operations: ResourceOperations): void {
  const { endpoint } = type;
  const one = `${endpoint}/:id` as const;

  scim.get(endpoint, async (request, reply) => {
    const query = queryOf(request);
    const shown = readShown(type, query);
    const asked = readListQuery(type, query);
    const { resources, total } = await operations.list(callerOf(request), asked, shown);
    return sendList(
      reply,
      resources.map((resource) => show(resource, shown)),
      { total, startIndex: asked.startIndex },
    );
  });

  scim.get(one, async (request, reply) => {
    const shown = shownIn(type, request);
    const resource = await operations.get(callerOf(request), idOf(request), shown);
    if (!isNotModified(request, versionIn(resource))) return sendResource(reply, resource, shown);
    return reply.header('etag', versionIn(resource)).code(304).send();
  });

  scim.post(endpoint, async (request, reply) => {
    const shown = shownIn(type, request);
    const resource = await operations.create(callerOf(request), readResource(type, bodyOf(request)));
    reply.code(201).header('location', locationIn(resource));
    return sendResource(reply, resource, shown);
  });

  scim.put(one, async (request, reply) => {
    const shown = shownIn(type, request);
    const given = readResource(type, bodyOf(request));
    // Whoever is out does not come in again because nothing is said of it.
    const rewrite = ({ active }: Values) => ({ ...(active !== undefined && { active }), ...given });
    const resource = await operations.rewrite(callerOf(request), idOf(request), rewrite, expectedIn(request));
    return sendResource(reply, resource, shown);
  });

  scim.patch(one, async (request, reply) => {
    const shown = shownIn(type, request);
    const body = bodyOf(request);
    const rewrite = (before: Values) => patched(type, before, body);
    const resource = await operations.rewrite(callerOf(request), idOf(request), rewrite, expectedIn(request));
    // A group may have thousands of members, and Entra expects no answer (RFC 7644 section 3.5.2).
    if (type === groupType && shown.only === null) {
      return reply.header('etag', versionIn(resource)).code(204).send();
    }
    return sendResource(reply, resource, shown);
  });

  scim.delete(one, async (request, reply) => {
    await operations.remove(callerOf(request), idOf(request), expectedIn(request));
    return reply.code(204).send();
  });
}

/** The directory that calls. */
function callerOf({ directory }: FastifyRequest): DirectoryCaller {
  if (!directory) throw new TypeError('The gate of the door has not run');
  return directory;
}

/** Empty for what cannot be an id, which nothing has. */
function idOf({ params }: FastifyRequest): string {
  const { id } = params as { readonly id: string };
  return isIdentifier(id) ? id : '';
}

/** Throws `invalidValue` for a key that is sent twice. */
export function queryOf({ query }: FastifyRequest): Query {
  const repeated = Object.entries(query as object).find(([, value]) => typeof value !== 'string');
  if (repeated) throw refused('invalidValue', `Send ${repeated[0].slice(0, 100)} once.`);
  return query as Query;
}

function shownIn(type: ResourceType, request: FastifyRequest): Shown {
  return readShown(type, queryOf(request));
}

function bodyOf({ body }: FastifyRequest): Values {
  if (typeof body === 'object' && body !== null) return body as Values;
  throw refused('invalidSyntax', 'Send a JSON object as application/scim+json.');
}

function expectedIn({ raw }: FastifyRequest): Expected {
  const values = headerValues(raw, 'if-match');
  return values.length === 0
    ? null
    : values
        .join(',')
        .split(',')
        .map((tag) => tag.trim());
}

function locationIn({ meta }: Values): string {
  return (meta as { readonly location: string }).location;
}

function sendResource(reply: FastifyReply, resource: Values, shown: Shown): FastifyReply {
  return sendScim(reply.header('etag', versionIn(resource)), show(resource, shown));
}

/** Answers a page of a list (RFC 7644 section 3.4.2). */
export function sendList(
  reply: FastifyReply,
  resources: readonly Values[],
  { total, startIndex }: { readonly total: number; readonly startIndex: number },
): FastifyReply {
  const page = { totalResults: total, startIndex, itemsPerPage: resources.length };
  return sendScim(reply, { schemas: [listSchema], ...page, Resources: resources });
}

/** Answers in the media type of SCIM; nobody keeps what it says of people. */
export function sendScim(reply: FastifyReply, body: Values): FastifyReply {
  return reply.type(scimMediaType).header('cache-control', 'private, no-cache').send(JSON.stringify(body));
}
