import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CommentedDocument } from '../../../src/reporting/documents/comments.ts';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import type { ChatOrder } from '../../../src/reporting/renderers/mail/chat-message.ts';
import { MailRenderer } from '../../../src/reporting/renderers/mail/mail-renderer.ts';
import { renderChat } from '../../../src/reporting/renderers/mail/render-chat.ts';
import { renderChatTest } from '../../../src/reporting/renderers/mail/render-chat-test.ts';
import { renderMail } from '../../../src/reporting/renderers/mail/render-mail.ts';
import { mostTeamsBytes } from '../../../src/reporting/renderers/mail/teams-message.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { faultsOf, type SlackMessage, type TeamsMessage } from '../../doubles/chats.ts';
import { buildSample, sampleNames } from '../../support/samples.ts';

const systems = ['slack', 'teams'] as const;
const link = { address: 'https://reports.example.com/shared/token', expiresAt: '2027-03-01T00:00:00.000Z' };
const mailOrder = { subject: null, message: null, link: null, isAttached: false, unsubscribe: null };
const order = (system: ChatOrder['system']): ChatOrder => ({ system, link });

for (const name of sampleNames) {
  for (const system of systems) {
    test(`the message of the sample ${name} for ${system} keeps to its limits and has the figures of the e-mail`, async () => {
      const document = await buildSample(name);
      const body = await renderChat(document, order(system));
      assert.deepEqual(faultsOf(system, body), []);
      assert.ok(Buffer.byteLength(body) <= mostTeamsBytes);
      const shown = textsOf(body);
      const { text: mail } = await renderMail(document, mailOrder);
      const view = reportView(document);
      const figures = view.sections.flatMap((section) => (section.type === 'kpis' ? section.items : [])).slice(0, 6);
      for (const { value, change, before } of figures) {
        for (const told of [value, change?.text, before && view.labels.before(before)]) {
          if (!told) continue;
          assert.ok(mail.includes(told) && shown.includes(told), told);
        }
      }
      assert.ok(body.includes(link.address));
    });
  }
}

/** All that a message shows, in its order, without what its chat makes of its signs. */
function textsOf(body: string): string {
  const found: string[] = [];
  JSON.stringify(JSON.parse(body), (key, value) => {
    if (['text', 'title', 'altText'].includes(key) && typeof value === 'string') found.push(value);
    return value;
  });
  const entities = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return found.join('\n').replace(/&lt;|&gt;|&amp;/g, (entity) => entities[entity as keyof typeof entities]);
}

const named = async (name: string): Promise<CommentedDocument> => {
  const sample = await buildSample('weather');
  const sections = sample.sections.map((section) =>
    section.type === 'kpis'
      ? { ...section, items: section.items.map((item) => ({ ...item, metric: { ...item.metric, label: name } })) }
      : section,
  );
  return { ...sample, title: name, client_name: name, project_name: name, sections };
};

