import { layoutSparkLine } from '../charts/line-chart.ts';
import type { Logo } from '../logo/logo.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';

/** The top of the page, like the cover of the printed report: client, title and facts on the brand's colour. */
export function masthead(view: ReportView, downloads: Markup | null, logo: Logo | undefined): Markup {
  const { document, labels, client, facts } = view;
  const picture = logo?.png.toString('base64');
  return html`<header>
<div class="masthead">
${silhouette(view)}
<div class="tools">
${logo && html`<img class="logo" src="data:image/png;base64,${picture ?? ''}" width="${logo.width}" height="${logo.height}" alt="${labels.logo(client ?? document.project_name)}">`}
<div class="actions"><button type="button" id="theme" aria-pressed="false" hidden>${labels.darkColors}</button>
${downloads}</div>
</div>
${client && html`<p class="client"><bdi>${client}</bdi></p>`}
<h1 class="${view.titleSize}"><bdi>${document.title}</bdi></h1>
</div>
<dl class="facts">
${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`)}</dl>
</header>
`;
}

function silhouette({ silhouette: values }: ReportView): Markup | null {
  if (!values) return null;
  const { area, line, width, height } = layoutSparkLine(values, 600, 100);
  return html`<svg class="silhouette" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="area" d="${area}"/><path class="line" d="${line}"/></svg>`;
}
