import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import type { Description } from '../../reporting/connectors/contract.ts';
import { isPair } from '../../reporting/documents/report-connection.ts';
import { getOwnProject } from './connections.ts';
import { GrantResources, GrantResourcesQuery } from './grant-resource-schema.ts';
import { getOwnConnection } from './managed-connections.ts';
import { getOwnGrant } from './oauth-grants.ts';
import type { ConnectionEnvironment } from './open-connection.ts';
import { projectAmounts } from './project-amounts.ts';
import type { Preview, PreviewQuestion } from './propose-connection.ts';
import {
  Catalog,
  CatalogQuery,
  Figures,
  FiguresQuestion,
  Proposal,
  Resources,
  SourceFiguresQuestion,
  SourceQuestion,
  SystemCatalogQuery,
  Systems,
} from './source-schema.ts';

const tag = 'Connections';
const ofProject = Type.Object({ project_id: Type.String({ description: "The project's id." }) });
const ofConnection = Type.Object({ connection_id: Type.String({ description: "The connection's id." }) });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;
const unanswered = ['not_found', 'connection_unavailable'] as const;
/** Every request is answered within half a minute. */
const withinMs = 25_000;

const looking = () => import('./look-into-system.ts');
const proposing = () => import('./propose-connection.ts');

/** What can be connected, and what a source has to say before and after it is. */
export function systemRoutes(app: FastifyInstance, context: ApiContext, environment: ConnectionEnvironment): void {
  const { db } = context;
  readOperation(
    app,
    context,
    {
      path: '/systems',
      operationId: 'listSystems',
      tag,
      summary: 'List what can be connected',
      description: 'Every kind of data system, with the JSON Schemas of its configuration and its secret.',
      access: read,
      data: Systems,
    },
    async () => {
      const { listConnectors } = await import('../../reporting/connectors/registry.ts');
      const systems = listConnectors().map(({ system, config, secret, signIn, propose, resources }) => ({
        ...{ system, config: { ...config }, secret: secret && { ...secret }, sign_in: signIn?.with ?? null },
        ...{ proposes: propose !== undefined, lists_resources: resources !== undefined },
      }));
      return { systems };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/systems/catalog',
      operationId: 'getSystemCatalog',
      tag,
      summary: 'List the metrics and dimensions of a system',
      description:
        'All that a connection of the system can ask for, whoever it belongs to. Both are empty for systems such as files and databases, whose metrics are those of their owner.',
      access: read,
      query: SystemCatalogQuery,
      data: Catalog,
    },
    async ({ query: { system, locale } }) => {
      const { readSystemCatalog } = await looking();
      return { ...catalogOf(readSystemCatalog(system, locale)), currency: null };
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/projects/:project_id/connections/proposal',
      operationId: 'proposeConnection',
      tag,
      summary: 'Propose a configuration',
      description:
        'Looks at a source that `config` names, such as by a path, an address or a table, and makes a configuration for it: with the first rows, how each column is read, totals, and what is doubtful.',
      access: write,
      params: ofProject,
      body: SourceQuestion,
      errors: unanswered,
      data: Proposal,
    },
    async ({ caller, params: { project_id: projectId }, body }) => {
      await getOwnProject(db, caller.account.id, projectId);
      const { proposeConnection } = await proposing();
      const { system, config = null, secret = null, grant_id } = body;
      const source = { system, config, secret, grantId: grant_id ?? undefined, projectId };
      const proposal = await proposeConnection(db, environment, source, { madeBy: 'customer', withinMs });
      return { ...proposal, project: await projectAmounts(db, projectId) };
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/projects/:project_id/connections/figures',
      operationId: 'getSourceFigures',
      tag,
      summary: 'Read the figures of a source that is not stored',
      description:
        'What `POST /connections/{connection_id}/figures` would answer once it is stored: to compare the figures of a proposal, and of changes of it, with what one knows.',
      access: write,
      params: ofProject,
      body: SourceFiguresQuestion,
      errors: unanswered,
      data: Figures,
    },
    async ({ caller, params: { project_id: projectId }, body }) => {
      await getOwnProject(db, caller.account.id, projectId);
      const { previewSource } = await proposing();
      const { system, config = null, secret = null, grant_id, from, to, by = null } = body;
      const source = { system, config, secret, grantId: grant_id ?? undefined, projectId };
      const question = { from, to, by: by ?? undefined };
      return toFigures(question, await previewSource(db, environment, source, question, withinMs));
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/projects/:project_id/connections/resources',
      operationId: 'listSystemResources',
      tag,
      summary: 'List what a credential can see',
      description: 'The sites, accounts or tables that a secret or a sign-in can see, before anything is stored.',
      access: write,
      params: ofProject,
      body: SourceQuestion,
      errors: unanswered,
      data: Resources,
    },
    async ({ caller: { account }, params, body }) => {
      await getOwnProject(db, account.id, params.project_id);
      const { listResources } = await looking();
      const { system, config = null, secret = null, grant_id } = body;
      const source = { system, config, secret, grantId: grant_id ?? undefined };
      return { resources: await listResources(db, environment, source, { accountId: account.id, withinMs }) };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/grants/:grant_id/resources',
      operationId: 'listGrantResources',
      tag: 'Sign-ins',
      summary: 'List what a sign-in sees',
      description:
        'The properties, advertising accounts and sites that a sign-in sees, in one system or in all that it lets the service read: to make projects from. A system that does not answer in time says so beside the others.',
      access: { role: 'editor', wholeAccount: true },
      params: Type.Object({ grant_id: Type.String({ description: "The sign-in's id." }) }),
      query: GrantResourcesQuery,
      errors: ['not_found'],
      data: GrantResources,
    },
    async ({ caller, params, query: { system } }) => {
      const grant = await getOwnGrant(db, caller.account.id, params.grant_id);
      const { listGrantResources } = await import('./grant-resources.ts');
      return { systems: await listGrantResources(db, environment, grant, { system, withinMs }) };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/connections/:connection_id/resources',
      operationId: 'listConnectionResources',
      tag,
      summary: 'List what a connection can see',
      description: 'The sites, accounts or tables that its credential can see, to name another one.',
      access: write,
      params: ofConnection,
      errors: ['not_found', 'connection_unavailable'],
      data: Resources,
    },
    async ({ caller, params }) => {
      const { id } = await getOwnConnection(db, caller, params.connection_id);
      const { listResourcesOf } = await looking();
      return { resources: await listResourcesOf(db, environment, id, withinMs) };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/connections/:connection_id/catalog',
      operationId: 'getConnectionCatalog',
      tag,
      summary: 'List the metrics and dimensions of a connection',
      access: read,
      params: ofConnection,
      errors: ['not_found', 'connection_unavailable'],
      query: CatalogQuery,
      data: Catalog,
    },
    async ({ caller, params, query }) => {
      const { id } = await getOwnConnection(db, caller, params.connection_id);
      const { readCatalog } = await looking();
      const catalog = await readCatalog(db, environment, id, query.locale, withinMs);
      return { ...catalogOf(catalog), currency: catalog.currency ?? null };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/connections/:connection_id/proposal',
      operationId: 'proposeForConnection',
      tag,
      summary: 'Look at the rows of a connection anew',
      description:
        'What would be proposed by now for the rows that it reads, with its stored secret: to compare its metrics with the ways in which its columns can be counted. Nothing is changed.',
      access: write,
      params: ofConnection,
      errors: unanswered,
      data: Proposal,
    },
    async ({ caller, params }) => {
      const { id, project_id: projectId } = await getOwnConnection(db, caller, params.connection_id);
      const { proposeForStored } = await proposing();
      const proposal = await proposeForStored(db, environment, id, withinMs);
      return { ...proposal, project: await projectAmounts(db, projectId) };
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/connections/:connection_id/figures',
      operationId: 'getConnectionFigures',
      tag,
      summary: 'Read the figures of a period',
      description:
        "The figures of a connection without a report, in the project's time zone: of the whole period, by calendar unit, or by a dimension.",
      access: read,
      params: ofConnection,
      body: FiguresQuestion,
      errors: unanswered,
      data: Figures,
    },
    async ({ caller, params, body }) => {
      const { id } = await getOwnConnection(db, caller, params.connection_id);
      const { previewConnection } = await proposing();
      const { from, to, by = null } = body;
      const question = { from, to, by: by ?? undefined };
      return toFigures(question, await previewConnection(db, environment, id, question, withinMs));
    },
  );
}

function toFigures({ from, to, by }: PreviewQuestion, { metrics, result, leftOut }: Preview) {
  const notices = (result.notices ?? []).map((notice) => ({ ...notice }));
  return { from, to, by: by ?? null, metrics, rows: result.rows, notices, left_out: leftOut };
}

/** What a description offers, and which of its dimensions a table can show together. */
function catalogOf({ metrics, dimensions, pairs }: Description) {
  const others = (key: string) => dimensions.flatMap((other) => (isPair(pairs, key, other.key) ? [other.key] : []));
  const offered = dimensions.map(({ key, label, pictures, metrics }) => {
    return { key, label, ...(pictures && { pictures }), ...(metrics && { metrics }), pairs_with: others(key) };
  });
  return { metrics, dimensions: offered };
}