describe('what somebody called a client makes neither a mention nor a link', () => {
  const names = [
    '<!channel> <!here|x> <@U012AB3CD> <#C012AB3CD>',
    '<https://evil.example.com|Open the report> & more',
    '[Open the report](https://evil.example.com) **bold** <at>Everybody</at>',
    '@channel @everyone #general https://evil.example.com',
    `{{DATE(2026-11-21T09:30:00Z, SHORT)}} ${'$'}{title}`,
    '*bold* _slanted_ ~gone~ `code`',
  ];
  for (const name of names) {
    test(name, async () => {
      const document = await named(name);
      const slack: SlackMessage = JSON.parse(await renderChat(document, order('slack')));
      const texts = slack.blocks.flatMap((block) => {
        if (block.type === 'context') return block.elements;
        return 'fields' in block ? block.fields : [block.text];
      });
      for (const each of texts) {
        if (each.type === 'plain_text') continue;
        assert.equal(each.verbatim, true, 'words that look like links or mentions stay words');
        const own = each.text.replace(`<${link.address}|Open the report>`, '');
        assert.doesNotMatch(own, /[<>]|&(?!amp;|lt;|gt;)/);
      }
      assert.doesNotMatch(slack.text, /[<>]/);
      const teams: TeamsMessage = JSON.parse(await renderChat(document, order('teams')));
      const card = JSON.stringify(teams);
      assert.doesNotMatch(card, /"TextBlock"|"FactSet"|\{\{|\$\{/, 'nothing is read as Markdown or as a template');
      assert.deepEqual(
        teams.attachments[0]?.content.actions?.map(({ url }) => url),
        [link.address],
      );
      assert.ok(textsOf(JSON.stringify(slack)).includes(name));
    });
  }
});

test('the longest names keep to the limits of both chats', async () => {
  const document = await named('&<>🙂'.repeat(400));
  const warning = { connection_id: null, connection_name: null, code: 'partial_data', message: '<'.repeat(2_000) };
  const long = { ...document, warnings: Array.from({ length: 30 }, () => warning) } as unknown as CommentedDocument;
  for (const system of systems) {
    const body = await renderChat(long, order(system));
    assert.deepEqual(faultsOf(system, body), []);
    assert.ok(Buffer.byteLength(body) <= mostTeamsBytes);
    assert.doesNotMatch(body, /\\ud8[0-9a-f]{2}(?!\\ud)/i, 'no character is cut in half');
  }
});

test('Teams gets a picture of the first chart with what it shows in words; Slack gets none', async () => {
  const document = await buildSample('weather');
  const teams: TeamsMessage = JSON.parse(await renderChat(document, order('teams')));
  const picture = teams.attachments[0]?.content.body.find((item) => item.type === 'Image');
  assert.ok(picture);
  const png = Buffer.from(picture.url.slice('data:image/png;base64,'.length), 'base64');
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.match(picture.altText, /^Line chart of Rain/);
  assert.doesNotMatch(await renderChat(document, order('slack')), /image/);
});

test('lines that only their colours tell apart are not shown', async () => {
  assert.doesNotMatch(await renderChat(await buildSample('charts'), order('teams')), /"Image"/);
});

test('a card in Arabic begins at the right, each text isolated from what is around it', async () => {
  const { attachments } = JSON.parse(await renderChat(await buildSample('arabic'), order('teams'))) as TeamsMessage;
  const [title] = attachments[0]?.content.body ?? [];
  assert.equal(title?.type === 'RichTextBlock' && title.horizontalAlignment, 'Right');
  for (const item of attachments[0]?.content.body ?? []) {
    if (item.type !== 'RichTextBlock') continue;
    assert.match(item.inlines[0]?.text ?? '', /^\u2067.*\u2069$/s, 'no sign stands on the wrong side');
  }
  assert.equal(attachments[0]?.content.lang.slice(0, 2), 'ar');
});

test('without an address of the service a message has no link', async () => {
  for (const system of systems) {
    const body = await renderChat(await buildSample('flights'), { system, link: null });
    assert.deepEqual(faultsOf(system, body), []);
    assert.doesNotMatch(body.replace('http://adaptivecards.io', ''), /https?:/);
  }
});

for (const language of languages) {
  test(`a test message in ${language} is one sentence of that language`, () => {
    for (const system of systems) {
      const body = renderChatTest(system, language);
      assert.deepEqual(faultsOf(system, body), []);
      if (language !== 'en') assert.notEqual(textsOf(body), textsOf(renderChatTest(system, 'en')));
    }
  });
}

describe('the process that renders', () => {
  const renderer = new MailRenderer();
  after(() => renderer[Symbol.asyncDispose]());

  test('gives the message that a document and order always give, between e-mails', async () => {
    const document = await buildSample('flights');
    const [mail, message] = await Promise.all([
      renderer.render(document, mailOrder),
      renderer.renderChat(document, order('slack')),
    ]);
    assert.match(mail.html, /^<!doctype html>/);
    assert.equal(message, await renderChat(document, order('slack')));
  });
});
