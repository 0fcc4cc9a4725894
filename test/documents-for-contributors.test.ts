import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

/** A file or folder of the repository, ending in an extension or a slash; words in capitals are placeholders. */
const pathForm = /`([\w.-]+(?:\/[\w.-]+)*\/?)`/g;
const isPath = (text: string) => text.includes('/') || /^[A-Za-z-]+\.(md|ts|json)$/.test(text);
const isExample = (text: string) => /(^|\/)[A-Z]+(\/|\.ts$)/.test(text);
/** Media types, modules and files that the service creates, which are not in the repository. */
const elsewhere = /^(application\/json|installation\/mark|DATA_DIR\/.*|typebox\/compile|node_modules\/.*)$/;
/** Pages whose paths may be relative to `src/`, or to the folder that they are about. */
const places = ['', 'src/', 'src/domains/export-jobs/'];

const pages = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/ARCHITECTURE.md',
  'docs/upgrading.md',
  ...readdirSync(`${root}docs/adr`).map((name) => `docs/adr/${name}`),
];

for (const page of pages) {
  test(`${page} names paths, pages and npm scripts that exist`, () => {
    const text = read(page);
    const paths = [...text.matchAll(pathForm)].map(([, path = '']) => path);
    const missing = paths
      .filter((path) => isPath(path) && !isExample(path) && !elsewhere.test(path))
      .filter((path) => !places.some((place) => existsSync(root + place + path)));
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => !existsSync(`${root}${dirname(page)}/${link}`));
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      { missing, dead, unknown: commands.filter((name) => !scripts[name]) },
      { missing: [], dead: [], unknown: [] },
    );
  });
}

test('README lists every page, those of decisions and connectors by the pages that list them', () => {
  const pages = ['README.md', 'docs/adr/README.md', 'docs/connectors/README.md'];
  const linked = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)].map(([, link = '']) => join(dirname(page), link)),
  );
  const all = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const written = [...all, 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md'];
  assert.deepEqual(
    written.filter((page) => !linked.includes(page)),
    [],
  );
});

test('links of all pages lead to files that exist', () => {
  const all = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const dead = ['README.md', 'client/README.md', ...all.map((name) => `docs/${name}`)].flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#:\s]+)(#[^)]*)?\)/g)]
      .map(([, link = '', anchor = '']) => ({ file: join(dirname(page), link), anchor: anchor.slice(1) }))
      .filter(({ file, anchor }) => !existsSync(root + file) || (anchor !== '' && !anchorsOf(file).includes(anchor)))
      .map(({ file, anchor }) => `${page}: ${file} ${anchor}`),
  );
  assert.deepEqual(dead, []);
});

/** As GitHub makes them of headings. */
function anchorsOf(file: string): string[] {
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/adr/README.md lists every decision, by its title', () => {
  const listed = [...read('docs/adr/README.md').matchAll(/^- \[(\d+)\]\(([^)]+)\) (.+)$/gm)];
  const titles = listed.map(([, number, file = '', title]) => [file, `# ${number}. ${title}`]);
  const decisions = readdirSync(`${root}docs/adr`).filter((name) => name !== 'README.md');
  const own = decisions.map((file) => [file, read(`docs/adr/${file}`).split('\n', 1)[0] ?? '']);
  assert.deepEqual(titles.toSorted(), own.toSorted());
});

test('every decision says what was decided first, then why, and what it costs', () => {
  for (const file of readdirSync(`${root}docs/adr`).filter((name) => name !== 'README.md')) {
    const [title = '', decision = ''] = read(`docs/adr/${file}`).split('\n\n');
    assert.match(title, /^# \d+\. \S/, file);
    assert.match(decision, /^\*\*Decision\.\*\* /, file);
    for (const part of ['Why', 'Cost'])
      assert.match(read(`docs/adr/${file}`), new RegExp(`^\\*\\*${part}\\.\\*\\* `, 'm'), file);
  }
});
