import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/engine.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { signInProviders } from '../../reporting/connectors/hosted/sign-in/providers.ts';
import { findOAuthClient } from '../connections/oauth-clients.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { htmlType, plainPagePolicy, unkept } from '../shares/plain-page.ts';
import {
  type AuthorizationRow,
  authorizationId,
  authorizationMs,
  bindAuthorization,
  endOfLink,
  findAuthorization,
  findAuthorizationOfState,
  isBoundTo,
  takeAuthorization,
} from './authorizations.ts';
import { completeAuthorization } from './complete-authorization.ts';
import { messagesFor } from './messages/messages.ts';
import {
  askPage,
  busyPage,
  expiredPage,
  faultPage,
  leadOnPage,
  noClientPage,
  noCookiePage,
  otherBrowserPage,
  outcomePage,
  type Page,
  tooManyRequestsPage,
  unknownPage,
  usedPage,
} from './pages.ts';
import { redirectUriOf } from './redirect-uri.ts';

export interface AuthorizationContext extends ConnectionEnvironment {
  /** Where people reach the service; empty when unknown. */
  readonly publicUrl: string;
}

/** Requests in a minute from one address, over all links, living and dead. */
const requestsPerAddress = 120;
const formLimit = 1024;
const preparationMs = 10_000;

/**
 * The pages by which people sign in at a vendor, below `/oauth`. A link shows for whom it asks before it leads on, and
 * what the vendor answers has to come from the browser that went on: neither a forwarded link nor a forwarded answer
 * attaches anybody's figures unseen.
 */
