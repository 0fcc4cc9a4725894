import assert from 'node:assert/strict';
import { test } from 'node:test';

// By its address, as its types are those of browsers.
const address = new URL('../../console/src/screens/connections/wizard/doubts.ts', import.meta.url).href;
const { questionOf, readingsOf } = await import(address);

test('which comes first in names such as 01/02/2026 is asked of the name, and told in the configuration', () => {
  const unpivot = { columns: 'dates', into: 'value', first: 'month' };
  const config = { path: 'plan.csv', date: 'day', unpivot };
  const doubt = { column: '01/02/2026', code: 'day_or_month_first', message: '' };
  const { example, chosen, choices } = questionOf(doubt, { rows: [], config }, config);
  assert.deepEqual([example, chosen], ['01/02/2026', 'month']);
  assert.deepEqual(readingsOf('01/02/2026'), { day: '2026-02-01', month: '2026-01-02' });
  assert.deepEqual(choices, [
    { id: 'day', config: { ...config, unpivot: { ...unpivot, first: 'day' } } },
    { id: 'month', config },
  ]);
});
