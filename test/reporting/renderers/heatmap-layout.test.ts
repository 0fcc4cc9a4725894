import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HeatmapCells, layoutHeatmap, strengths } from '../../../src/reporting/renderers/charts/heatmap.ts';
import { heatmapGeometry } from '../../../src/reporting/renderers/charts/svg.ts';
import { contrast, mix, palette } from '../../../src/reporting/renderers/colors.ts';
import { textWidth } from '../../../src/reporting/renderers/text/text-width.ts';

const rowNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function cells(columns: number, text: (index: number) => string): HeatmapCells {
  const fields = rowNames.map((_, row) => Array.from({ length: columns }, (__, column) => row * columns + column));
  return {
    rowNames,
    columnNames: Array.from({ length: columns }, (_, column) => `${column} Dec`),
    steps: fields.map((row) => row.map((index) => (index === 0 ? null : index % strengths.length))),
    texts: fields.map((row) => row.map((index) => (index === 0 ? '' : text(index)))),
    ...{ scale: { least: '€0.00', most: '€1,234.00' }, noFigure: 'no figure' },
  };
}
const size = { width: 481, height: 200 };

test('no label leaves the chart, and none of a column touches the next, from either side', () => {
  for (const columns of [1, 5, 24, 53]) {
    for (const mirrored of [false, true]) {
      const { labels, width, height, fontSize } = layoutHeatmap(cells(columns, String), size, mirrored);
      for (const { text, x, y, anchor, size: type = fontSize } of labels) {
        const wide = textWidth(text, type);
        const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2;
        assert.ok(left >= -0.01 && left + wide <= width + 0.01 && y <= height, `${columns} ${text} ${left}`);
      }
      const top = labels.filter(({ text }) => text.endsWith(' Dec')).toSorted((one, other) => one.x - other.x);
      for (const [index, label] of top.slice(1).entries()) {
        const before = top[index];
        assert.ok(before && label.x - before.x >= textWidth(label.text, fontSize), `${columns} ${label.text}`);
      }
    }
  }
});

test('figures stay in their fields in smaller type, and are left to the colours where they are too long', () => {
  const texts = (text: string) =>
    layoutHeatmap(
      cells(24, () => text),
      size,
      false,
    ).labels.filter((label) => label.text === text);
  assert.equal(texts('12').length, 167);
  const [long] = texts('12,345');
  assert.ok(long?.size && textWidth('12,345', long.size) <= (481 - 20) / 24);
  assert.equal(texts('1,234,567,890').length, 0);
});

test('a field without a figure is an outline, zero is filled', () => {
  const laid = layoutHeatmap(cells(5, String), size, false);
  assert.deepEqual([laid.cells[0]?.strength, laid.cells[5]?.strength], [null, strengths[0]]);
  assert.match(heatmapGeometry(laid, palette(null)), /fill="none" stroke="#dde2e8"/);
});

test('the steps are told apart in grey, and letters are readable on each, whatever the brand', () => {
  for (const accent of [null, '#e67e22', '#ffd400', '#0b6e4f', '#000000']) {
    const colors = palette(accent);
    const fills = strengths.map((strength) => mix(colors.accent, colors.background, 1 - strength));
    for (const [step, fill] of fills.entries()) {
      const letters = step >= 3 ? colors.background : colors.text;
      assert.ok(contrast(letters, fill) >= 3, `${accent} ${step} ${contrast(letters, fill)}`);
      const next = fills[step + 1];
      if (next) assert.ok(contrast(fill, next) >= 1.15, `${accent} ${step} ${contrast(fill, next)}`);
    }
  }
});
