import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { warnOfPictures } from '../../../src/domains/generation-jobs/warn-of-pictures.ts';
import { openKeeping } from '../../../src/domains/previews/keeping-connection.ts';
import { KeptAnswers } from '../../../src/domains/previews/kept-answers.ts';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { metaAccounts, metaToken, startMetaAds } from '../../doubles/meta-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { sectionOf } from '../../reporting/documents/rows-source.ts';
import { givenReport } from '../../support/report-of-source.ts';

const metrics = ['spend', 'impressions'];

async function given(sections: (connection_id: string) => SectionsSettings) {
  const double = await startMetaAds();
  const config = { account: metaAccounts.shop, dimensions: ['campaign', 'ad', 'device'] };
  const report = await givenReport(
    { system: 'meta-ads', config, secret: { token: metaToken }, url: double.url },
    sections,
  );
  return { ...report, double };
}

const both = (connection_id: string): SectionsSettings => [
  { type: 'breakdown', connection_id, dimension: 'ad', metrics, limit: 12 },
  { type: 'gallery', connection_id, dimension: 'ad', metrics, limit: 12 },
];

test('a table by two dimensions before a gallery takes nothing from its cards', async () => {
  await using alone = await given((id) => both(id).slice(1));
  await using beside = await given((connection_id) => [
    { type: 'breakdown', connection_id, dimension: 'ad', secondary_dimension: 'device', metrics, limit: 12 },
    ...both(connection_id).slice(1),
  ]);
  const cards = cardsIn(await beside.make());
  assert.ok(cards.some(({ text }) => text !== null));
  assert.deepEqual(cards, cardsIn(await alone.make()));
});

function cardsIn(document: ReportDocument) {
  return sectionOf(document, 'gallery').cards;
}

test('cards have the figures of a table of the same query, and the pictures themselves', async () => {
  await using report = await given(both);
  const document = await report.make();
  const table = sectionOf(document, 'breakdown');
  const gallery = sectionOf(document, 'gallery');
  assert.deepEqual(
    gallery.cards.map(({ label, cells }) => ({ label, cells })),
    table.rows,
  );
  assert.deepEqual([gallery.metrics, gallery.total, gallery.rest], [table.metrics, table.total, table.rest]);
  assert.equal(gallery.metrics[0]?.currency, 'EUR');
  const byLabel = new Map(gallery.cards.map((card) => [card.label, card]));
  const { text, link, picture } = byLabel.get('Spring sale (120200000000000001)') ?? {};
  assert.deepEqual([text, link], ['Spring – Light shoes', 'https://www.facebook.com/100_200']);
  const uri = document.pictures?.[picture ?? ''] ?? '';
  const png = Buffer.from(uri.replace(/^data:image\/png;base64,/, ''), 'base64');
  assert.equal(picture, `sha256:${createHash('sha256').update(png).digest('hex')}`);
  // Drawn anew, no larger than cards need.
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [320, 213]);
  assert.equal(Object.keys(document.pictures ?? {}).length, 1);
});

test('an ad of the same name with another id is a card of its own, and one whose link is dead has a warning', async () => {
  await using report = await given(both);
  const document = await report.make();
  const copy = cardsIn(document).find(({ label }) => label === 'Spring sale (120200000000000003)');
  assert.deepEqual([copy?.text, copy?.link, copy?.picture], [null, null, null]);
  const dead = cardsIn(document).find(({ label }) => label === hostileValue);
  assert.deepEqual([dead?.text, dead?.picture], [hostileValue, null]);
  const { warnings } = await warnOfPictures(document);
  assert.deepEqual(
    warnings.filter(({ code }) => code === 'pictures_not_fetched'),
    [
      {
        code: 'pictures_not_fetched',
        message: '1 picture of Ads could not be fetched, so cards stand without.',
        connection_id: report.connectionId,
      },
    ],
  );
});

test('where the system does not tell what ads look like, the cards have their figures, and the report says so', async () => {
  await using report = await given(both);
  report.double.fault = (request, response) => {
    if (!request.query.has('ids')) return undefined;
    response.statusCode = 500;
    return { error: { message: 'An unknown error occurred', code: 1 } };
  };
  const document = await report.make();
  assert.ok(cardsIn(document).length > 2);
  assert.ok(
    cardsIn(document).every(({ text, picture, cells }) => text === null && picture === null && cells.length === 2),
  );
  assert.equal(document.pictures, undefined);
  const [warning] = document.warnings.filter(({ code }) => code === 'pictures_not_fetched');
  assert.match(warning?.message ?? '', /did not tell the pictures and texts/);
});

test('a preview with another layout fetches no picture anew', async () => {
  await using report = await given(both);
  using kept = new KeptAnswers();
  const store = {
    find: async (key: string) => kept.find(key),
    keep: (key: string, bytes: Uint8Array) => kept.keep('acc_1', key, bytes),
  };
  const first = await report.make(openKeeping(store));
  const asked = report.double.seen.length;
  const second = await report.make(openKeeping(store));
  assert.equal(report.double.seen.length, asked);
  assert.deepEqual([cardsIn(second), second.pictures], [cardsIn(first), first.pictures]);
});

test('a report without galleries asks for no pictures', async () => {
  await using report = await given((id) => both(id).slice(0, 1));
  const document = await report.make();
  assert.equal(document.pictures, undefined);
  assert.ok(report.double.seen.every(({ query, path }) => !query.has('ids') && !path.startsWith('/v/')));
});

test('a dimension without pictures, an unknown metric and a foreign sort are refused at their fields', async () => {
  const wrong: readonly [object, string, RegExp][] = [
    [{ dimension: 'campaign' }, 'dimension', /does not have by "Campaign"\. Choose "ad", or show a table\./],
    [{ metrics: ['spend', 'nothing'] }, 'metrics', /"nothing"/],
    [{ sort: { by: 'clicks' } }, 'sort.by', /sorted by "clicks", which it does not show/],
  ];
  for (const [change, field, message] of wrong) {
    await using report = await given((connection_id) => [
      { type: 'gallery', connection_id, dimension: 'ad', metrics, ...change },
    ]);
    await assert.rejects(report.make(), { field, message });
  }
});
