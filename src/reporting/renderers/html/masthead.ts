import { layoutSparkLine } from '../charts/line-chart.ts';
import type { Logo } from '../logo/logo.ts';
import type { Picture } from '../logo/picture.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';

/** The pictures of a brand. */
export interface BrandPictures {
  readonly logo: Logo | undefined;
  readonly cover: Picture | undefined;
}

/** The top of the page, like the cover of the printed report: lead, title and period on the brand's colour, then facts. */
export function masthead(view: ReportView, downloads: Markup | null, { logo, cover }: BrandPictures): Markup {
  const { document, labels, lead, brand, facts, periods } = view;
  const maker = brand.maker?.name ? [{ label: brand.maker.label, value: brand.maker.name }] : [];
  const picture = logo?.png.toString('base64');
  return html`<header>
<div class="masthead">
${cover ? coverPicture(cover) : silhouette(view)}
<div class="tools">
${logo && html`<img class="logo" src="data:image/png;base64,${picture ?? ''}" width="${logo.width}" height="${logo.height}" alt="${brand.logoAlternative}">`}
<div class="actions"><button type="button" id="theme" aria-pressed="false" hidden>${labels.darkColors}</button>
${downloads}</div>
</div>
${lead && html`<p class="client"><bdi>${lead}</bdi></p>`}
<h1 class="${view.titleSize}"><bdi>${document.title}</bdi></h1>
<p class="period">${periods.current}</p>
</div>
<dl class="facts">
${[...facts, ...maker].map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`)}</dl>
</header>
`;
}

/** The foot of the page: how to reach who made the report, and the brand's own text. */
export function colophon({ brand: { maker, footer } }: ReportView): Markup | null {
  if (!footer && !maker) return null;
  const address =
    maker &&
    html`<div><p class="maker">${maker.label}</p>
${maker.name && html`<p><strong><bdi>${maker.name}</bdi></strong></p>\n`}${maker.contact.map((line) => html`<p><bdi>${line}</bdi></p>\n`)}</div>\n`;
  return html`<footer>\n${address}${footer && html`<p class="imprint"><bdi>${footer}</bdi></p>\n`}</footer>\n`;
}

function coverPicture({ png }: Picture): Markup {
  return html`<img class="cover" src="data:image/png;base64,${png.toString('base64')}" alt="">`;
}

function silhouette({ silhouette: values }: ReportView): Markup | null {
  if (!values) return null;
  const { area, line, width, height } = layoutSparkLine(values, 600, 100);
  return html`<svg class="silhouette" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="area" d="${area}"/><path class="line" d="${line}"/></svg>`;
}
