import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import type { Vault } from '../connections/vault.ts';
import { openEndpointFetch } from '../webhooks/endpoint-network.ts';
import { type Answer, sendAttempt } from '../webhooks/send-attempt.ts';
import { type ChannelRow, noteGone, openAddress } from './chat-channels.ts';

export interface ChatContext {
  readonly db: Queryable;
  readonly vault: Vault;
  readonly network: ConnectionNetwork;
  /** How long one attempt may take; 15,000 unless given. */
  readonly attemptMs?: number;
}

/** Why a chat did not take a message; `chat_silent`: it may have, and nobody knows. */
export const chatReasons = [
  ...(['channel_gone', 'channel_removed', 'chat_refused', 'chat_busy', 'chat_fault'] as const),
  ...(['chat_unreachable', 'chat_silent'] as const),
] as const;

interface Refusal {
  readonly reason: (typeof chatReasons)[number];
  /** For people. */
  readonly message: string;
  /** Whether another attempt would not change it. */
  readonly isFinal: boolean;
  /** The wait that the chat asked for, in milliseconds. */
  readonly askedMs?: number | undefined;
}

/** How posting a message ended. */
export interface Posted {
  /** Null where there was no answer. */
  readonly httpStatus: number | null;
  /** The status with the beginning of what was answered, on one line; null where there was none. */
  readonly answer: string | null;
  /** Null where the chat has taken it. */
  readonly refusal: Refusal | null;
}

const longestAnswer = 500;
/** Former connectors of Teams answer 200 and say in the body what was wrong. */
const hiddenFault = /Webhook message delivery failed|returned HTTP error (\d{3})/i;

/** Posts a message (JSON) to a channel once, until `cut` aborts it, and notes whether the channel is there. */
export async function postMessage(
  { db, vault, network, attemptMs }: ChatContext,
  channel: ChannelRow,
  body: string,
  cut: AbortSignal = new AbortController().signal,
): Promise<Posted> {
  let isConnected = false;
  using opened = await openEndpointFetch(db, network, channel, cut, () => {
    isConnected = true;
  });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'report-service' };
  try {
    const url = openAddress(vault, channel);
    const answer = await sendAttempt(opened.fetch, { url, headers, body }, cut, attemptMs);
    const refusal = refusalOf(answer, isConnected);
    if (refusal === null || refusal.reason === 'channel_gone') await noteGone(db, channel, refusal !== null);
    return { httpStatus: answer.httpStatus, answer: shown(answer, url), refusal };
  } catch (error) {
    // The vault cannot open the address.
    if (error instanceof OperatorError) {
      const refusal = { reason: 'chat_fault', message: error.message, isFinal: false } as const;
      return { httpStatus: null, answer: null, refusal };
    }
    if (!cut.aborted) throw error;
    const refusal = unanswered('The service stopped before the chat answered.', isConnected);
    return { httpStatus: null, answer: null, refusal };
  }
}

function refusalOf(answer: Answer, wasConnected: boolean): Refusal | null {
  const { httpStatus: status, failure, askedMs } = answer;
  if (status === null) return unanswered(failure ?? '', wasConnected);
  if (status < 300) return hiddenRefusal(answer.answer ?? '');
  return { ...ofStatus(status), message: failure ?? '', askedMs };
}

function unanswered(failure: string, wasConnected: boolean): Refusal {
  if (!wasConnected) return { reason: 'chat_unreachable', message: failure, isFinal: false };
  const message = `The chat was sent the whole message and did not say whether it took it; it may have arrived, so it is not sent again. (${failure})`;
  return { reason: 'chat_silent', message, isFinal: true };
}

/** What a status says: 4xx lasts, but for waits and for what did not arrive whole; 504 leaves open what became of it. */
function ofStatus(status: number): Pick<Refusal, 'reason' | 'isFinal'> {
  if (status === 404 || status === 410) return { reason: 'channel_gone', isFinal: true };
  if (status === 429) return { reason: 'chat_busy', isFinal: false };
  if (status === 504) return { reason: 'chat_silent', isFinal: true };
  if (status >= 500 || status === 408) return { reason: 'chat_fault', isFinal: false };
  return { reason: 'chat_refused', isFinal: true };
}

function hiddenRefusal(body: string): Refusal | null {
  const found = hiddenFault.exec(body);
  if (!found) return null;
  return {
    ...ofStatus(Number(found[1] ?? 400)),
    message: 'It answered 200, and said that it did not take the message.',
  };
}

/** An answer that repeats the address must not tell the secret. */
function shown({ httpStatus, answer }: Answer, url: string): string | null {
  if (httpStatus === null) return null;
  const { pathname, search } = new URL(url);
  const secrets = [pathname, search].filter((part) => part.length > 1);
  const told = secrets.reduce((text, part) => text.replaceAll(part, '…'), answer ?? '');
  return `${httpStatus} ${told}`.replace(/\s+/g, ' ').trim().slice(0, longestAnswer);
}
