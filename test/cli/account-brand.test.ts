import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sha256 } from '../../src/platform/storage/object-store.ts';
import { engines } from '../support/databases.ts';
import { undrawable } from '../support/pictures.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h4v4z"/></svg>');
const none = {
  ...{
    name: null,
    logo: null,
    accent_color: null,
    footer: null,
    contact: null,
    cover_picture: null,
    font: null,
    anonymous_comments: null,
  },
};

for (const engine of engines) {
  describe(`${engine}: accounts brand`, () => {
    let installation: TestInstallation;
    let account: string;
    let file: string;
    before(async () => {
      installation = await givenInstallation(engine);
      account = (await installation.json(['accounts', 'create', '--name', 'Agency', '--plan', 'pro'])).id;
      file = join(installation.dataDir, 'brand.json');
    });
    after(() => installation[Symbol.asyncDispose]());

    const set = (brand: unknown) => {
      writeFileSync(file, typeof brand === 'string' ? brand : JSON.stringify(brand));
      return installation.run(['accounts', 'brand', account, '--set', file, '--json']);
    };
    const show = () => installation.json(['accounts', 'brand', account]);

    test('a file replaces the whole brand, whose pictures are printed by name; --remove removes it', async () => {
      assert.deepEqual(await show(), none);
      const picture = `data:image/svg+xml;base64,${logo.toString('base64')}`;
      const first = await set({ name: 'Harbour & Finch', logo: picture, font: 'Lato' });
      assert.equal(first.stderr, '');
      const named = { ...none, name: 'Harbour & Finch', logo: `sha256:${sha256(logo)}`, font: 'Lato' };
      assert.deepEqual(JSON.parse(first.stdout), named);
      assert.deepEqual(await show(), named);
      const second = { ...none, logo: named.logo, footer: 'Finch Ltd' };
      assert.deepEqual(JSON.parse((await set({ logo: named.logo, footer: 'Finch Ltd' })).stdout), second);
      await installation.json(['accounts', 'brand', account, '--remove']);
      assert.deepEqual(await show(), none);
      const log = await installation.json(['audit', 'list', '--account', account]);
      assert.deepEqual(log.map(({ action }: { action: string }) => action).slice(0, 3), [
        'account.unbrand',
        'account.brand',
        'account.brand',
      ]);
    });

    test('what is wrong with a brand is told in one sentence, and nothing changes', async () => {
      await set({ name: 'Kept' });
      const refusals: readonly (readonly [unknown, RegExp])[] = [
        [{ accent_color: 'red', motto: 'x' }, /accent_color must be a color such as #0b6e4f/],
        [{ font: 'Comic Sans' }, /font must be one of Noto Sans, Open Sans/],
        [{ logo: `sha256:${'0'.repeat(64)}` }, /logo names a picture that the account has not stored/],
        [{ logo: undrawable['too many points']?.[0] }, /logo has 30,000 × 30,000 points: .* make it smaller\./],
        ['[]', /The brand is not valid/],
        ['{', /--set must hold valid JSON/],
      ];
      for (const [brand, says] of refusals) {
        const { code, stderr } = await set(brand);
        assert.deepEqual([code, stderr.trimEnd().split('\n').length], [1, 1], stderr);
        assert.match(stderr, says);
      }
      const both = await installation.run(['accounts', 'brand', account, '--set', file, '--remove']);
      assert.match(both.stderr, /not both/);
      const unknown = await installation.run(['accounts', 'brand', 'acc_00000000000000000000000000']);
      assert.match(unknown.stderr, /There is no account/);
      assert.equal((await show()).name, 'Kept');
    });
  });
}
