import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiVersion, apiVersions } from '../../../src/reporting/connectors/api-versions.ts';
import { listConnectors } from '../../../src/reporting/connectors/registry.ts';

const versions: readonly (readonly [string, ApiVersion])[] = Object.entries(apiVersions);
const noticeDays = 60;

/** The systems whose versions end within the days that a move takes. */
function ending(today: Temporal.PlainDate): string[] {
  const last = today.add({ days: noticeDays }).toString();
  return versions.filter(([, { endsOn }]) => endsOn !== null && endsOn <= last).map(([system]) => system);
}

test('no version of an API that is asked for ends within 60 days', () => {
  assert.deepEqual(ending(Temporal.Now.plainDateISO('UTC')), []);
});

test('the day on which a version has to be moved is found', () => {
  assert.ok(ending(Temporal.PlainDate.from('2027-07-29').subtract({ days: noticeDays })).includes('meta-ads'));
  assert.ok(!ending(Temporal.PlainDate.from('2027-07-29').subtract({ days: noticeDays + 1 })).includes('meta-ads'));
});

test('every system with an address of a vendor has its version, and each says why it ends or does not', () => {
  // What people run themselves, and the APIs of Matomo and Umami, stand in addresses without a version.
  const without = [
    'file',
    'postgres',
    'mysql',
    'clickhouse',
    'sql-server',
    'redshift',
    'http-json',
    'prometheus',
    'matomo',
    'umami',
  ];
  const hosted = listConnectors().map(({ system }) => system);
  const missing = hosted.filter((system) => !without.includes(system) && !(system in apiVersions));
  assert.deepEqual(missing, []);
  for (const [system, { version, endsOn, basis, told }] of versions) {
    assert.match(version, /^v?\d/, system);
    assert.equal(endsOn === null, basis === 'none', system);
    assert.ok(told.length > 20, system);
  }
});
