import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CommentedDocument } from '../../../src/reporting/documents/comments.ts';
import type { MailOrder } from '../../../src/reporting/renderers/mail/mail-order.ts';
import { MailRenderer } from '../../../src/reporting/renderers/mail/mail-renderer.ts';
import { renderMail } from '../../../src/reporting/renderers/mail/render-mail.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { smallDocument } from '../../support/outcomes.ts';
import { buildSample, sampleNames } from '../../support/samples.ts';

const link = { address: 'https://reports.example.com/shared/token', ends: '1 March 2027' };
const order: MailOrder = {
  subject: null,
  message: null,
  link,
  isAttached: false,
  unsubscribe: 'https://reports.example.com/unsubscribe/token',
};
/** What programs that read mails remove, or show as an attack. */
const refused =
  /<(script|form|input|iframe|object|embed|link|base|video|svg|meta http-equiv="refresh")\b|\son\w+=|url\(|@import|position:\s*(fixed|absolute)/i;

for (const name of sampleNames) {
  test(`the e-mail of the sample ${name} is plain, small, and has every figure as the page has it`, async () => {
    const document = await buildSample(name);
    const { html, text, subject, pictures } = await renderMail(document, order);
    assert.ok(Buffer.byteLength(html + text) <= 100_000);
    assert.doesNotMatch(html, refused);
    const sources = [...html.matchAll(/\s(?:src|background)="([^"]*)"/g)].map(([, source]) => source);
    assert.deepEqual(
      sources,
      pictures.map(({ cid }) => `cid:${cid}`),
    );
    assert.doesNotMatch(html.replace(/<style>[\s\S]*?<\/style>/, ''), /display:\s*(flex|grid)|float:/);
    const pictureTags = html.match(/<img [^>]*>/g) ?? [];
    for (const tag of pictureTags) assert.match(tag, / alt="[^"]+"/);
    assert.ok(subject.length > 0 && !/[\r\n]/.test(subject));
    const view = reportView(document);
    const figures = view.sections.flatMap((section) => (section.type === 'kpis' ? section.items : [])).slice(0, 6);
    for (const { value, change, before } of figures) {
      for (const told of [value, change?.text, before && view.labels.before(before)]) {
        if (!told) continue;
        assert.ok(text.includes(told), told);
        assert.ok(unescaped(html).includes(told), told);
      }
    }
    assert.ok(html.includes(link.address) && text.includes(link.address));
    assert.match(html, /<table role="presentation"/);
  });
}

function unescaped(markup: string): string {
  return markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

test('what the report says of its figures is in the e-mail too', async () => {
  for (const name of ['weather', 'comments', 'goalsArabic'] as const) {
    const document = await buildSample(name);
    const view = reportView(document);
    const { text } = await renderMail(document, order);
    const told = view.sections.flatMap((section) => (section.type === 'kpis' && section.note ? [section.note] : []));
    for (const note of [...told.slice(0, 1), ...view.warnings.slice(0, 2)]) {
      assert.ok(text.includes(note.slice(0, 400)), `${name}: ${note}`);
    }
  }
});

test('subject and message have figures and periods in the place of their placeholders, and stay within their lines', async () => {
  const document = smallDocument({ project_name: 'Northwind', client_name: null });
  const subject = 'Figures of {{project}}\r\nBcc: all@example.com {{period.current}} {{con_9.gone.current}}';
  const mail = await renderMail(document, { ...order, subject, message: 'Dear {{client}},\n\n<b>as agreed</b>\nAnn' });
  const { periods } = reportView(document);
  assert.equal(mail.subject, `Figures of Northwind Bcc: all@example.com ${periods.current} –`);
  assert.match(mail.html, /Dear Northwind,<\/p>/);
  assert.match(mail.html, /&#60;b&#62;as agreed&#60;\/b&#62;<br>Ann/);
  assert.match(mail.text, /^Dear Northwind,\n\n<b>as agreed<\/b>\nAnn\n/);
});

test('a figure named in the subject is that of the report', async () => {
  const document = await buildSample('weather');
  const section = document.sections.find(({ type }) => type === 'kpis');
  assert.ok(section?.type === 'kpis');
  const [item] = section.items;
  const subject = `{{${section.connection_id}.${item?.metric.key}.current}}`;
  const mail = await renderMail(document, { ...order, subject });
  const [shown] = reportView(document).sections.flatMap((view) => (view.type === 'kpis' ? view.items : []));
  assert.equal(mail.subject, shown?.value);
});

test('a report as long and as hostile as can be still makes a small e-mail', async () => {
  const markdown = '**[<&"\'>](https://example.com/)** '.repeat(500);
  const name = '<&"\'>'.repeat(200);
  const warnings = Array.from({ length: 200 }, () => ({ code: 'no_data', message: name, connection_id: null }));
  const base = await buildSample('weather');
  const comments = [{ section: 1, markdown, written_at: '2026-07-03T22:30:00Z', author_name: null }];
  const document: CommentedDocument = { ...base, title: name, client_name: name, warnings, comments };
  const { html, text } = await renderMail(document, order);
  assert.ok(Buffer.byteLength(html + text) <= 100_000, `${Buffer.byteLength(html + text)} bytes`);
});

describe('the process that renders e-mails', () => {
  let renderer: MailRenderer;
  before(() => {
    renderer = new MailRenderer();
  });
  after(() => renderer[Symbol.asyncDispose]());

  test('makes the same as the function, and fast once it is warm', async () => {
    const document = await buildSample('weather');
    const [first, second] = await Promise.all([renderer.render(document, order), renderer.render(document, order)]);
    assert.equal(first.html, (await renderMail(document, order)).html);
    assert.deepEqual(
      second.pictures.map(({ cid }) => cid),
      first.pictures.map(({ cid }) => cid),
    );
    assert.ok(first.pictures.every(({ png }) => Buffer.from(png).subarray(1, 4).toString() === 'PNG'));
    const durations: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const began = performance.now();
      await renderer.render(document, order);
      durations.push(performance.now() - began);
    }
    // The benchmark holds it to 30 ms; this machine has other work too.
    assert.ok(Math.min(...durations) <= 300, `${Math.min(...durations)} ms`);
  });

  test('says why a report cannot be rendered, and renders the next', async () => {
    await assert.rejects(renderer.render(smallDocument({ locale: 'not a locale' }), order), { kind: 'failed' });
    assert.ok((await renderer.render(smallDocument(), order)).html.length > 0);
  });

  test('is replaced after an e-mail that takes too long', async () => {
    await using slow = new MailRenderer({ deadlineMs: 1 });
    await assert.rejects(slow.render(smallDocument(), order), { kind: 'timed_out' });
  });
});
