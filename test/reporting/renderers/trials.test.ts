import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { sha256 } from '../../../src/platform/storage/object-store.ts';
import { PictureTrials, TrialsBusy } from '../../../src/reporting/renderers/logo/trials.ts';
import { removeFolder } from '../../support/folders.ts';
import { animated, cmykJpeg, png, pngUri, svgUri, undrawable } from '../../support/pictures.ts';
import { test } from '../../support/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-trials-'));
after(() => removeFolder(folder));

/** A program in the place of what draws. */
function programOf(name: string, text: string): string {
  const program = join(folder, `${name}.mjs`);
  writeFileSync(program, text);
  return program;
}

const square = svgUri('<path d="M0 0h40v40H0z"/>');
/** Drawn for longer than anybody waits. */
const endless = svgUri(
  '<path id="p" d="M0 0L1e30 -5"/><text><textPath href="#p">xxxxxxxxxxxxxxxxxxxxxx</textPath></text>',
);

test('of each picture it is said why it cannot be drawn, and one that ends its process takes none with it', async () => {
  const trials = new PictureTrials({ deadlineMs: 60_000 });
  const bad = Object.values(undrawable);
  const asked = [square, ...bad.map(([uri]) => uri)].map((uri) => ({ as: 'picture', uri }) as const);
  const [first, ...faults] = await trials.faultsOf(asked);
  assert.equal(first, null);
  for (const [index, [, says]] of bad.entries()) assert.match(faults[index] ?? '', says);
});

test('pictures of 16 bits and animations are drawn, and those in the colours of print refused', async () => {
  const trials = new PictureTrials({ deadlineMs: 60_000 });
  const uris = [pngUri({ depth: 16 }), pngUri({ before: [animated] }), cmykJpeg];
  const [deep, moving, printed] = await trials.faultsOf(uris.map((uri) => ({ as: 'logo', uri })));
  assert.deepEqual([deep, moving], [null, null]);
  assert.match(printed ?? '', /^has the colours of print \(CMYK\)/);
});

test('a picture may be drawable as one thing and not as another', async () => {
  const trials = new PictureTrials({ deadlineMs: 60_000 });
  const line = svgUri('<path d="M0 0h9000v40H0z"/>', 'width="9000" height="40"');
  const uses = (['picture', 'cover'] as const).map((as) => ({ as, uri: line }));
  const [asPicture, asCover] = await trials.faultsOf(uses);
  assert.equal(asPicture, null);
  assert.match(asCover ?? '', /^is too long or too high for a cover: 595 × 260 points are cut out of it/);
});

test('one that is never drawn is given up for its processor time, and is to blame itself', async () => {
  const trials = new PictureTrials({ deadlineMs: 120_000 });
  const faults = await trials.faultsOf([{ as: 'logo', uri: endless }]);
  assert.deepEqual(faults, ['takes too long to draw: export it with fewer shapes, or as PNG']);
});

test('without time or room nothing is said of a picture', async () => {
  const program = programOf('waiting', 'setInterval(() => {}, 1_000);');
  const trials = new PictureTrials({ mostAtOnce: 1, mostWaiting: 1, deadlineMs: 500, program });
  const ask = () => trials.faultsOf([{ as: 'logo', uri: square }]);
  const [first, second] = [ask(), ask()];
  await assert.rejects(ask(), (error) => error instanceof TrialsBusy && /Too many/.test(error.message));
  await assert.rejects(first, TrialsBusy);
  await assert.rejects(second, TrialsBusy);
  assert.ok(!trials.isDrawable('logo', sha256(Buffer.from(square.split(',')[1] ?? '', 'base64'))));
});

test('a process that somebody kills says nothing of its picture either', async () => {
  const trials = new PictureTrials({ program: programOf('killed', "process.kill(process.pid, 'SIGKILL');") });
  await assert.rejects(trials.faultsOf([{ as: 'logo', uri: square }]), /has ended by SIGKILL/);
});

test('a picture is drawn once', async () => {
  const log = join(folder, 'asked');
  const counting = `import { appendFileSync, readFileSync } from 'node:fs';
const { trials } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(${JSON.stringify(log)}, trials.length + ' ');
for (const _ of trials) console.log(null);`;
  const trials = new PictureTrials({ program: programOf('counting', counting) });
  const bytes = png({ seed: 1 });
  const known = { as: 'logo', uri: `data:image/png;base64,${bytes.toString('base64')}` } as const;
  const fresh = { as: 'logo', uri: square } as const;
  for (const asked of [[known], [known, known, fresh], [fresh]]) await trials.faultsOf(asked);
  assert.equal(readFileSync(log, 'utf8'), '1 1 ');
  assert.ok(trials.isDrawable('logo', sha256(bytes)) && !trials.isDrawable('cover', sha256(bytes)));
});
