import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../platform/errors.ts';
import { sendCompressed } from '../../platform/http/encodings.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { framedViewerPolicy } from '../../reporting/renderers/html/policies.ts';
import { listComments } from '../reports/comments.ts';
import { findDocumentBytes, getReport, markReportUnavailable } from '../reports/reports.ts';
import { busy } from './figure-routes.ts';
import { htmlType, unkept } from './plain-page.ts';
import type { ReportPages } from './report-pages.ts';

/** Where the viewer's files are, from `/manage/v1/reports/ID/page`. */
const assets = '../../../../shared/assets';

interface Parts {
  readonly objects: ObjectStore;
  /** Those that guests see. */
  readonly reportPages: ReportPages;
}

/** The web pages of reports, for management. */
export function pageRoutes(app: FastifyInstance, context: ApiContext, { objects, reportPages }: Parts): void {
  const { db } = context;
  route(
    app,
    context,
    'GET',
    {
      path: '/reports/:report_id/page',
      operationId: 'showReportPage',
      tag: 'Reports',
      summary: 'Show the page of a report',
      description:
        'The web page that guests see, with the comments as they read now and without downloads, for a frame of a page of the service. A fragment that begins with `#print` prints it.',
      access: { role: 'viewer' },
      params: Type.Object({ report_id: Type.String() }),
      errors: ['not_found', 'artifact_unavailable'],
    },
    {
      success: { 200: { description: 'The page.', mediaTypes: ['text/html'] } },
      async handler({ caller }, reply, params) {
        const report = await getReport(db, caller.account.id, params.report_id);
        if (report.status !== 'ready') throw new ServiceError('artifact_unavailable');
        const load = async () => {
          const bytes = await findDocumentBytes(objects, report);
          return bytes && { bytes, comments: await listComments(db, report.id, report.revision) };
        };
        const nonce = randomBytes(16).toString('base64url');
        const page = await reportPages.show(report, [], load, { token: '', nonce, assets }).catch(busy);
        if (page === undefined) {
          await markReportUnavailable(db, report.id);
          throw new ServiceError('artifact_unavailable');
        }
        reply.headers({ ...unkept, 'content-security-policy': framedViewerPolicy(nonce, { isPrintable: true }) });
        return sendCompressed(reply.type(htmlType), page);
      },
    },
  );
}
