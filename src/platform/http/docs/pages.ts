import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import MarkdownIt, { type RendererRule, type Token } from 'markdown-it';

/** The guides in reading order: the name in their address, the title in the menu, and their file below `docs/`. */
const guides = [
  { name: 'console', title: 'The console', file: 'guides/console.md' },
  { name: 'retention', title: 'Keeping reports', file: 'guides/retention.md' },
  { name: 'quick-start', title: 'Quick start', file: 'guides/quick-start.md' },
  { name: 'authentication', title: 'Authentication', file: 'guides/authentication.md' },
  { name: 'idempotency', title: 'Idempotency', file: 'guides/idempotency.md' },
  { name: 'polling', title: 'Polling', file: 'guides/polling.md' },
  { name: 'limits', title: 'Limits', file: 'guides/limits.md' },
  { name: 'errors', title: 'Errors', file: 'errors.md' },
  { name: 'exports-and-downloads', title: 'Exports and downloads', file: 'guides/exports-and-downloads.md' },
  { name: 'commentary', title: 'Comments on reports', file: 'guides/commentary.md' },
  { name: 'figures', title: 'Figures of a report', file: 'guides/figures.md' },
  { name: 'connecting-data', title: 'Connecting data', file: 'guides/connecting-data.md' },
  { name: 'languages', title: 'Languages', file: 'guides/languages.md' },
  { name: 'guest-links', title: 'Guest links', file: 'guides/guest-links.md' },
  { name: 'schedules', title: 'Schedules', file: 'schedules.md' },
  { name: 'templates', title: 'Templates', file: 'templates.md' },
  { name: 'portfolio', title: 'Portfolio', file: 'portfolio.md' },
  { name: 'watching', title: 'Watching', file: 'watching.md' },
  { name: 'many-projects', title: 'Many projects', file: 'many-projects.md' },
  { name: 'bulk-work', title: 'Bulk work', file: 'bulk-work.md' },
  { name: 'single-sign-on', title: 'Single sign-on', file: 'guides/single-sign-on.md' },
  { name: 'chat', title: 'Chat', file: 'guides/chat.md' },
  { name: 'webhooks', title: 'Webhooks', file: 'guides/webhooks.md' },
  { name: 'directory', title: 'People from your directory', file: 'guides/directory.md' },
  { name: 'management', title: 'Management API', file: 'management.md' },
  { name: 'uploads', title: 'Uploads', file: 'uploads.md' },
] as const;

const folder = new URL('../../../../docs/', import.meta.url);

/** Those of the guides, in `docs/pictures/`. */
export const pictureNames = ['home', 'connect', 'layout', 'report'].map((screen) => `console-${screen}.png`);

export const guideNames = guides.map(({ name }) => name);

/** The interactive references: their address below that of the service, and the document they show. */
const references = {
  docs: { title: 'Reference', root: 'docs', document: 'api/v1/openapi.json', home: '' },
  'docs/management': {
    title: 'Management reference',
    root: '.',
    document: 'manage/v1/openapi.json',
    home: '../',
  },
} as const;
type Reference = keyof typeof references;

/**
 * An interactive reference, filled in by its script. Addresses are relative, so that a proxy may add a path prefix.
 */
export function referencePage(name: Reference): string {
  const { title, root, document, home } = references[name];
  return page({
    title,
    root,
    current: name,
    head: `<link rel="stylesheet" href="${root}/static/swagger-ui.css">\n<link rel="stylesheet" href="${root}/static/reference.css">`,
    main: `<div id="content"><div id="reference" data-document="${document}" data-home="${home || '.'}"><noscript>The reference needs JavaScript. The guides above and <a href="${home}${document}">the OpenAPI document</a> do not.</noscript></div></div>`,
    end: `<script src="${root}/static/swagger-ui-bundle.js"></script>\n<script type="module" src="${root}/static/accessible.js"></script>\n<script type="module" src="${root}/static/reference.js"></script>`,
  });
}

/** A guide as HTML. Throws a TypeError for an unknown name. */
export function guidePage(name: string): string {
  const guide = guides.find((candidate) => candidate.name === name);
  if (!guide) throw new TypeError(`There is no guide ${name}`);
  const markdown = readFileSync(new URL(guide.file, folder), 'utf8');
  const main = `<main id="content" class="guide">\n${renderer.render(markdown)}</main>`;
  return page({ title: guide.title, root: '..', current: name, head: '', main, end: '' });
}

interface Page {
  readonly title: string;
  /** The relative path from the page to `/docs`. */
  readonly root: string;
  readonly current: string;
  readonly head: string;
  readonly main: string;
  readonly end: string;
}

function page({ title, root, current, head, main, end }: Page): string {
  const here = (name: string) => (name === current ? ' aria-current="page"' : '');
  // The folder that a page is in: that of the service, of the documentation, or of the guides.
  const home = { docs: '', '.': '../', '..': '../../' }[root] ?? '';
  const shown = Object.entries(references).map(
    ([name, { title }]) => `<a href="${home}${name}"${here(name)}>${title}</a>`,
  );
  const links = guides.map(({ name, title }) => `<a href="${root}/guides/${name}"${here(name)}>${title}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Report Service API</title>
<link rel="icon" type="image/svg+xml" href="${root}/static/favicon.svg">
${head}
<link rel="stylesheet" href="${root}/static/pages.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><strong>Report Service API</strong>
<nav aria-label="Documentation">
${[...shown, ...links].join('\n')}
</nav></header>
${main}
${end}
</body>
</html>
`;
}

/** How the HTML of a guide differs from what Markdown gives. */
const guideRules: Readonly<Record<string, RendererRule>> = {
  heading_open: (tokens, index) => {
    const text = tokens[index + 1]?.content ?? '';
    const id = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    return `<${tokens[index]?.tag} id="${id}">`;
  },
  image: (tokens, index) => {
    const picture = tokens[index];
    const text = renderer.utils.escapeHtml(picture?.content ?? '');
    return `<img src="${picture?.attrGet('src')}" alt="${text}" loading="lazy">`;
  },
  link_open: (tokens, index) => {
    const target = String(tokens[index]?.attrGet('href')).replace(/^[^:]*\.md(?=#|$)/, (path) => basename(path, '.md'));
    return `<a href="${target}">`;
  },
  // Wide content scrolls on its own, also by keyboard.
  fence: (tokens, index) =>
    `<pre tabindex="0"><code>${renderer.utils.escapeHtml(tokens[index]?.content.trimEnd() ?? '')}</code></pre>\n`,
  table_open: (tokens, index) =>
    `<div class="wide" role="region" aria-label="Table: ${headsOf(tokens, index)}" tabindex="0"><table>\n`,
  table_close: () => '</table></div>\n',
};

/** The guides are our own files, so their HTML needs no sanitizing. */
const renderer = new MarkdownIt({ html: true });
Object.assign(renderer.renderer.rules, guideRules);

/** The heads of the table that begins at a token, for its label. */
function headsOf(tokens: readonly Token[], index: number): string {
  const end = tokens.findIndex(({ type }, at) => at > index && type === 'thead_close');
  const heads = tokens.slice(index, end).filter(({ type }) => type === 'inline');
  return heads.map(({ content }) => content.replaceAll('`', '')).join(', ');
}
