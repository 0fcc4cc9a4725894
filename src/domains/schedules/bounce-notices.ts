import { type BounceReport, enhancedCode, inOneLine, markInMessageId } from './bounce-report.ts';

/** What a provider says of one e-mail. */
interface Notice {
  readonly messageId: unknown;
  /** Whether the provider has given up; undefined for anything but a failure. */
  readonly isFinal: boolean | undefined;
  readonly status: unknown;
  readonly said: unknown;
}

/** More in one request are no notices of e-mails that went out one by one. */
const mostNotices = 1_000;

/**
 * The reports in what a provider of mails posts: SendGrid, Mailgun, Brevo, Amazon SES by SNS. Undefined for each notice that
 * is no failure, or about no e-mail of a schedule. They are recognised by their fields, as the providers document them.
 */
export function readNotices(json: unknown): (BounceReport | undefined)[] {
  const notices = Array.isArray(json) ? json : [json];
  return notices.slice(0, mostNotices).map(readNotice);
}

/** The address at which Amazon SNS has a new subscription confirmed; undefined for anything else. */
export function confirmationAddress(json: unknown): string | undefined {
  const address = textAt(json, 'SubscribeURL');
  return textAt(json, 'Type') === 'SubscriptionConfirmation' && address !== '' ? address : undefined;
}

function readNotice(json: unknown): BounceReport | undefined {
  const { messageId, isFinal, status, said } = byProvider(json);
  const mark = markInMessageId(typeof messageId === 'string' ? messageId : undefined);
  if (!mark || isFinal === undefined) return undefined;
  const text = inOneLine(typeof said === 'string' ? said.slice(0, 4_000) : '');
  return {
    ...mark,
    isFinal,
    status: enhancedCode(typeof status === 'string' ? status : '') ?? enhancedCode(text),
    text,
  };
}

function byProvider(json: unknown): Notice {
  if (at(json, 'event-data') !== undefined) return ofMailgun(at(json, 'event-data'));
  if (at(json, 'smtp-id') !== undefined) return ofSendGrid(json);
  if (at(json, 'Type') === 'Notification') return ofAmazon(parsed(textAt(json, 'Message')));
  if (at(json, 'notificationType') !== undefined || at(json, 'eventType') !== undefined) return ofAmazon(json);
  return ofBrevo(json);
}

/** `blocked` is what the provider or the server held back for another reason than the address, and may pass next time. */
function ofSendGrid(json: unknown): Notice {
  const finalBy: Readonly<Record<string, boolean>> = { bounce: true, dropped: true, deferred: false };
  const said = at(json, 'reason') ?? at(json, 'response');
  return { messageId: at(json, 'smtp-id'), isFinal: finalBy[textAt(json, 'event')], status: at(json, 'status'), said };
}

function ofMailgun(event: unknown): Notice {
  const status = at(event, 'delivery-status');
  const hasFailed = textAt(event, 'event') === 'failed';
  return {
    messageId: at(at(at(event, 'message'), 'headers'), 'message-id'),
    isFinal: hasFailed ? textAt(event, 'severity') !== 'temporary' : undefined,
    status: at(status, 'enhanced-code'),
    said: textAt(status, 'message') || at(status, 'description'),
  };
}

function ofBrevo(json: unknown): Notice {
  const finalBy: Readonly<Record<string, boolean>> = {
    ...{ hard_bounce: true, blocked: true, invalid_email: true, error: true },
    ...{ soft_bounce: false, deferred: false },
  };
  const said = at(json, 'reason');
  return { messageId: at(json, 'message-id'), isFinal: finalBy[textAt(json, 'event')], status: said, said };
}

/** It sends with a `Message-ID` of its own, and tells that of the original in its copy of the head. */
function ofAmazon(json: unknown): Notice {
  const bounce = at(json, 'bounce');
  const recipient = at(at(bounce, 'bouncedRecipients'), '0');
  const heads = at(at(json, 'mail'), 'headers');
  const own = Array.isArray(heads) ? heads.find((head) => textAt(head, 'name').toLowerCase() === 'message-id') : null;
  const isBounce = [at(json, 'notificationType'), at(json, 'eventType')].includes('Bounce');
  return {
    messageId: at(own, 'value'),
    isFinal: isBounce ? textAt(bounce, 'bounceType') === 'Permanent' : undefined,
    status: at(recipient, 'status'),
    said: textAt(recipient, 'diagnosticCode').replace(/^[\w-]+\s*;\s*/, ''),
  };
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

function textAt(value: unknown, key: string): string {
  const found = at(value, key);
  return typeof found === 'string' ? found : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
