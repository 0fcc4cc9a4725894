import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainIn, plainId, resourceId } from '../../../src/domains/connections/resource-ids.ts';
import { readSlotCell } from '../../../src/domains/project-imports/slot-cells.ts';

test('ids are the same however vendors show them', () => {
  const written: readonly [system: string, text: string, id: string][] = [
    ['google-analytics', 'properties/123', '123'],
    ['google-analytics', ' 123 ', '123'],
    ['google-ads', '111-222-3333', '1112223333'],
    ['meta-ads', '1000', 'act_1000'],
    ['meta-ads', 'act_1000', 'act_1000'],
    ['search-console', 'Example.com', 'sc-domain:example.com'],
    ['search-console', 'sc-domain:example.com', 'sc-domain:example.com'],
    ['search-console', 'https://Example.com', 'https://example.com/'],
    ['linkedin-ads', '5', '5'],
  ];
  for (const [system, text, id] of written) assert.equal(plainId(system, text), id);
  assert.equal(resourceId('google-ads', { customer: '111-222-3333', manager: '9' }), '1112223333');
  assert.equal(resourceId('google-ads', null), '');
  assert.equal(resourceId('file', { path: 'x' }), '');
});

test('a domain is found in addresses and names, and nowhere else', () => {
  const texts: readonly [text: string, domain: string | null][] = [
    ['sc-domain:shop.example', 'shop.example'],
    ['https://www.Shop.example/path?x', 'shop.example'],
    ['shop.example – GA4', 'shop.example'],
    ['Web (shop.co.uk)', 'shop.co.uk'],
    ['müller.example', 'xn--mller-kva.example'],
    ['Northwind Traders', null],
    ['Version 1.2', null],
    ['111-222-3333', null],
    ['ann@shop.example', null],
    ['Agency <ann@shop.example>', null],
  ];
  for (const [text, domain] of texts) assert.equal(domainIn(text), domain, text);
});

test('a cell names a system and an id, with the sign-in behind it; addresses keep their colons', () => {
  const known = ['google-ads', 'meta-ads', 'search-console'];
  const grant = 'gra_01jd5w0k3m8q2r4t6v8x0z1b3d';
  const read = (text: string, systems: readonly string[]) => readSlotCell(text, systems, known);
  assert.deepEqual(read(`google-ads:111-222-3333@${grant}`, ['google-ads', 'meta-ads']), {
    ...{ system: 'google-ads', id: '1112223333', grantId: grant },
  });
  assert.deepEqual(read('https://shop.example/', ['search-console']), {
    ...{ system: 'search-console', id: 'https://shop.example/', grantId: null },
  });
  assert.deepEqual(read('search-console:sc-domain:shop.example', ['search-console']), {
    ...{ system: 'search-console', id: 'sc-domain:shop.example', grantId: null },
  });
  // Only one of the two can be found by signing in.
  assert.deepEqual(read('shop.example', ['search-console', 'matomo']), {
    ...{ system: 'search-console', id: 'sc-domain:shop.example', grantId: null },
  });
  assert.deepEqual(read('google-ads:', ['google-ads']), {
    ...{ rule: 'required', message: 'names nothing of google-ads' },
  });
});
