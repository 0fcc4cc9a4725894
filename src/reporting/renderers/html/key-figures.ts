import type { Labels } from '../../documents/messages/messages.ts';
import { layoutSparkLine } from '../charts/line-chart.ts';
import { html, type Markup } from '../text/markup.ts';
import { cardColumns } from '../view/card-layout.ts';
import type { KpiView } from '../view/section-views.ts';
import { isDense, roundEnds } from './line-chart.ts';
import { changeMark } from './table-markup.ts';

/** The most characters a figure may have for the largest type size, and for the next; `2 Min., 20 Sek.` has more. */
const longestLarge = 8;
const longestCompact = 12;

/** The key figures of a section as cards. */
export function keyFigures(items: readonly KpiView[], labels: Labels): Markup {
  const longest = Math.max(0, ...items.map(({ value }) => value.length));
  const three = cardColumns(items.length) === 3;
  const aimed = items.some(({ goal }) => goal !== null);
  return html`<ul class="cards${aimed && ' aimed'}${longest > longestLarge && ' compact'}${longest > longestCompact && ' long'}${three && ' three'}">\n${items.map((item) => card(item, labels))}</ul>\n`;
}

function card(item: KpiView, labels: Labels): Markup {
  const { label, value, before, change, goal } = item;
  return html`<li class="card"><p class="label"><bdi>${label}</bdi></p>
<p class="value">${value}</p>
${before && html`<p class="comparison">${change && changeMark(change, labels)} <span class="before">${labels.before(before)}</span></p>`}
${goal && html`<p class="goal ${goal.sentiment}">${goal.text}${goal.sentiment !== 'neutral' && html` <span class="unseen">${labels[goal.sentiment]}</span>`}</p>\n`}
${item.spark.some((point) => point !== null) ? sparkLine(item) : null}</li>
`;
}

function sparkLine({ spark, alternative }: KpiView): Markup {
  const course = layoutSparkLine(spark, 160, 28);
  const { line, area, dots, width, height } = course;
  const points = roundEnds(dots);
  return html`<svg class="spark${isDense(course, 'spark') && ' dense'}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${alternative}"><path class="area" d="${area}"/><path class="line" d="${line}"/>${points && html`<path class="dots" d="${points}"/>`}</svg>`;
}
