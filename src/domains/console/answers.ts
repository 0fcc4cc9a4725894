import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/engine.ts';
import { ServiceError } from '../../platform/errors.ts';
import { acceptedLanguage } from '../../platform/http/accepted-language.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { htmlType, unkept } from '../shares/plain-page.ts';
import type { Browser } from '../users/sessions.ts';
import { languages, type Messages, messagesFor } from './messages/messages.ts';
import { messagePage, type Page, pagePolicy, scriptPolicy } from './page.ts';

export function send(reply: FastifyReply, { status, html, hasScript }: Page): FastifyReply {
  const policy = hasScript ? scriptPolicy : pagePolicy;
  return reply.code(status).header('content-security-policy', policy).type(htmlType).send(html);
}

export function messagesOf({ headers }: FastifyRequest): Messages {
  return messagesFor(headers['accept-language']);
}

export function browserOf({ ip, headers }: FastifyRequest): Browser {
  const language = acceptedLanguage(headers['accept-language'], languages);
  return { address: ip, agent: headers['user-agent'] ?? '', language };
}

/** The fields of a form; those that are missing or no text are empty. */
export function formOf({ body }: FastifyRequest): (name: string) => string {
  return (name) => (body instanceof URLSearchParams ? (body.get(name) ?? '') : '');
}

export function sendTooMany(request: FastifyRequest, reply: FastifyReply, waitMs: number): FastifyReply {
  const messages = messagesOf(request);
  const { title, tooMany } = messages.faults;
  return send(reply.header('retry-after', retryAfter(waitMs)), messagePage(messages, 429, title, tooMany));
}

/** One and the same for every link that leads nowhere; from it one can still sign in. */
export function sendDeadLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const messages = messagesOf(request);
  const { faults, signIn } = messages;
  const [, , ...below] = request.url.replace(/\?.*$/s, '').split('/');
  const onward = html`<a href="${'../'.repeat(Math.max(0, below.length - 1))}sign-in">${signIn.title}</a>`;
  return send(reply, messagePage(messages, 404, faults.linkTitle, faults.link, onward));
}

export function sendForeign(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const messages = messagesOf(request);
  return send(reply, messagePage(messages, 403, messages.faults.foreignTitle, messages.faults.foreign));
}

export function sendPlain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const messages = messagesOf(request);
  return send(reply, messagePage(messages, 403, messages.faults.plainTitle, messages.faults.plain));
}

/** What a fault in a field is called in the person's language; rethrows every other error. */
export function faultText(error: unknown, { rules, invitation, signOn }: Messages): string {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  if (error.code === 'plan_limit_reached') return invitation.full;
  if (error.code === 'sso_required') return signOn.required;
  const [fault] = error.details ?? [];
  if (fault?.field === 'password') return rules[fault.rule as keyof typeof rules];
  if (fault?.field === 'name') return rules.name;
  if (fault?.field === 'email') return fault.rule === 'unique' ? invitation.wrong : rules.email;
  throw error;
}

/** Every fault becomes a page that does not mention the cause; that goes to the log only. */
export function answerFault(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = error instanceof ServiceError ? error : undefined;
  const isBusy = known?.code === 'api_controls_unavailable' || isDatabaseUnavailable(error);
  const status = isBusy ? 503 : (known?.status ?? error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page for people failed');
  reply.headers({ ...unkept, ...known?.headers });
  if (status === 404) return sendDeadLink(request, reply);
  if (isBusy) reply.header('retry-after', '1');
  const messages = messagesOf(request);
  if (known?.code === 'sso_required')
    return send(reply, messagePage(messages, status, messages.signOn.title, messages.signOn.required));
  const { title, soon, later, request: again } = messages.faults;
  return send(reply, messagePage(messages, status, title, isBusy ? soon : status < 500 ? again : later));
}
