import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const prefixed = /(^|_)((milli|micro|nano)seconds|(kilo|mega|giga|kibi|mebi|gibi)bytes|minutes|hours|days)(_|$)/;

/** The complaints of `promtool check metrics` about the name and type of a metric. */
const faults: readonly [fault: string, found: (name: string, type: string) => boolean][] = [
  ['a counter ends in _total', (name, type) => type === 'counter' && !name.endsWith('_total')],
  ['nothing else ends in _total', (name, type) => type !== 'counter' && name.endsWith('_total')],
  ['no name ends like a series of a histogram', (name) => /_(bucket|count|sum)$/.test(name)],
  ['no name tells its type', (name, type) => name.split('_').includes(type)],
  ['names are in small letters, with underscores', (name) => !/^[a-z][a-z0-9_]*$/.test(name)],
  [
    'units are seconds and bytes, in full',
    (name) =>
      /(^|_)(milli|micro|nano|kilo|mega|giga|m|u|n|k|g)?(s|secs?|b|bits?)(_|$)/.test(name) || prefixed.test(name),
  ],
];

test('the names of /metrics follow the rules of Prometheus', async () => {
  await using service = await startTestService('sqlite', { role: 'all' });
  const { text } = await service.call('GET', '/metrics');
  const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  assert.ok(types.some(({ name }) => name === 'report_service_job_duration_seconds'));
  for (const { name, type } of types) {
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'));
    for (const [rule, isBroken] of faults) assert.ok(!isBroken(name, type), `${name}, a ${type}: ${rule}`);
    const labels = [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, 'gm'))].map(([, list = '']) => list);
    if (type === 'gauge' || type === 'counter')
      assert.ok(!labels.some((list) => /(^|,)(le|quantile)=/.test(list)), name);
  }
});
