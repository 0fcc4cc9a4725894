import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/engine.ts';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { EncodedFile, sendCompressed } from '../../platform/http/encodings.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { isStoreUnavailable, type ObjectStore } from '../../platform/storage/object-store.ts';
import { figureTypes } from '../../reporting/renderers/figures/formats.ts';
import { type ExportFormat, exportFormats } from '../../reporting/renderers/formats.ts';
import { viewerAssets } from '../../reporting/renderers/html/assets.ts';
import { fontAssets } from '../../reporting/renderers/html/font-assets.ts';
import { PageRenderer } from '../../reporting/renderers/html/page-renderer.ts';
import { frameAncestors, livePagePolicy, viewerPolicy } from '../../reporting/renderers/html/policies.ts';
import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';
import { RenderError } from '../../reporting/renderers/render-error.ts';
import { contentDisposition, download } from '../export-jobs/download.ts';
import { formatOf, listDownloadableExports, readArtifact } from '../export-jobs/export-jobs.ts';
import { nameOf } from '../export-jobs/file-name.ts';
import { listComments } from '../reports/comments.ts';
import { findDocumentBytes, getReport, markReportUnavailable, type ReportRow } from '../reports/reports.ts';
import { downloadPage } from './download-page.ts';
import { FigureFiles, type GuestFigures, guestFigures } from './figure-files.ts';
import { GuestFiles } from './guest-files.ts';
import { createGuestSessions, readerSeconds, sessionSeconds } from './guest-sessions.ts';
import type { LiveGuests } from './live-guests.ts';
import { type LiveSettings, readLiveSettings } from './live-settings.ts';
import { busyPage, faultPage, notFoundPage, tooManyRequestsPage } from './pages.ts';
import { PasswordCheck } from './password-check.ts';
import { type PasswordFault, passwordPage } from './password-page.ts';
import { htmlType, type PlainPage, plainPagePolicy, unkept } from './plain-page.ts';
import { neutralFront, ReportFronts } from './report-fronts.ts';
import { type ReportFile, ReportPages } from './report-pages.ts';
import { countView, findShare, type ShareRow } from './shares.ts';

export interface ShareContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly limiter: Limiter;
  readonly vaultKey: Buffer;
  /** Empty when unknown. */
  readonly publicUrl: string;
  /** Whether a download may be sent to the object store's own address. */
  readonly redirects: boolean;
  readonly wakeWorkers: () => void;
  readonly live: LiveGuests;
  /** The account that a host stands for, if for one: only its links lead somewhere there. */
  readonly accountOfHost: (hostname: string) => string | undefined;
}

/** Requests in a minute from one address, over all links, living and dead. */
const requestsPerAddress = 300;
const ownStyle = /<style nonce="[^"]*">[^<]*<\/style>/;
const forever = 'public, max-age=31536000, immutable';
const formLimit = 4 * 1024;
const sessionName = 'report_guest';
const readerName = 'report_reader';

/**
 * The pages behind guest links, below `/shared`. They need no bearer token and answer in HTML: whoever has the link, and the
 * password where there is one, sees the report and its files. Returns what makes pages and
 * files with figures, which others may use.
 */
