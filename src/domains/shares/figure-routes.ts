import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../platform/errors.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { type FigureFormat, figureFormats, figureTypes } from '../../reporting/renderers/figures/formats.ts';
import { RenderError } from '../../reporting/renderers/render-error.ts';
import { contentDisposition } from '../export-jobs/download.ts';
import { nameOf } from '../export-jobs/file-name.ts';
import { findDocumentBytes, getReport, markReportUnavailable } from '../reports/reports.ts';
import type { FigureFiles } from './figure-files.ts';

const FiguresQuery = Type.Object(
  {
    format: Type.Unsafe<FigureFormat>(
      Type.Enum([...figureFormats], {
        description: 'How the figures are written: numbers stay numbers in all of them.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Too many wait for what makes pages and files. */
export function busy(error: unknown): never {
  if (!(error instanceof RenderError) || error.kind === 'failed') throw error;
  throw new ServiceError('api_controls_unavailable', { cause: error });
}

interface Parts {
  readonly objects: ObjectStore;
  /** Those that guests get theirs from. */
  readonly figureFiles: FigureFiles;
}

/** The figures of reports as files, for management. */
export function figureRoutes(app: FastifyInstance, context: ApiContext, { objects, figureFiles }: Parts): void {
  const { db } = context;
  route(
    app,
    context,
    'GET',
    {
      path: '/reports/:report_id/figures',
      operationId: 'downloadFigures',
      tag: 'Reports',
      summary: 'Download the figures of a report',
      description: 'All figures of a report as CSV, as an Excel workbook with a sheet for each section, or as JSON.',
      access: { role: 'viewer' },
      params: Type.Object({ report_id: Type.String() }),
      errors: ['not_found', 'artifact_unavailable'],
    },
    {
      query: FiguresQuery,
      success: {
        200: {
          description: 'The file.',
          mediaTypes: figureFormats.map((format) => figureTypes[format].contentType),
          headers: ['Content-Disposition'],
        },
      },
      async handler({ caller, query }, reply, params) {
        const { format } = query as { format: FigureFormat };
        const report = await getReport(db, caller.account.id, params.report_id);
        if (report.status !== 'ready') throw new ServiceError('artifact_unavailable');
        const load = () => findDocumentBytes(objects, report);
        const file = await figureFiles.make(report.id, format, load).catch(busy);
        if (!file) {
          await markReportUnavailable(db, report.id);
          throw new ServiceError('artifact_unavailable');
        }
        const name = nameOf(report.title, { from: report.period_from, to: report.period_to });
        reply.header('content-disposition', contentDisposition(`${name}.${format}`));
        return reply.type(figureTypes[format].contentType).send(Buffer.from(file));
      },
    },
  );
}
