import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { fieldFault } from '../../platform/faults.ts';
import { acceptedLanguage } from '../../platform/http/accepted-language.ts';
import { addLink } from '../../platform/http/deprecation.ts';
import { meta, pageWith } from '../../platform/http/envelope.ts';
import { readOperation } from '../../platform/http/operations.ts';
import { pageLinks, pagination } from '../../platform/http/pagination.ts';
import { revised } from '../../platform/http/revisions.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { languages } from '../../reporting/documents/messages/messages.ts';
import { figureTypes } from '../../reporting/renderers/figures/formats.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { findProjectIds } from '../projects/project-lists.ts';
import { pageOfPortfolio, readPortfolio, toItems } from './portfolio.ts';
import {
  findPortfolioAccount,
  type PortfolioAccountRow,
  readPortfolioSettings,
  savePortfolioSettings,
} from './portfolio-settings.ts';
import { orderPortfolioReport } from './report-projects.ts';
import {
  Portfolio,
  PortfolioQuery,
  PortfolioRefresh,
  PortfolioRefreshed,
  PortfolioReportCreate,
  PortfolioReportOrder,
  PortfolioSettings,
  PortfolioSettingsUpdate,
} from './schema.ts';
import { planNights, requestRefresh } from './turns.ts';

const tag = 'Portfolio';

/** The figures of all projects side by side. `wake` tells who reads them that there is something to do. */
export function portfolioRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { wake, wakeWorkers }: { readonly wake: () => void; readonly wakeWorkers: () => void },
): void {
  const { db, publicUrl } = context;
  route(
    app,
    context,
    'GET',
    {
      path: '/portfolio',
      operationId: 'listPortfolio',
      tag,
      summary: 'List the figures of all projects',
      description:
        'Up to six figures of each project, as they were read last, with their goals, and how its connections and reports stand. Nothing is read for it: `/portfolio/refresh` does that, and each night does. Amounts of two currencies are never added up, unless the account names a reporting currency and rates.',
      access: { role: 'viewer' },
    },
    {
      query: PortfolioQuery,
      success: {
        200: {
          description: 'One page of the projects, with sums over all of them; or a file.',
          schema: pageWith(Portfolio, { title: 'PortfolioPage' }),
          mediaTypes: [figureTypes.csv.contentType, figureTypes.xlsx.contentType],
          headers: ['Link'],
        },
      },
      async handler(request, reply) {
        const query = request.query as PortfolioQuery;
        const { account, projectIds } = await narrowed(db, request.caller, query);
        const portfolio = await readPortfolio(db, { accountId: account.id, projectIds }, query);
        if (query.format) {
          const { portfolioBook, writeBook } = await import('./figure-book.ts');
          const locale = acceptedLanguage(request.headers['accept-language'], languages) ?? 'en';
          const items = await toItems(db, portfolio.found, query.period);
          const bytes = Readable.from(writeBook(portfolioBook(items, locale, account.name), query.format));
          reply.header('content-disposition', `attachment; filename="portfolio.${query.format}"`);
          return reply.type(figureTypes[query.format].contentType).send(bytes);
        }
        const { found, totals, converted, refresh } = portfolio;
        const pages = pagination(query, found.length);
        addLink(reply, pageLinks(request.url, publicUrl, query.page, pages.total_pages));
        const items = await pageOfPortfolio(db, portfolio, query);
        const data = { items, totals, converted, refresh };
        return { ok: true, data, meta: { ...meta(request), pagination: pages } };
      },
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/portfolio/refresh',
      operationId: 'refreshPortfolio',
      tag,
      summary: 'Have figures read now',
      description:
        'Of all active projects that the caller sees, of some, or of those that a filter finds, 20,000 at most. A project is read at most every 15 minutes, as vendors count what they are asked. The first time also has projects read each night; `/portfolio/settings` says otherwise.',
      access: { role: 'editor' },
      kind: 'portfolio.refresh',
      body: PortfolioRefresh,
      bodyOptional: true,
      check({ projects, ...filter }) {
        if (projects === undefined || Object.keys(filter).length === 0) return;
        throw fieldFault('projects', 'oneOf', 'Give the projects, or what finds them, one of the two.');
      },
      status: 200,
      data: PortfolioRefreshed,
    },
    async (transaction, { caller, body: { projects, ...filter } }) => {
      const { account, projectIds } = caller;
      const isFiltered = Object.keys(filter).length > 0;
      const wanted = isFiltered ? await findProjectIds(transaction, caller, filter) : projects;
      const own = projectIds && (wanted ? wanted.filter((id) => projectIds.includes(id)) : projectIds);
      // Who sees some projects alone does not decide about the others.
      const options = { startsNights: projectIds === null };
      const asked = await requestRefresh(transaction, account.id, own ?? wanted ?? null, options);
      const { queued, skipped, requestedAt } = asked;
      const data = { queued, skipped, requested_at: `${requestedAt.slice(0, 19)}Z` };
      return { data, recorded: { subject: account.id, details: { queued } } };
    },
    wake,
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/portfolio/reports',
      operationId: 'orderPortfolioReport',
      tag,
      summary: 'Make a report of the portfolio',
      description:
        'Answers with the project whose reports show the portfolio of these projects, made unless there is one, and with `period` starts a report. It is a project like any other, with schedules, approvals, guest links and exports; only what it shows are the stored figures of all projects, with the time when they were read. Beyond the number of projects that the plan allows it answers 409 `plan_limit_reached`.',
      access: { role: 'editor', wholeAccount: true },
      kind: 'portfolio.report',
      body: PortfolioReportCreate,
      bodyOptional: true,
      status: 202,
      data: PortfolioReportOrder,
      errors: ['plan_limit_reached'],
    },
    async (transaction, { caller, body }) => {
      const data = await orderPortfolioReport(transaction, caller, body);
      const details = { generation_job_id: data.generation_job_id };
      return { data, location: `/projects/${data.project_id}`, recorded: { subject: data.project_id, details } };
    },
    wakeWorkers,
  );

  readOperation(
    app,
    context,
    {
      path: '/portfolio/settings',
      operationId: 'getPortfolioSettings',
      tag,
      summary: 'Read what the portfolio shows',
      access: { role: 'viewer', wholeAccount: true },
      data: PortfolioSettings,
      hasRevision: true,
    },
    async ({ caller }) => shown(await findPortfolioAccount(db, caller.account.id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'PATCH',
      path: '/portfolio/settings',
      operationId: 'updatePortfolioSettings',
      tag,
      summary: 'Choose what the portfolio shows',
      description:
        'Send only the fields to change. Other figures are there once they are read: by the next night, or by a refresh.',
      access: { role: 'admin' },
      kind: 'portfolio.settings',
      body: PortfolioSettingsUpdate,
      status: 200,
      data: PortfolioSettings,
      hasRevision: true,
    },
    async (transaction, { caller: { account }, body, checkRevision }) => {
      const row = await savePortfolioSettings(transaction, account.id, body, checkRevision);
      await planNights(transaction, account.id);
      const recorded = { subject: account.id, details: { fields: Object.keys(body).toSorted() } };
      return { data: shown(row), recorded };
    },
  );
}

function shown(row: PortfolioAccountRow | undefined) {
  return revised(readPortfolioSettings(row), row?.revision ?? 0);
}
