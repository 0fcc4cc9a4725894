/** Reports of e-mails that came back (RFC 3464), as common mail servers write them. */

interface Told {
  readonly to: string;
  readonly messageId: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
}

const lines = (...all: readonly string[]) => all.join('\n');

/** As Postfix 3.7 writes it. */
export function postfixReport({ to, messageId, action = 'failed', status = '5.1.1', diagnostic }: Told): string {
  return lines(
    'Return-Path: <>',
    `Delivered-To: ${to}`,
    'Received: by mail.example.com (Postfix)',
    '\tid 4XyZ; Thu, 26 Nov 2026 09:00:00 +0000 (UTC)',
    'Date: Thu, 26 Nov 2026 09:00:00 +0000 (UTC)',
    'From: MAILER-DAEMON@mail.example.com (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4XyZ.1764147600/mail.example.com"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4XyZ.1764147600/mail.example.com',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--4XyZ.1764147600/mail.example.com',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.com',
    'Arrival-Date: Thu, 26 Nov 2026 08:59:59 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; ann@client.example',
    'Original-Recipient: rfc822;ann@client.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.client.example',
    `Diagnostic-Code: smtp; ${diagnostic ?? `550 ${status} <ann@client.example>: Recipient`}`,
    '    address rejected',
    '',
    '--4XyZ.1764147600/mail.example.com',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'Return-Path: <reports@example.com>',
    'From: Reports <reports@example.com>',
    'To: ann@client.example',
    'Subject: Weekly report',
    `Message-ID: ${messageId}`,
    '',
    '--4XyZ.1764147600/mail.example.com--',
    '',
  );
}

/** As Exchange writes it: other order of lines, CRLF, a boundary without quotes, the whole original. */
export function exchangeReport({ to, messageId, action = 'failed', status = '5.1.10' }: Told): string {
  return lines(
    'From: <postmaster@client.example>',
    `To: <${to}>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b1-9c0f',
    'X-MS-Exchange-Message-Is-Ndr:',
    'Subject: Undeliverable: Weekly report',
    '',
    '--b1-9c0f',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    'Content-Type: text/html',
    '',
    '<p>Your message could not be delivered.</p>',
    '--inner--',
    '',
    '--b1-9c0f',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns;EX01.client.example',
    '',
    'Final-Recipient: rfc822;ann@client.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp;550 ${status} RESOLVER.ADR.RecipientNotFound; not found`,
    '',
    '--b1-9c0f',
    'Content-Type: message/rfc822',
    '',
    'From: Reports <reports@example.com>',
    `Message-ID: ${messageId}`,
    'Content-Type: text/plain',
    '',
    'The report.',
    '--b1-9c0f--',
    '',
  ).replaceAll('\n', '\r\n');
}
