import assert from 'node:assert/strict';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createMailer } from '../../../src/domains/schedules/mail.ts';
import { startMailServer } from '../../support/mail-server.ts';

/** A name with every character that has a meaning in a header's address list (RFC 5322). */
const senders = {
  'Acme: Reports <a@example.com>': '"Acme: Reports" <a@example.com>',
  'Acme, Inc. <a@example.com>': '"Acme, Inc." <a@example.com>',
  '"Acme; Reports" <a@example.com>': '"Acme; Reports" <a@example.com>',
  'Acme (Reports) <a@example.com>': '"Acme (Reports)" <a@example.com>',
  '<a@example.com>': 'a@example.com',
  'a@example.com': 'a@example.com',
};

test('a mail is from the one sender that MAIL_FROM names, with the whole name, and says that a program sent it', async () => {
  await using server = await startMailServer();
  for (const [from, header] of Object.entries(senders)) {
    const send = createMailer({ url: server.url, from });
    await send({ to: 'ann@example.com', subject: 'Report', text: 'Text', attachments: [], messageId: 'dlv_1' });
    const raw = server.received.at(-1)?.raw ?? '';
    assert.equal(/^From: (.*)\r$/m.exec(raw)?.[1], header, from);
    assert.match(raw, /^Message-ID: <dlv_1@example\.com>\r$/m);
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
  }
});

test('a mail is signed where the operator gives a key, with the headers by which programs unsubscribe', async () => {
  await using server = await startMailServer();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { domain: 'example.com', selector: 'reports', privateKey: pem };
  const send = createMailer({ url: server.url, from: 'a@example.com', dkim });
  const unsubscribe = 'https://reports.example.com/unsubscribe/token';
  await send({ to: 'ann@example.com', subject: 'R', text: 'Text', attachments: [], messageId: 'dlv_1', unsubscribe });
  const raw = server.received[0]?.raw ?? '';
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const signature = /^DKIM-Signature: (.*)$/m.exec(head)?.[1] ?? '';
  assert.match(signature, /d=example\.com; .*s=reports/);
  const named = /[ ;]h=([^;]+)/.exec(signature)?.[1]?.toLowerCase().replace(/ /g, '').split(':') ?? [];
  for (const name of ['from', 'list-unsubscribe', 'list-unsubscribe-post']) assert.ok(named.includes(name), name);
  const canonical = (line: string) => {
    const at = line.indexOf(':');
    return `${line.slice(0, at).toLowerCase()}:${line
      .slice(at + 1)
      .replace(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const lines = head.split('\r\n');
  const signed = named.flatMap((name) =>
    lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map(canonical),
  );
  const own = canonical(`DKIM-Signature: ${signature}`).replace(/b=[A-Za-z0-9+/= ]+$/, 'b=');
  const given = Buffer.from(/ b=([^;]+)$/.exec(signature)?.[1]?.replace(/ /g, '') ?? '', 'base64');
  const verifier = createVerify('rsa-sha256').update([...signed, own].join('\r\n'));
  assert.ok(verifier.verify(publicKey, given));
});
