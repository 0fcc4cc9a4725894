import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildConsole } from '../../scripts/build-console.ts';
import { darkPalette, type Palette, palette } from '../../src/reporting/renderers/colors.ts';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const dist = new URL('../../console/dist/', import.meta.url);
const languages = /^(?:de|fr|es|pt|pl|uk|ru|ar|ja)-/;
/** Kilobytes of 1,000 bytes after gzip. */
const weightOf = (path: string) => gzipSync(readFileSync(new URL(path, dist), 'utf8'), { level: 9 }).length / 1000;

suite("the console's weight", () => {
  let chunks: Readonly<Record<string, Chunk>>;
  before(() => {
    buildConsole();
    chunks = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
  });

  /** What a chunk needs before it can run. */
  function filesOf(name: string, found = new Set<string>()): Set<string> {
    const chunk = chunks[name];
    assert.ok(chunk, `${name} is not built`);
    if (found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) found.add(style);
    for (const other of chunk.imports ?? []) filesOf(other, found);
    return found;
  }

  test('the first load, with Home and its texts, is at most 180 kB after gzip', () => {
    const files = ['index.html', 'src/screens/home/Home.tsx', 'src/messages/en/index.ts'].map((name) => [
      ...filesOf(name),
    ]);
    const weight = weightOf('index.html') + [...new Set(files.flat())].reduce((sum, file) => sum + weightOf(file), 0);
    assert.ok(weight <= 180, `${weight.toFixed(1)} kB`);
  });

  test('what the pages for signing in load is at most 20 kB after gzip', () => {
    const files = [...filesOf('src/passkey-sign-in.ts')];
    const weight = files.reduce((sum, file) => sum + weightOf(file), 0);
    assert.ok(weight <= 20, `${weight.toFixed(1)} kB`);
  });

  // 350 before tags, folders and ticks, which are 7 kB with their texts and the field of choices on Home, bulk jobs, which are
  // 9 kB, the screen that makes many projects, which is 5 kB, and the editor of templates, their comparison and their library,
  // which are 13 kB, and the portfolio, which is 7 kB. Texts in two files
  // instead of one are half a kB more,
  // the source that bulk jobs connect another half, the links to pages that are always current, spans and heatmaps 4,
  // reports of the portfolio, its figures in templates and how reports by templates look 3. Watches with
  // their form, trial and chart, alerts, and quiet hours are 22 kB, 4 of them texts. Passkeys with their library, one-time
  // codes and recovery codes are 5, people and groups from a directory 4, single sign-on 6, SAML beside it 1.3. Columns of
  // one's own in tables and their order, galleries, tables by two dimensions, and a dozen more systems are 4. How long
  // reports are kept, with legal holds, is 1.5, posts with figures of their own 0.3.
  test('everything, in one language, is at most 449 kB after gzip', () => {
    const files = readdirSync(new URL('assets/', dist)).filter((name) => !languages.test(name));
    const weight = weightOf('index.html') + files.reduce((sum, name) => sum + weightOf(`assets/${name}`), 0);
    assert.ok(weight <= 449, `${weight.toFixed(1)} kB`);
  });

  test('no other host is named by what is loaded', () => {
    const texts = readdirSync(new URL('assets/', dist)).map((name) =>
      readFileSync(new URL(`assets/${name}`, dist), 'utf8'),
    );
    const hosts = texts.flatMap((text) =>
      [...text.matchAll(/(?:src|href|fetch\(|import\()\s*=?\s*["'`](https?:[^"'`]+)/g)].map(([, host]) => host),
    );
    assert.deepEqual(hosts, []);
  });
});

test("the console's colours are those of reports without a brand", () => {
  const tokens = readFileSync(new URL('../../console/src/design/tokens.css', import.meta.url), 'utf8');
  const [light, dark] = [palette(null), darkPalette(null)];
  const roles: readonly (keyof Palette)[] = ['background', 'text', 'muted', 'rule', 'good', 'bad', 'accent'];
  for (const role of roles) {
    assert.match(tokens, new RegExp(`--${role}: light-dark\\(${light[role]}, ${dark[role]}\\);`), role);
  }
});
