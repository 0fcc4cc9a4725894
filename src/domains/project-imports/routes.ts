import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { readTextBody } from '../../platform/http/json-body.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { startImport } from './import-action.ts';
import type { ImportCheck } from './import-check.ts';
import { rowsOfCsv, rowsOfList } from './import-rows.ts';
import { ImportQuery, ImportResult, Matches, MatchQuestion, mostCharacters, ProjectImport } from './schema.ts';

const tag = 'Projects';
const bodyLimit = 5 * 1024 * 1024;
/** Every request is answered within half a minute. */
const withinMs = 25_000;
const access = { role: 'editor', wholeAccount: true } as const;

interface Parts {
  readonly environment: ConnectionEnvironment;
  readonly wakeBulk: () => void;
}

/** Many projects at once: what belongs together, and making them from a file or from what sign-ins see. */
export function projectImportRoutes(app: FastifyInstance, context: ApiContext, parts: Parts): void {
  askOperation(
    app,
    context,
    {
      path: '/projects/matches',
      operationId: 'matchResources',
      tag,
      summary: 'Propose what is one client',
      description:
        'Puts together what sign-ins see in several systems, by domain and name, and says how sure that is. What fits in more than one way is not put together. Nothing is stored, and no system is asked.',
      access,
      body: MatchQuestion,
      bodyLimit,
      data: Matches,
    },
    async ({ body }) => {
      const { matchResources } = await import('./match-resources.ts');
      return { matches: matchResources(body.resources) };
    },
  );

  app.register(async (scope) => {
    scope.addContentTypeParser(
      /^text\/csv[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i,
      { parseAs: 'buffer', bodyLimit },
      async ({ headers }: FastifyRequest, body: Buffer) => {
        if ((headers['content-encoding'] ?? 'identity') !== 'identity')
          throw new ServiceError('unsupported_media_type');
        return { csv: readTextBody(body, 'csv') };
      },
    );
    importRoute(scope, context, parts);
  });
}

function importRoute(app: FastifyInstance, context: ApiContext, { environment, wakeBulk }: Parts): void {
  const { db } = context;
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/projects/import',
      operationId: 'importProjects',
      tag,
      summary: 'Make projects from a file or from rows',
      description:
        'A row becomes a project with its connections and template. Everything is checked first, in sign-ins too: with one fault nothing is made, and with `dry_run=true` nothing is made anyway. A row whose project is there already makes nothing, so that the same file can be sent again. Projects are made by a bulk job, each whole or not at all. Beyond what the plan allows it answers 409 `plan_limit_reached`.',
      access,
      kind: 'project.import',
      query: ImportQuery,
      body: ProjectImport,
      bodyLimit,
      takesText: { mediaType: 'text/csv', maxLength: mostCharacters, example: 'name;currency\nWeb shop;EUR\n' },
      status: 200,
      errors: ['plan_limit_reached'],
      data: ImportResult,
      prepare: async ({ csv, rows }, caller) => {
        if ((csv === undefined) === (rows === undefined)) {
          throw fieldFault('', 'oneOf', 'Give either the text of a file as csv, or rows.');
        }
        const given = csv === undefined ? rowsOfList(rows ?? []) : rowsOfCsv(csv);
        const { checkImport } = await import('./check-import.ts');
        return checkImport(db, environment, caller, given, withinMs);
      },
    },
    async (transaction, { caller, body: check, query }) => {
      const told = toResult(check);
      if (query.dry_run) return { data: { ...told, bulk_job_id: null }, recorded: null };
      const { refuseFaulty } = await import('./check-import.ts');
      refuseFaulty(check);
      if (check.planned.length === 0) return { data: { ...told, bulk_job_id: null }, recorded: null };
      const id = await startImport(transaction, caller, environment.vault, check.planned);
      const details = { projects: check.planned.length };
      return { data: { ...told, bulk_job_id: id }, recorded: { subject: id, details } };
    },
    ({ bulk_job_id }) => {
      if (bulk_job_id !== null) wakeBulk();
    },
  );
}

function toResult({ rows, planned, already, faults, warnings, plan_fault }: ImportCheck) {
  return { rows, to_make: planned.length, already_there: already, faults, warnings, plan_fault };
}
