import assert from 'node:assert/strict';
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
