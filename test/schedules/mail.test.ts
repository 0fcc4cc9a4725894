import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMailer } from '../../src/schedules/mail.ts';
import { startMailServer } from '../support/mail-server.ts';

/** Whatever means something in the list of addresses that a header may hold (RFC 5322) is a part of the name here. */
const senders = {
  'Acme: Reports <a@example.com>': '"Acme: Reports" <a@example.com>',
  'Acme, Inc. <a@example.com>': '"Acme, Inc." <a@example.com>',
  '"Acme; Reports" <a@example.com>': '"Acme; Reports" <a@example.com>',
  'Acme (Reports) <a@example.com>': '"Acme (Reports)" <a@example.com>',
  '<a@example.com>': 'a@example.com',
  'a@example.com': 'a@example.com',
};

test('a mail is from the one sender that MAIL_FROM names, with the whole name', async () => {
  await using server = await startMailServer();
  for (const [from, header] of Object.entries(senders)) {
    const send = createMailer({ url: server.url, from });
    await send({ to: 'ann@example.com', subject: 'Report', text: 'Text', attachments: [], messageId: 'dlv_1' });
    const raw = server.received.at(-1)?.raw ?? '';
    assert.equal(/^From: (.*)\r$/m.exec(raw)?.[1], header, from);
    assert.match(raw, /^Message-ID: <dlv_1@example\.com>\r$/m);
  }
});
