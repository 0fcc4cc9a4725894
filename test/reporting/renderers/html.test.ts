import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import type { ReportDocument, Section } from '../../../src/reporting/documents/model.ts';
import { viewerAssets } from '../../../src/reporting/renderers/html/assets.ts';
import { viewerPolicy } from '../../../src/reporting/renderers/html/policies.ts';
import { renderHtml, type ViewerPage } from '../../../src/reporting/renderers/html/render-html.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import {
  benchmarkReport,
  breakdown,
  comparison,
  days,
  metrics,
  reportDocument,
  timeseries,
} from '../../support/documents.ts';
import { downloads } from '../../support/viewer-server.ts';

const page: ViewerPage = { downloads, assets: '/shared/assets', nonce: 'bm9uY2U=' };

/** What a browser shows of the page, without markup. */
function textOf(html: string): string {
  const named: Record<string, string> = { 38: '&', 60: '<', 62: '>', 34: '"', 39: "'" };
  return html.replace(/<[^>]*>/g, ' ').replace(/&#(\d+);/g, (_, code: string) => named[code] ?? '');
}

const squeezed = (text: string) => text.replace(/\s+/g, '');

/** A start or end tag: a name, and attributes with values in double quotes and without markup. */
const tag = /<(\/?[a-z][a-z0-9]*)((?: [a-z][a-z0-9-]*(?:="[^"<>]*")?)*)\/?>/giy;

/** The tags of a page with the names of their attributes. Throws for anything that is not a tag of that strict form. */
function skeleton(html: string): string[] {
  const tags: string[] = [];
  const body = html.replace(/^<!doctype html>/, '');
  for (let at = body.indexOf('<'); at >= 0; at = body.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = at;
    const match = tag.exec(body);
    if (!match) throw new Error(`no proper tag: ${body.slice(at, at + 120)}`);
    // Where a long word may break depends on the word.
    if (match[1] !== 'wbr') tags.push(`${match[1]}${match[2]?.replace(/="[^"]*"/g, '')}`);
  }
  return tags;
}

test('the page shows the same figures, labels and dates as the files', () => {
  const document = benchmarkReport();
  const view = reportView(document);
  const shown = squeezed(textOf(renderHtml(document, page)));
  const expected = view.sections.flatMap((section) => {
    const heading = [section.title, section.source];
    if (section.type === 'kpis') {
      return [...heading, ...section.items.flatMap((item) => [item.label, item.value, item.before, item.change?.text])];
    }
    if (section.type === 'timeseries') return [...heading, section.total.value, section.total.change?.text];
    if (section.type === 'highlights') return [...heading, ...section.items.flatMap(({ mark, text }) => [mark, text])];
    if (section.type !== 'tables') return heading;
    return [
      ...heading,
      ...section.tables.flatMap(({ rows, rest, total }) =>
        [...rows, rest ?? [], total ?? []].flat().map(({ text }) => text),
      ),
    ];
  });
  const texts = [...expected, ...view.facts.map(({ value }) => value), ...view.warnings];
  assert.ok(texts.length > 500);
  for (const text of texts) assert.ok(shown.includes(squeezed(text ?? '')), `the page lacks ${text}`);
});

test('every chart has its figures of both periods in a table', () => {
  const html = renderHtml(reportDocument({ sections: [timeseries(metrics.revenue, 5_200, 12)] }), page);
  const rows = [
    ...html.matchAll(
      /<tr><th scope="row">([^<]+)<\/th><td class="figure">([^<]+)<\/td><td>([^<]+)<\/td><td class="figure">([^<]+)/g,
    ),
  ];
  assert.equal(rows.length, 90);
  assert.deepEqual(rows[0]?.slice(1), ['Apr 1, 2026', '€4,930.00', 'Jan 1, 2026', '€4,440.00']);
});

test('a report without a period to compare with has no compared series, figures or changes', () => {
  const series = {
    ...timeseries(metrics.sessions, 100, 1),
    compare: null,
    total: { current: 1, compare: null, change: null },
  };
  const periods = { current: { from: '2026-04-01', to: '2026-06-29' }, compare: null };
  const html = renderHtml(reportDocument({ periods, sections: [series] }), page);
  assert.doesNotMatch(html, /class="(compare|entry compare|before|change)/);
  assert.match(html, /<tr><th scope="row">[^<]+<\/th><td class="figure">[^<]+<\/td><\/tr>/);
});

test('a series of a single point is a bar for each period', () => {
  const series = timeseries(metrics.sessions, 100, 1);
  const single = { ...series, current: series.current.slice(0, 1), compare: series.compare?.slice(0, 1) ?? null };
  const html = renderHtml(reportDocument({ sections: [single] }), page);
  assert.equal(html.match(/class="line column" d="M[^"]+Z"/g)?.length, 2);
});

test('the line of a year of days is marked as dense, that of a quarter is not', () => {
  const drawn = (count: number) => {
    const series = { ...timeseries(metrics.sessions, 100, 1), current: days('2025-01-01', count, 100), compare: null };
    const spark = series.current.map(({ value }) => value);
    const kpis = {
      ...series,
      type: 'kpis' as const,
      items: [{ metric: metrics.sessions, spark, ...comparison(2, 1) }],
    };
    return renderHtml(reportDocument({ sections: [kpis, series] }), page);
  };
  const classes = /<svg class="(?:spark )?dense"/g;
  // A spark line has at most sixty points.
  assert.equal(drawn(366).match(classes)?.length, 1);
  assert.equal(drawn(92).match(classes), null);
});

test('a point cut by the period is marked as hollow', () => {
  const series = timeseries(metrics.sessions, 100, 1);
  const current = series.current.map((point, index) => (index === 0 ? { ...point, partial: true as const } : point));
  const html = renderHtml(reportDocument({ sections: [{ ...series, current }] }), page);
  assert.equal(html.match(/class="hollow" d="M[^M"]+h0"/g)?.length, 1);
});

test('a series without any value says so instead of an empty chart', () => {
  const empty = {
    ...timeseries(metrics.sessions, 1, 1),
    current: [{ date: '2026-04-01', value: null }],
    compare: null,
  };
  const html = renderHtml(reportDocument({ sections: [empty] }), page);
  assert.match(html, /There are no figures for this period\./);
  assert.doesNotMatch(html, /<figure/);
});

/** A report with a text in every place that takes one. */
function reportOf(text: string): ReportDocument {
  const named = { connection_id: 'con_1', connection_name: text };
  const metric = { ...metrics.sessions, label: text };
  const sections: Section[] = [
    { type: 'highlights', title: text, items: [{ rule: 'change', sentiment: 'good', text, section: 2 }] },
    {
      ...named,
      type: 'kpis',
      title: text,
      notes: [],
      items: [{ metric, spark: [1, 2], current: 1, compare: 2, change: null }],
    },
    { ...timeseries(metric, 10, 1), ...named, title: text },
    { ...breakdown(text, () => text, 3), ...named, title: text },
    { type: 'text', title: text, markdown: 'x' },
  ];
  return reportDocument({
    title: text,
    client_name: text,
    project_name: text,
    sections,
    sources: reportDocument().sources.map((source) => ({ ...source, ...named, system: text })),
    warnings: [{ code: 'no_data', message: text, connection_id: null }],
  });
}

test('a highlight leads to the section with its numbers, if that has a heading', () => {
  const item = { rule: 'change', sentiment: 'good', text: 'Sessions rose.' } as const;
  const items = [0, 1, 2, null].map((section) => ({ ...item, section }));
  const sections: Section[] = [
    { type: 'highlights', title: null, items },
    timeseries(metrics.sessions, 10, 1),
    { type: 'text', title: null, markdown: 'x' },
  ];
  const html = renderHtml(reportDocument({ sections }), page);
  const links = [...html.matchAll(/<span>(?:<a href="([^"]*)">)?<bdi>Sessions rose/g)].map(([, href]) => href);
  assert.deepEqual(links, ['#section-1', '#section-2', undefined, undefined]);
});

const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<script>', '</title>', '"', "'", '>', '<!--', ']]>', ' onload="', '&lt;', '`', '</style>'),
    ),
  )
  .map((parts) => `x${parts.join('')}`);

test('no text of a report becomes markup, wherever it is', () => {
  const expected = skeleton(renderHtml(reportOf('x'), page));
  fc.assert(
    fc.property(hostileText, (text) => {
      const html = renderHtml(reportOf(text), page);
      assert.deepEqual(skeleton(html), expected);
    }),
    { numRuns: 200 },
  );
});

test('a text appears in the page as it was written', () => {
  const text = `<b>"bold"</b> & 'q' &amp; <!-- -->`;
  const shown = textOf(renderHtml(reportOf(text), page));
  assert.ok(shown.split(text).length > 12);
});

const proseTags = new Set('p h2 h3 h4 h5 h6 ul ol li blockquote pre code hr br strong em a div'.split(' '));

test('Markdown becomes nothing but text blocks, whatever it contains', () => {
  const pieces = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1))',
      '![x](http://a.example/x.png)',
      '\n\n',
      '# ',
      '> ',
      '- ',
      '1. ',
      '`',
      '**',
      '[a](http://b.example "c")',
      '\n```\n',
      '<https://c.example>',
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const sections: Section[] = [{ type: 'text', title: null, markdown: parts.join('') }];
      const html = renderHtml(reportDocument({ sections, sources: [], warnings: [] }), page);
      const prose = html.slice(html.indexOf('<div class="prose">'), html.indexOf('</section>'));
      for (const name of skeleton(prose).map((each) => each.replace('/', '').split(' ')[0] ?? ''))
        assert.ok(proseTags.has(name), name);
      for (const [, href = ''] of prose.matchAll(/ href="([^"]*)"/g)) assert.match(href, /^(https?:|mailto:)/);
    }),
    { numRuns: 300 },
  );
});