export function shareRoutes(
  app: FastifyInstance,
  context: ShareContext,
): { readonly figureFiles: FigureFiles; readonly reportPages: ReportPages } {
  const { db, objects, limiter } = context;
  const sessions = createGuestSessions(context.vaultKey);
  const renderer = new PageRenderer();
  const reportPages = new ReportPages(renderer);
  const reportFronts = new ReportFronts(renderer);
  const figureFiles = new FigureFiles(renderer);
  const guestFiles = new GuestFiles(db, context.wakeWorkers);
  const passwords = new PasswordCheck(limiter);
  const requests = createAddressThrottle(requestsPerAddress);
  const { pathname, protocol } = new URL(context.publicUrl || 'http://localhost');
  app.addHook('onClose', () => renderer[Symbol.asyncDispose]());

  /** Refuses too frequent requests before anything is looked up, so that the answer reveals nothing about the link. */
  async function countRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const waitMs = requests.retryAfterMs(request.ip);
    if (waitMs > 0) return send(reply.header('retry-after', retryAfter(waitMs)), tooManyRequestsPage);
    requests.record(request.ip);
    return undefined;
  }

  /** The share behind the link of the request; throws `not_found`. */
  async function getShare(request: FastifyRequest): Promise<ShareRow> {
    const share = await findShare(db, tokenOf(request), Date.now());
    const account = context.accountOfHost(request.hostname);
    if (!share || (account !== undefined && account !== share.account_id)) throw new ServiceError('not_found');
    return share;
  }

  function isOpen(share: ShareRow, request: FastifyRequest): boolean {
    if (share.password_hash === null) return true;
    return sessions.isValid(share, readCookie(request.headers.cookie, sessionName), Date.now());
  }

  async function showReport(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const share = await getShare(request);
    if (!isOpen(share, request)) return askPassword(share, reply);
    const live = readLiveSettings(share);
    if (live) return showLive(share, live, request, reply);
    const report = await reportOf(share);
    const files = await offeredFiles(report);
    const nonce = randomBytes(16).toString('base64url');
    const load = async () => {
      const bytes = await findDocumentBytes(objects, report);
      return bytes && { bytes, comments: await listComments(db, report.id, report.revision) };
    };
    const page = await reportPages.show({ ...report, figures: share.figures === 1 }, files, load, {
      token: tokenOf(request),
      nonce,
      assets: 'assets',
    });
    if (page === undefined) {
      await markReportUnavailable(db, report.id);
      throw new ServiceError('not_found');
    }
    countWhenSent(share, request, reply);
    reply.header('content-security-policy', viewerPolicy(nonce)).type(htmlType);
    return sendCompressed(reply, page);
  }

  /** The report of a link to one; throws `not_found`. */
  async function reportOf({ account_id, report_id }: ShareRow): Promise<ReportRow> {
    if (report_id === null) throw new ServiceError('not_found');
    return getReport(db, account_id, report_id);
  }

  async function showLive(
    share: ShareRow,
    { origins, ...live }: LiveSettings,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    // Whoever asks for the headers alone, such as a checker of links, has no figures fetched.
    const mayMake = request.method === 'GET';
    const query = request.query as Record<string, unknown>;
    const found = await context.live.answer(share, { origins, ...live }, query, mayMake);
    if (found.state !== 'ready') {
      reply.header('retry-after', retryAfter(found.waitMs));
      return send(reply, found.page(await frontOf(share)), origins);
    }
    const nonce = randomBytes(16).toString('base64url');
    const { id, load, bar } = found;
    const loaded = async () => {
      const bytes = await load();
      return bytes && { bytes, comments: [] };
    };
    const fields = { token: tokenOf(request), nonce, assets: 'assets', bar };
    const page = await reportPages.show({ id, revision: 1 }, [], loaded, fields);
    // Lost since it was found: the next request has it made anew.
    if (page === undefined) return send(reply.header('retry-after', '1'), busyPage, origins);
    reply.header('content-security-policy', livePagePolicy(nonce, origins)).type(htmlType);
    // A page that fetches itself over another period is seen already, and keeps its own style, the only one that it allows.
    if (request.headers['sec-fetch-dest'] === 'empty') return sendCompressed(reply, page.replace(ownStyle, ''));
    countWhenSent(share, request, reply);
    return sendCompressed(reply, page);
  }

  /** After the page is sent, so that no guest waits for the count. */
  function countWhenSent(share: ShareRow, request: FastifyRequest, reply: FastifyReply): void {
    if (request.method === 'GET') reply.raw.once('finish', () => noteView(share, request));
  }

  /** After a comment nobody has to export: what is not there is made for the first guest who asks. */
  async function offeredFiles(report: ReportRow): Promise<ReportFile[]> {
    const made = new Map(
      (await listDownloadableExports(db, report)).map((job) => [formatOf(job), readArtifact(job)?.size ?? null]),
    );
    const offered = isCommented(report) ? exportFormats : [...made.keys()];
    return offered.map((format) => ({ format, sizeBytes: made.get(format) ?? null }));
  }

  async function askPassword(share: ShareRow, reply: FastifyReply, fault: PasswordFault = null): Promise<FastifyReply> {
    return send(reply, passwordPage(await frontOf(share), fault), readLiveSettings(share)?.origins);
  }

  async function frontOf(share: ShareRow): Promise<ReportFront> {
    if (share.report_id === null) {
      const { id, load } = await context.live.front(share);
      return reportFronts.show(id, load);
    }
    return reportFronts.show(share.report_id, async () => findDocumentBytes(objects, await reportOf(share)));
  }

  function noteView({ id }: ShareRow, request: FastifyRequest): void {
    countView(db, id, Date.now()).catch((error) =>
      request.log.warn({ err: error, share: id }, 'a view was not counted'),
    );
  }

  async function enterPassword(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const share = await getShare(request);
    if (share.password_hash === null) return reply.redirect(tokenOf(request) + queryOf(request), 303);
    // A form on another site must not try passwords on the guest's behalf.
    if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined)) {
      return send(reply, { ...passwordPage(neutralFront), status: 403 });
    }
    const outcome = await passwords.check(share, {
      password: (request.body as string | undefined) ?? '',
      address: request.ip,
      reader: sessions.findReader(share, readCookie(request.headers.cookie, readerName)),
    });
    if (outcome.result === 'refused') {
      return askPassword(share, reply.header('retry-after', retryAfter(outcome.waitMs)), 'tooMany');
    }
    return outcome.result === 'right' ? startSession(share, request, reply) : askPassword(share, reply, 'wrong');
  }

  function startSession(share: ShareRow, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = `${pathname.replace(/\/$/, '')}/shared/${tokenOf(request)}`;
    const origins = readLiveSettings(share)?.origins ?? [];
    const secure = protocol === 'https:' ? '; Secure' : '';
    const session = sessions.issue(share, Date.now());
    // Not Strict: a guest who follows the link from webmail comes from another site. The cookie only allows reading.
    // In a frame of another site only a cookie reaches us that is kept for that site alone.
    const site = secure && origins.length > 0 ? 'SameSite=None; Partitioned' : 'SameSite=Lax';
    const attributes = (seconds: number) => `Path=${path}; Max-Age=${seconds}; HttpOnly; ${site}${secure}`;
    const cookies = [
      `${sessionName}=${session}; ${attributes(sessionSeconds)}`,
      `${readerName}=${sessions.issueReader(share)}; ${attributes(readerSeconds)}`,
    ];
    return reply.header('set-cookie', cookies).redirect(tokenOf(request) + queryOf(request), 303);
  }

  async function downloadFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const share = await getShare(request);
    if (!isOpen(share, request)) return reply.redirect(`../../${tokenOf(request)}`, 303);
    const { format } = request.params as { format: string };
    const report = await reportOf(share);
    const figures = guestFigures.find((candidate) => candidate === format);
    if (figures && share.figures === 1) return sendFigures(report, figures, reply);
    const job = (await listDownloadableExports(db, report)).find((candidate) => candidate.format === format);
    const wanted = exportFormats.find((candidate) => candidate === format);
    if (!isCommented(report) || !wanted) {
      if (!job) throw new ServiceError('not_found');
      return download(context, job, request, reply);
    }
    const sent = job && (await download(context, job, request, reply).catch(unlessLost));
    return sent ?? makeFile(share, report, wanted, request, reply);
  }

  async function makeFile(
    share: ShareRow,
    report: ReportRow,
    format: ExportFormat,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    // Whoever asks for the headers alone, such as a checker of links, wants no file.
    const file = request.method === 'GET' ? await guestFiles.make(report, format) : ({ state: 'waiting' } as const);
    if (file.state === 'ready') return download(context, file.job, request, reply);
    if (file.state === 'failed') reply.header('retry-after', retryAfter(file.waitMs));
    return send(reply, downloadPage(await frontOf(share), file.state, `../../${tokenOf(request)}`));
  }

  async function sendFigures(report: ReportRow, format: GuestFigures, reply: FastifyReply): Promise<FastifyReply> {
    const file = await figureFiles.make(report.id, format, () => findDocumentBytes(objects, report));
    if (!file) {
      await markReportUnavailable(db, report.id);
      throw new ServiceError('not_found');
    }
    const name = nameOf(report.title, { from: report.period_from, to: report.period_to });
    const headers = { 'content-disposition': contentDisposition(`${name}.${format}`) };
    return reply.headers(headers).type(figureTypes[format].contentType).send(Buffer.from(file));
  }

  app.register(
    async (pages) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: formLimit },
        async (_request: FastifyRequest, body: string) => new URLSearchParams(body).get('password') ?? '',
      );
      pages.addHook('onRequest', async (_request, reply) => {
        reply.headers(unkept);
      });
      // Without its own handler, an unknown path below the prefix would get the API's answer instead of a page.
      pages.setNotFoundHandler(() => {
        throw new ServiceError('not_found');
      });
      pages.setErrorHandler(answerFault);
      for (const [name, asset] of [...viewerAssets, ...fontAssets]) {
        const file = new EncodedFile(asset);
        pages.get(`/assets/${name}`, (_request, reply) => {
          // Fonts are fetched as by a stranger from a preview, which its sandbox makes one. Anybody may have them.
          const headers = { 'cache-control': forever, 'access-control-allow-origin': '*' };
          return file.send(reply.headers(headers));
        });
      }
      const counted = { onRequest: countRequest };
      pages.get('/:token', counted, showReport);
      pages.post('/:token', counted, enterPassword);
      pages.get('/:token/download/:format', counted, downloadFile);
    },
    { prefix: '/shared' },
  );
  return { figureFiles, reportPages };
}

