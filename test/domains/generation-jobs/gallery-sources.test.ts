import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { facebookPage, startFacebookPages } from '../../doubles/facebook-pages.ts';
import { instagramAccount, startInstagram } from '../../doubles/instagram.ts';
import { linkedInToken, startLinkedInAds } from '../../doubles/linkedin-ads.ts';
import { metaToken } from '../../doubles/meta-ads.ts';
import { pinterestAccounts, pinterestToken, startPinterestAds } from '../../doubles/pinterest-ads.ts';
import { startTikTokAds, tikTokClient, tikTokToken } from '../../doubles/tiktok-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { sectionOf } from '../../reporting/documents/rows-source.ts';
import { grantOf } from '../../support/hosted-systems.ts';
import { givenReport } from '../../support/report-of-source.ts';

const posts = { dimension: 'post', dimensions: undefined };
const permalink = 'https://www.instagram.com/p/abc/';
const sources = {
  instagram: {
    ...{ start: startInstagram, config: { account: instagramAccount }, secret: { token: metaToken }, ...posts },
    metrics: ['post_views', 'post_likes'],
    pictured: { label: 'Light shoes', text: 'Light shoes\nfor spring', link: permalink },
  },
  'facebook-pages': {
    ...{ start: startFacebookPages, config: { page: facebookPage }, secret: { token: metaToken }, ...posts },
    metrics: ['post_views', 'post_reactions'],
    pictured: {
      ...{ label: `Light shoes (${facebookPage}_1)`, text: 'Light shoes' },
      link: `https://www.facebook.com/${facebookPage}/posts/1`,
    },
  },
  'pinterest-ads': {
    ...{ start: startPinterestAds, config: { account: pinterestAccounts.shop }, secret: grantOf(pinterestToken) },
    ...{ dimension: 'ad', dimensions: ['ad'], metrics: ['spend', 'impressions'] },
    pictured: { label: 'Spring (9101)', text: 'Spring – Light shoes', link: 'https://www.pinterest.com/pin/77101/' },
  },
  'linkedin-ads': {
    ...{ start: () => startLinkedInAds(), config: { account: '507404993' }, secret: grantOf(linkedInToken) },
    ...{ dimension: 'creative', dimensions: ['creative'], metrics: ['cost_in_local_currency', 'impressions'] },
    pictured: {
      ...{ label: 'Spring (9101)', text: 'Light shoes' },
      link: 'https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A101/',
    },
  },
  'tiktok-ads': {
    ...{ start: () => startTikTokAds(), config: { account: '7000000000000000001' } },
    ...{ secret: grantOf(tikTokToken, tikTokClient), dimension: 'ad', dimensions: ['ad'] },
    metrics: ['spend', 'impressions'],
    pictured: { label: 'Spring (1101)', text: 'Light shoes', link: 'https://shop.example/spring' },
  },
} as const;
type Name = keyof typeof sources;

async function given(system: Name, sections: (connection_id: string) => SectionsSettings) {
  const { start, config, secret, dimensions } = sources[system];
  const double = await start();
  const chosen = { ...config, ...(dimensions && { dimensions }) };
  return { ...(await givenReport({ system, config: chosen, secret, url: double.url }, sections)), double };
}

const both =
  (system: Name) =>
  (connection_id: string): SectionsSettings => {
    const { dimension } = sources[system];
    const metrics = [...sources[system].metrics];
    return [
      { type: 'breakdown', connection_id, dimension, metrics, limit: 12 },
      { type: 'gallery', connection_id, dimension, metrics, limit: 12 },
    ];
  };

const withoutPictures = ({ warnings }: ReportDocument) =>
  warnings.flatMap(({ code, message }) => (code === 'pictures_not_fetched' ? [message] : []));

for (const system of Object.keys(sources) as Name[]) {
  const { pictured } = sources[system];

  test(`${system}: cards have the figures of a table, one its picture, and what is gone leaves a plain card`, async () => {
    await using report = await given(system, both(system));
    const document = await report.make();
    const { cards } = sectionOf(document, 'gallery');
    assert.deepEqual(
      cards.map(({ label, cells }) => ({ label, cells })),
      sectionOf(document, 'breakdown').rows,
    );
    const { text, link, picture } = cards.find(({ label }) => label === pictured.label) ?? {};
    assert.deepEqual([text, link], [pictured.text, pictured.link]);
    assert.match(document.pictures?.[picture ?? ''] ?? '', /^data:image\/png;base64,/);
    const gone = cards.find(({ label }) => label === hostileValue);
    assert.equal(gone?.picture, null);
    assert.deepEqual(withoutPictures(document), ['1 picture of Ads could not be fetched, so cards stand without.']);
    assert.ok(report.double.seen.every(({ path, headers }) => !path.startsWith('/v/') || !headers.authorization));
  });
}