test('a link in a text reveals nothing about the page, whose address can be a secret', () => {
  const sections: Section[] = [{ type: 'text', title: null, markdown: '[a](https://a.example/?x=1&y=2)' }];
  const html = renderHtml(reportDocument({ sections }), page);
  assert.match(html, /<a href="https:\/\/a\.example\/\?x=1&#38;y=2" rel="noopener noreferrer nofollow">a<\/a>/);
  assert.match(html, /<meta name="referrer" content="no-referrer">/);
});

test('headings of a text go down one level at a time below their section', () => {
  const levels = (title: string | null) => {
    const sections: Section[] = [{ type: 'text', title, markdown: '# a\n\n#### b\n\n## c\n\n###### d' }];
    const html = renderHtml(reportDocument({ sections, sources: [], warnings: [] }), page);
    return [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  };
  assert.deepEqual(levels('Titled'), [1, 2, 3, 4, 4, 5]);
  assert.deepEqual(levels(null), [1, 2, 3, 3, 4]);
});

test('a break within a link is not a separate link', () => {
  const sections: Section[] = [{ type: 'text', title: null, markdown: '[one  \ntwo](https://a.example)' }];
  const html = renderHtml(reportDocument({ sections }), page);
  assert.match(html, />one<\/a><br><a [^>]+>two<\/a>/);
});

test('search engines are told to leave the page alone', () => {
  assert.match(renderHtml(reportDocument(), page), /<meta name="robots" content="noindex, nofollow">/);
});

test('a logo appears in the page as a newly drawn PNG, never as the original file', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20" onload="x()"><rect width="80" height="20"/></svg>';
  const logo = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
  const html = (text: string) => renderHtml(reportDocument({ brand: { accent_color: null, logo: logo(text) } }), page);
  assert.match(
    html(svg),
    /<img class="logo" src="data:image\/png;base64,iVBORw0KGgo[^"]+" width="720" height="180" alt="Logo of Northwind Traders">/,
  );
  assert.doesNotMatch(html(svg.replace('<rect', '<script>x()</script><rect')), /<img|x\(\)/);
});

