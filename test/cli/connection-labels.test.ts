import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startStripe, stripeKey } from '../doubles/stripe.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { thisMachine } from '../support/connector-context.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

interface Labelled {
  readonly metrics: readonly { readonly label: string }[];
  readonly dimensions: readonly { readonly label: string }[];
}

const labelsOf = (offered: readonly { readonly label: string }[]) => offered.map(({ label }) => label);

const stripe = await startStripe();

describe('the labels of connections', () => {
  let installation: TestInstallation;
  let folder: string;
  let hosted: string;
  let own: string;
  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'report-service-test-')));
    const visits = { key: 'visits', label: 'Visits', sql: 'count(*)', unit: 'count', better: 'up', additive: true };
    const config = { path: 'orders.csv', date: 'day', metrics: [visits], dimensions: [] };
    const files = {
      'orders.csv': 'day\n2026-03-28\n',
      'file.json': JSON.stringify(config),
      'stripe.json': JSON.stringify({ currency: 'eur' }),
      'secret.json': JSON.stringify({ key: stripeKey }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    installation = await givenInstallation('sqlite', {
      DATA_ROOTS: folder,
      ALLOWED_NETWORKS: thisMachine,
      SYSTEM_ADDRESSES: JSON.stringify({ stripe: stripe.url }),
    });
    const account = await givenAccount(installation.db);
    const project = await givenProject(installation.db, account, { locale: 'de-AT', time_zone: 'Europe/Berlin' });
    const add = (system: string) => [
      ...['connections', 'add', '--project', project.id, '--system', system, '--name', system],
      ...['--config', join(folder, `${system}.json`)],
    ];
    hosted = (await installation.json([...add('stripe'), '--secret', join(folder, 'secret.json')])).id;
    own = (await installation.json(add('file'))).id;
  });
  after(async () => {
    await installation[Symbol.asyncDispose]();
    removeFolder(folder);
  });

  const catalog = (id: string, ...more: string[]): Promise<Labelled> =>
    installation.json(['connections', 'catalog', id, ...more]);

  test('a hosted system has them in the language of the project, or in the one asked for', async () => {
    const german = await catalog(hosted);
    assert.deepEqual(labelsOf(german.metrics).slice(0, 3), ['Bruttovolumen', 'Nettovolumen', 'Zahlungen']);
    assert.deepEqual(labelsOf(german.dimensions), ['Kategorie']);
    assert.deepEqual(labelsOf((await catalog(hosted, '--locale', 'fr')).dimensions), ['Catégorie']);
    // There are no texts in Dutch.
    assert.deepEqual(labelsOf((await catalog(hosted, '--locale', 'nl-NL')).dimensions), ['Category']);
  });

  test('a preview has those of the project', async () => {
    const argv = ['connections', 'preview', hosted, '--from', '2026-03-27', '--to', '2026-03-30'];
    const { metrics } = await installation.json(argv);
    assert.equal(metrics[0].label, 'Bruttovolumen');
  });

  test("a customer's own stay as they are", async () => {
    assert.deepEqual(labelsOf((await catalog(own)).metrics), ['Visits']);
  });

  test('an unknown language is refused', async () => {
    const refused = await installation.run(['connections', 'catalog', hosted, '--locale', 'german']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /--locale takes a language or locale such as de or pt-BR, not "german"/);
  });
});
