import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import type { ResourceType, Schema, Values } from './protocol/attributes.ts';
import { ScimFault } from './protocol/faults.ts';
import { resourceTypes, schemas } from './protocol/resource-types.ts';
import { queryOf, sendList, sendScim } from './resource-routes.ts';
import { mostListed } from './scim-lists.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0:';

/** What the door can do, and of what its resources consist (RFC 7644 section 4). */
export function discoveryRoutes(scim: FastifyInstance, { address }: { readonly address: string }): void {
  scim.get('/ServiceProviderConfig', async (request, reply) => {
    requireNoFilter(request);
    return sendScim(reply, providerConfig(address));
  });

  const lists = [
    ['/ResourceTypes', resourceTypes.map((type) => [type.name, showType(address, type)] as const)],
    ['/Schemas', schemas.map((schema) => [schema.id, showSchema(address, schema)] as const)],
  ] as const;
  for (const [path, named] of lists) {
    const byId = new Map<string, Values>(named);
    scim.get(path, async (request, reply) => {
      requireNoFilter(request);
      return sendList(reply, [...byId.values()], { total: byId.size, startIndex: 1 });
    });
    scim.get(`${path}/:id`, async (request, reply) => {
      const found = byId.get((request.params as { readonly id: string }).id);
      if (!found) throw new ServiceError('not_found');
      return sendScim(reply, found);
    });
  }
}

function requireNoFilter(request: FastifyRequest): void {
  if (queryOf(request).filter === undefined) return;
  throw new ScimFault('insufficient_scope', undefined, 'What the door can do is not filtered.');
}

function providerConfig(address: string): Values {
  return {
    schemas: [`${core}ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostListed },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an owner of the account makes for the directory: rs_scim_….',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
  };
}

function showType(address: string, { name, endpoint, schema, extensions }: ResourceType): Values {
  return {
    schemas: [`${core}ResourceType`],
    id: name,
    name,
    endpoint,
    description: schema.description,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${name}` },
  };
}

function showSchema(address: string, schema: Schema): Values {
  return {
    schemas: [`${core}Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${address}/Schemas/${schema.id}` },
  };
}
