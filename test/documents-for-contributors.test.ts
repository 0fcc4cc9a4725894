import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