/** Whether somebody has commented on the report, be it that the comment is gone again. */
function isCommented({ revision }: ReportRow): boolean {
  return revision > 1;
}

/** A file that is lost is made anew. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== 'artifact_unavailable') throw error;
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

/** The query of the request's address with its question mark; empty without one. */
function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

/** `origins` are those whose pages may show it in a frame. */
function send(
  reply: FastifyReply,
  { status, html, policy = plainPagePolicy }: PlainPage,
  origins: readonly string[] = [],
): FastifyReply {
  const framed = policy.replace(frameAncestors([]), () => frameAncestors(origins));
  return reply.code(status).header('content-security-policy', framed).type(htmlType).send(html);
}

/** Every fault becomes a page that does not mention the cause; that goes to the log only. */
function answerFault(error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof ServiceError ? error : undefined;
  const isBusy =
    known?.code === 'api_controls_unavailable' ||
    isDatabaseUnavailable(error) ||
    isStoreUnavailable(error) ||
    (error instanceof RenderError && error.kind !== 'failed');
  const status = isBusy ? 503 : (known?.status ?? error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page of a guest link failed');
  // A path without its last segment is refused before the pages' own hook runs.
  reply.headers({ ...unkept, ...known?.headers });
  if (isBusy) return send(reply.header('retry-after', known?.headers['retry-after'] ?? '1'), busyPage);
  // A file lost since the page was made is answered like one that never existed.
  if (![404, 409, 410].includes(status)) return send(reply.headers(known?.headers ?? {}), faultPage(status));
  return send(reply.removeHeader('etag').removeHeader('accept-ranges'), notFoundPage);
}
