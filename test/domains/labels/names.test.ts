import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldLabel, readLabelName } from '../../../src/domains/labels/label-names.ts';

test('names are the same in any case and however they are composed', () => {
  for (const [one, other] of [
    ['Retail', 'RETAIL'],
    ['Cafe\u0301', 'CAFÉ'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ｒｅｔａｉｌ', 'retail'],
    ['Re\u200btail', 'Retail'],
    ['New  York', 'new\u00a0york'],
  ] as const) {
    assert.equal(foldLabel(one), foldLabel(other), `${one} ${other}`);
  }
  assert.notEqual(foldLabel('resume'), foldLabel('résumé'), 'an accent is another letter');
});

test('a name is stored composed, with single spaces', () => {
  assert.equal(readLabelName('tags', '  Cafe\u0301 \t bar '), 'Café bar');
});

test('a name has 1 to 50 characters, in one line', () => {
  assert.equal(readLabelName('tags', '💡'.repeat(50)), '💡'.repeat(50));
  for (const wrong of ['', '   ', '\u200b', 'x'.repeat(51), 'a\nb', 'a\u202eb', 'a\u0000']) {
    assert.throws(() => readLabelName('folder', wrong), {
      message: 'The name of a tag or folder has 1 to 50 characters, in one line.',
      details: [
        {
          ...{ field: 'folder', rule: 'name' },
          message: 'The name of a tag or folder has 1 to 50 characters, in one line.',
        },
      ],
    });
  }
});
