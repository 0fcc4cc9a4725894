/** What a mail server says of an e-mail that it had taken before (RFC 3464). */
export interface BounceReport {
  /** The id of the delivery, and how often it had been sent again by then. */
  readonly deliveryId: string;
  readonly sends: number;
  /** Whether the server has given up, or still tries. */
  readonly isFinal: boolean;
  /** The enhanced code, such as `5.1.1` (RFC 3463); null where it names none. */
  readonly status: string | null;
  /** What the server in the way said, in one line of at most 400 characters; empty for nothing. */
  readonly text: string;
}

/** As much of a message is looked at; what a report says comes before the e-mail that it is about. */
export const mostRead = 256 * 1024;
const mostParts = 20;
const mostLines = 500;

type Head = ReadonlyMap<string, string>;

/**
 * The report in a message, given as Latin-1; undefined where it is none, such as an absence note, or about no e-mail of a
 * schedule. `address` is that of `MAIL_BOUNCE_ADDRESS`. It reads nothing but the lines of heads and of the status, so that
 * no text, file or coding of a stranger's message is ever opened.
 */
export function readBounce(message: string, address: string | null): BounceReport | undefined {
  const [top, body] = split(message.slice(0, mostRead));
  const type = top.get('content-type') ?? '';
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!/^multipart\/report\b/i.test(type) || boundary === undefined) return undefined;
  const parts = `\n${body}`
    .split(`\n--${boundary}`, mostParts + 1)
    .slice(1)
    .map(split);
  const status = parts.find(([head]) =>
    /^message\/(?:global-)?delivery-status\b/i.test(head.get('content-type') ?? ''),
  );
  const told = status && readStatus(status[1]);
  const mark = told && (markInAddress(top, address) ?? markInOriginal(parts));
  return mark && { ...mark, ...told };
}

/** The head of a message or part, and what follows. */
function split(text: string): [Head, string] {
  const begun = text.replace(/^\s+/, '');
  const end = /\r?\n\r?\n/.exec(begun);
  return [readHead(end ? begun.slice(0, end.index) : begun), end ? begun.slice(end.index + end[0].length) : ''];
}

/** Fields by their names in lower case, the first of each. */
function readHead(text: string): Head {
  const fields = new Map<string, string>();
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ');
  for (const line of unfolded.split(/\r?\n/, mostLines)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Of the recipients the first that failed, else the first that waits; ours have one alone. */
function readStatus(text: string): Pick<BounceReport, 'isFinal' | 'status' | 'text'> | undefined {
  const groups = text
    .trim()
    .split(/\r?\n[ \t]*\r?\n/, mostParts)
    .map(readHead);
  const actionOf = (head: Head) => head.get('action')?.toLowerCase();
  const failed = groups.find((head) => actionOf(head) === 'failed');
  const head = failed ?? groups.find((each) => actionOf(each) === 'delayed');
  if (!head) return undefined;
  const said = (head.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  const status = enhancedCode(head.get('status') ?? '');
  return { isFinal: failed !== undefined, status, text: inOneLine(said) };
}

/** The first code of RFC 3463 in a text. */
export function enhancedCode(text: string): string | null {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0] ?? null;
}

/** What a server said, as it is stored. */
export function inOneLine(said: string): string {
  return said
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 400);
}

const markForm = '(dlv_[0-9a-z]{26})(?:\\.(\\d{1,6}))?';

/** From the address that the report came to, which was made for one e-mail. */
function markInAddress(top: Head, address: string | null): Mark | undefined {
  if (address === null) return undefined;
  const [local = '', domain = ''] = address.split('@');
  const form = new RegExp(`${RegExp.escape(local)}\\+${markForm}@${RegExp.escape(domain)}`, 'i');
  const to = ['delivered-to', 'x-original-to', 'envelope-to', 'to'].map((name) => top.get(name) ?? '').join(' ');
  return toMark(form.exec(to));
}

/** From the head of the e-mail that the report is about. */
function markInOriginal(parts: readonly (readonly [Head, string])[]): Mark | undefined {
  const original = parts.find(([head]) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/rfc822-headers)\b/i.test(
      head.get('content-type') ?? '',
    ),
  );
  return markInMessageId(original && split(original[1])[0].get('message-id'));
}

/** From the `Message-ID` of an e-mail, with or without its brackets. */
export function markInMessageId(id: string | undefined): Mark | undefined {
  return toMark(new RegExp(`^<?${markForm}@`).exec(id ?? ''));
}

type Mark = Pick<BounceReport, 'deliveryId' | 'sends'>;

function toMark(found: RegExpExecArray | null): Mark | undefined {
  const [, id, sends = '0'] = found ?? [];
  return id === undefined ? undefined : { deliveryId: id.toLowerCase(), sends: Number(sends) };
}