export function authorizationRoutes(app: FastifyInstance, context: AuthorizationContext): void {
  const { db, vault, publicUrl } = context;
  const requests = createAddressThrottle(requestsPerAddress);
  const { pathname, protocol, origin } = new URL(publicUrl || 'http://localhost');
  const cookiePath = `${pathname.replace(/\/$/, '')}/oauth`;
  const setCookie = (reply: FastifyReply, row: AuthorizationRow, value: string, seconds: number) => {
    const secure = protocol === 'https:' ? '; Secure' : '';
    // Not Strict: the vendor's redirect comes from another site.
    const attributes = `Path=${cookiePath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
    return reply.header('set-cookie', `${cookieName(row)}=${value}; ${attributes}`);
  };

  async function countRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const waitMs = requests.retryAfterMs(request.ip);
    if (waitMs > 0) return send(reply.header('retry-after', retryAfter(waitMs)), tooManyRequestsPage);
    requests.record(request.ip);
    return undefined;
  }

  /** The link of a request that can be answered; undefined once the page of another one was sent. */
  async function findOpenLink(request: FastifyRequest, reply: FastifyReply): Promise<AuthorizationRow | undefined> {
    const { token } = request.params as { token: string };
    const row = await findAuthorization(db, authorizationId(token));
    const end = row && endOfLink(row);
    if (row && !end) return row;
    send(reply, !end ? unknownPage : end === 'used' ? usedPage : expiredPage);
    return undefined;
  }

  async function showLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const row = await findOpenLink(request, reply);
    if (!row) return reply;
    const { title: vendor, permissionsPage } = signInProviders[row.sign_in];
    const { account, project } = await nameOwners(row);
    const known = readCookie(request.headers.cookie, cookieName(row));
    const browser = browserForm.test(known) ? known : randomBytes(32).toString('base64url');
    setCookie(reply, row, browser, authorizationMs / 1000);
    return send(
      reply,
      askPage({ account, project, connection: row.name, system: row.system, vendor, permissionsPage }),
    );
  }

  async function goOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const row = await findOpenLink(request, reply);
    if (!row) return reply;
    // A form on another site must not lead anybody past the page; with the cookie it would not send either.
    const browser = readCookie(request.headers.cookie, cookieName(row));
    if (!isOwnForm(request, origin) || !browserForm.test(browser)) return send(reply, noCookiePage);
    const provider = signInProviders[row.sign_in];
    const client = await findOAuthClient(db, vault, row.sign_in);
    if (!client || publicUrl === '') return send(reply, noClientPage(provider.title));
    const bound = await bindAuthorization(db, vault, row, browser);
    if (!bound) return send(reply, usedPage);
    const { state, verifier } = bound;
    const asked = {
      clientId: client.client_id,
      redirectUri: redirectUriOf(publicUrl),
      scopes: JSON.parse(row.scopes) as string[],
      state,
      challenge: provider.hasPkce ? hash('sha256', verifier, 'base64url') : null,
    };
    // It brings TLS, which a process that signs nobody in does not need.
    const { openSignInContext } = await import('./sign-in-context.ts');
    await using own = openSignInContext(context, preparationMs);
    return send(reply, leadOnPage(provider.title, provider.authorizationPage(asked, own)));
  }

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Readonly<Record<string, unknown>>;
    const row = await findAuthorizationOfState(db, textOf(query.state) ?? '');
    if (!row) return send(reply, unknownPage);
    if (!isBoundTo(row, readCookie(request.headers.cookie, cookieName(row)))) return send(reply, otherBrowserPage);
    const end = endOfLink(row);
    if (end === 'expired') return send(reply, expiredPage);
    if (end === 'used' || !(await takeAuthorization(db, row))) return send(reply, usedPage);
    setCookie(reply, row, '', 0);
    const { codeParameter, title } = signInProviders[row.sign_in];
    const outcome = await completeAuthorization(context, row, {
      code: textOf(query[codeParameter]),
      error: textOf(query.error),
      redirectUri: redirectUriOf(publicUrl),
      verifier: row.secret === null ? null : (vault.open(row.id, row.secret) as string),
    });
    request.log.info({ connection: row.connection_id, sign_in: row.sign_in, outcome: outcome.status }, 'signed in');
    return send(reply, outcomePage(outcome, title, (await nameOwners(row)).project, row.name));
  }

  async function nameOwners({ project_id }: AuthorizationRow): Promise<{ account: string; project: string }> {
    const named = await db
      .selectFrom('projects')
      .innerJoin('accounts', 'accounts.id', 'projects.account_id')
      .select(['accounts.name as account', 'projects.name as project'])
      .where('projects.id', '=', project_id)
      .executeTakeFirst();
    if (!named) throw new ServiceError('not_found');
    return named;
  }

  app.register(
    async (pages) => {
      pages.removeAllContentTypeParsers();
      const form = { parseAs: 'string', bodyLimit: formLimit } as const;
      pages.addContentTypeParser('application/x-www-form-urlencoded', form, async () => undefined);
      pages.addHook('onRequest', async (_request, reply) => {
        reply.headers(unkept);
      });
      pages.setNotFoundHandler(() => {
        throw new ServiceError('not_found');
      });
      pages.setErrorHandler(answerFault);
      const counted = { onRequest: countRequest };
      pages.get('/connect/:token', counted, showLink);
      pages.post('/connect/:token', counted, goOn);
      // It changes something, so that nothing may ask for its headers alone.
      pages.get('/callback', { ...counted, exposeHeadRoute: false }, takeAnswer);
    },
    { prefix: '/oauth' },
  );
}

const browserForm = /^[\w-]{43}$/;

/** One for each link, so that several can be answered side by side. */
function cookieName({ id }: AuthorizationRow): string {
  return `report_sign_in_${id.slice(0, 16)}`;
}

function isOwnForm({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === 'null' || headers.origin === origin;
}

/** A parameter that was given once. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Sends a page in the language that the browser asks for. */
function send(reply: FastifyReply, page: Page): FastifyReply {
  const { status, html } = page(messagesFor(reply.request.headers['accept-language']));
  const headers = { 'content-security-policy': plainPagePolicy, vary: 'Accept-Language' };
  return reply.code(status).headers(headers).type(htmlType).send(html);
}

/** Every fault becomes a page that does not mention the cause; that goes to the log only. */
function answerFault(error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof ServiceError ? error : undefined;
  const isBusy = known?.code === 'api_controls_unavailable' || isDatabaseUnavailable(error);
  const status = isBusy ? 503 : (known?.status ?? error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page of a sign-in failed');
  reply.headers({ ...unkept, ...known?.headers });
  if (isBusy) return send(reply.header('retry-after', '1'), busyPage);
  return send(reply, status === 404 ? unknownPage : faultPage(status));
}
