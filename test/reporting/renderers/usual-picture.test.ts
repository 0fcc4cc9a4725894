import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../../../src/reporting/renderers/colors.ts';
import { MailRenderer } from '../../../src/reporting/renderers/mail/mail-renderer.ts';
import { type UsualPictureOrder, usualDrawing } from '../../../src/reporting/renderers/mail/usual-picture.ts';
import { metrics } from '../../support/documents.ts';

function order(changes: Partial<UsualPictureOrder> = {}): UsualPictureOrder {
  const dayOf = (index: number) => new Date(Date.parse('2026-03-01') + index * 86_400_000).toISOString().slice(0, 10);
  const days = Array.from({ length: 60 }, (_, index) => ({
    day: dayOf(index),
    value: index === 20 ? null : index === 59 ? 400 : 1_000,
    usual: index === 30 ? null : { low: 900, high: 1_100 },
    isMarked: index === 59,
  }));
  return {
    ...{ title: 'Sessions <b>', metric: metrics.sessions, currency: 'EUR', locale: 'en-US', accentColor: null, days },
    ...{ words: { usual: 'Usual', unusual: 'Unusual' }, ...changes },
  };
}

/** The heights of a path's points. */
const heights = (path: string) => [...path.matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
const pathsIn = (svg: string) => [...svg.matchAll(/<path d="([^"]*)"/g)].map(([, data = '']) => data);

test('the band and the line share an axis that begins at zero', () => {
  const { svg } = usualDrawing(order());
  const [band = '', , base = '', line = ''] = pathsIn(svg);
  const zero = Number(/M[\d.]+ ([\d.]+)H/.exec(base)?.[1]);
  const top = Math.min(...heights(line));
  const last = heights(line).at(-1) ?? 0;
  assert.ok(Math.abs((zero - last) / (zero - top) - 0.4) < 0.01, 'heights compare as the values do');
  const [high, low] = [Math.min(...heights(band)), Math.max(...heights(band))];
  assert.ok(Math.abs((zero - low) / (zero - high) - 900 / 1_100) < 0.01);
  assert.ok(high < top && low > top && low < last);
  assert.match(svg, />0</);
});

test('a day without a value, and one of which nobody knows what is usual, are gaps', () => {
  const [band = '', , , line = ''] = pathsIn(usualDrawing(order()).svg);
  assert.equal(line.match(/M/g)?.length, 2);
  assert.equal(band.match(/M/g)?.length, 2);
  const { days } = order();
  const none = usualDrawing(order({ days: days.map((day) => ({ ...day, value: null, usual: null, isMarked: true })) }));
  assert.doesNotMatch(none.svg, /NaN|Infinity|<circle/);
  assert.doesNotMatch(none.svg, />Usual</, 'no key of what is not there');
});

test('values of any size are drawn within the picture', () => {
  const [first] = order().days;
  assert.ok(first);
  for (const value of [0, -5, 1e-9, 1e308, -1e308]) {
    const { svg } = usualDrawing(order({ days: [{ ...first, value, usual: { low: -1e308, high: 1e308 } }] }));
    assert.doesNotMatch(svg, /NaN|Infinity/, String(value));
  }
  assert.throws(() => usualDrawing(order({ days: Array(401).fill(first) })), RangeError);
});

test('a title is text, and marks are told by their form', () => {
  const { svg } = usualDrawing(order());
  assert.match(svg, />Sessions &#60;b&#62;</);
  assert.equal(svg.match(/<circle/g)?.length, 2, 'the day, and the key');
});

test('line and texts are readable on its own background, which light and dark screens both show', () => {
  for (const accentColor of [null, '#ffe600', '#101010', '#1f4e79']) {
    const { svg, background } = usualDrawing(order({ accentColor }));
    assert.match(svg, new RegExp(`<rect width="408" height="190" fill="${background}"/>`));
    const texts = [...svg.matchAll(/<text[^>]*fill="(#[0-9a-f]{6})"/g)].map(([, color = '']) => color);
    const lines = [
      ...svg.matchAll(/<path d="[^"]*" fill="none" stroke="(#[0-9a-f]{6})" stroke-width="[\d.]+" stroke-linejoin/g),
    ];
    for (const color of [...texts, lines[0]?.[1] ?? ''])
      assert.ok(contrast(color, background) >= 4.5, `${accentColor} ${color}`);
  }
});

test('the process of e-mails draws it as PNG, with words for whoever does not see it', async () => {
  await using renderer = new MailRenderer();
  const { png, width, height, alternative } = await renderer.drawUsual(order({ locale: 'de-DE' }));
  assert.equal(Buffer.from(png.slice(1, 4)).toString(), 'PNG');
  assert.deepEqual([Math.round(width), Math.round(height)], [544, 253]);
  assert.equal(alternative, 'Sessions <b>. 29.04.2026: 400 (Usual: 900 – 1.100). Unusual: 29.04.2026');
  await assert.rejects(renderer.drawUsual(order({ locale: 'no such locale' })), { name: 'RenderError' });
  assert.ok((await renderer.drawUsual(order())).png.length > 1_000, 'and goes on after a fault');
});

test('a picture that takes too long is given up', async () => {
  await using renderer = new MailRenderer({ deadlineMs: 1 });
  await assert.rejects(renderer.drawUsual(order()), { kind: 'timed_out' });
});