test('downloads are links with their type and size; without files there are none', () => {
  assert.match(squeezed(textOf(renderHtml(reportDocument(), page))), /PDF180kBWord1\.2MB/);
  assert.doesNotMatch(renderHtml(reportDocument(), { ...page, downloads: [] }), /class="downloads"/);
});

test('the page loads nothing but its own stylesheet and script, whose names change with their content', () => {
  const html = renderHtml(benchmarkReport(), page);
  const loaded = [...html.matchAll(/<(?:link|script|img|iframe|object|source)[^>]* (?:href|src)="([^"]*)"/g)].map(
    ([, url]) => url,
  );
  const names = [...viewerAssets.keys()].map((name) => `/shared/assets/${name}`);
  assert.deepEqual(new Set(loaded), new Set(['data:,', ...names]));
  for (const [name, { contentType, body }] of viewerAssets) {
    assert.match(name, /^viewer-[0-9a-f]{16}\.(css|js)$/);
    assert.match(contentType, /^text\/(css|javascript); charset=utf-8$/);
    assert.doesNotMatch(body.toString(), /https?:|url\(|@import/);
  }
});

test('the policy of the page allows no inline script, and inline style only by its nonce', () => {
  const policy = viewerPolicy('abc');
  assert.match(policy, /^default-src 'none'; style-src 'self' 'nonce-abc'; script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  const html = renderHtml(benchmarkReport(), page);
  assert.doesNotMatch(html, / style="| on[a-z]+="/);
  assert.deepEqual(html.match(/<style[^>]*>/g), ['<style nonce="bm9uY2U=">']);
});

test("the page speaks the report's language, in its direction", () => {
  for (const language of languages) {
    const html = renderHtml(reportDocument({ locale: language }), page);
    const { labels } = reportView(reportDocument({ locale: language }));
    assert.match(html, new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`));
    for (const text of [labels.skip, labels.contents, labels.download, labels.darkColors, labels.showFigures]) {
      assert.ok(html.includes(text), `${language}: ${text}`);
    }
  }
});

test('the same document gives the same page', () => {
  assert.equal(renderHtml(benchmarkReport(), page), renderHtml(benchmarkReport(), page));
});

test('a locale, time zone or currency that does not exist is refused', () => {
  for (const changes of [{ locale: 'x' }, { time_zone: 'Nowhere/City' }, { currency: 'no' }]) {
    assert.throws(
      () => renderHtml(reportDocument({ ...changes, sections: [timeseries(metrics.revenue, 1, 1)] }), page),
      RangeError,
    );
  }
});