for (const [system, path] of [
  ['pinterest-ads', '/v5/pins/'],
  ['linkedin-ads', '/rest/posts'],
  ['tiktok-ads', '/ad/get/'],
] as const) {
  test(`${system}: where it does not tell what ads look like, the figures stand, and the report says so`, async () => {
    await using report = await given(system, both(system));
    report.double.fault = (request, response) => {
      if (!request.path.includes(path)) return undefined;
      response.statusCode = 403;
      return { code: 29, message: 'user admin may not' };
    };
    const document = await report.make();
    const { cards } = sectionOf(document, 'gallery');
    assert.ok(cards.length > 2 && cards.every(({ cells, text }) => text === null && cells[0]?.current !== null));
    assert.match(withoutPictures(document).join(), /Ads did not tell/);
  });
}

const together = (connection_id: string): SectionsSettings => [
  { type: 'highlights' },
  { type: 'kpis', connection_id },
  { type: 'gallery', connection_id, dimension: 'post', metrics: ['post_views', 'post_reach'] },
];

test('figures since publication stand beside no others: no total, no rest, no comparison, and a note of the day', async () => {
  await using report = await given('instagram', together);
  const document = await report.make();
  const gallery = sectionOf(document, 'gallery');
  assert.deepEqual(
    gallery.cards.map(({ label, cells }) => [label, ...cells.map(({ current }) => current)]),
    [
      [hostileValue, 4000, 2000],
      ['Light shoes', 1200, 600],
      ['2026-03-01 04:00', null, null],
    ],
  );
  const compared = [...gallery.cards.flatMap(({ cells }) => cells), ...gallery.total.cells];
  assert.ok(compared.every(({ compare, change, share }) => compare === null && change === null && share === null));
  assert.deepEqual([gallery.rest, gallery.total.cells.map(({ current }) => current)], [null, [null, null]]);
  const today = Temporal.Now.plainDateISO('America/Los_Angeles').toString();
  assert.deepEqual(
    gallery.notes.map((note) => [note.code, 'date' in note && note.date]),
    [['since_published', today]],
  );
  const kpis = sectionOf(document, 'kpis');
  assert.ok(kpis.items.every(({ metric }) => !metric.key.startsWith('post_')));
  assert.equal(kpis.items.find(({ metric }) => metric.key === 'views')?.current, 40);
  assert.deepEqual(
    document.sources[0]?.metrics.filter(({ key }) => key.startsWith('post_')).map(({ label }) => label),
    ['Views since published', 'Reach since published'],
  );
  // Those of the period before, of which one has half a million, are not even asked for.
  const asked = report.double.seen.filter(({ path }) => path.includes('/media?'));
  const since = Date.parse('2026-02-27T08:00:00Z') / 1000;
  assert.ok(asked.length > 0 && asked.every(({ query }) => query.get('since') === `${since}`));
});

test('posts without figures of days are there, and the report does not say that there is nothing', async () => {
  await using report = await given('instagram', (id) => together(id).slice(2));
  report.double.fault = ({ path }) => (path.includes(`/${instagramAccount}/insights`) ? { data: [] } : undefined);
  const document = await report.make();
  assert.equal(sectionOf(document, 'gallery').cards.length, 3);
  const codes = document.warnings.map(({ code, message }) => [code, /selected period|both/.test(message)]);
  assert.ok(
    codes.every(([code, isCurrent]) => code !== 'no_data' || !isCurrent),
    JSON.stringify(document.warnings),
  );
});

test('a layout of its own making shows posts in a table', async () => {
  const double = await startInstagram();
  const source = { system: 'instagram', config: { account: instagramAccount }, secret: { token: metaToken } };
  await using report = await givenReport({ ...source, url: double.url }, null);
  const { sections } = await report.make();
  const tables = sections.flatMap((section) => (section.type === 'breakdown' ? [section] : []));
  const table = tables.find(({ dimension }) => dimension.key === 'post');
  assert.deepEqual(
    table?.metrics.map(({ key }) => key),
    ['post_views', 'post_interactions', 'post_reach'],
  );
});

test('what is of posts alone is refused elsewhere, and what is of days is refused by post, at its field', async () => {
  const wrong: readonly [SectionsSettings[number], string, RegExp][] = [
    [{ type: 'kpis', connection_id: '', metrics: ['post_views'] }, 'metrics', /by "Post" alone/],
    [{ type: 'timeseries', connection_id: '', metric: 'post_views' }, 'metric', /by "Post" alone/],
    [
      { type: 'breakdown', connection_id: '', dimension: 'content_type', metrics: ['post_views'] },
      'metrics',
      /by "Post" alone/,
    ],
    [
      { type: 'gallery', connection_id: '', dimension: 'post', metrics: ['post_views', 'views'] },
      'metrics',
      /"views" by "Post", which has metrics of its own\. Choose among "post_views"/,
    ],
    [
      { type: 'breakdown', connection_id: '', dimension: 'post', metrics: ['post_views'], display: 'donut' },
      'metrics',
      /parts add up/,
    ],
  ];
  for (const [section, field, message] of wrong) {
    await using report = await given('instagram', (connection_id) => [{ ...section, connection_id } as typeof section]);
    await assert.rejects(report.make(), { field, message });
  }
});
