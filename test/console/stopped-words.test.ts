import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Messages } from '../../console/src/messages/catalog.ts';
import { notConnected } from '../../console/src/screens/connections/sign-in-outcome.ts';
import { whyStopped } from '../../console/src/screens/reports/stopped.ts';
import { failureReasons } from '../../src/domains/authorizations/authorizations.ts';
import { mailReasons } from '../../src/domains/schedules/mail.ts';
import { outcomeReasons } from '../../src/platform/jobs/outcomes.ts';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'pl', 'uk', 'ru', 'ar', 'ja'];
const wordsIn = async (language: string) => {
  const catalog: Record<string, Messages> = await import(`../../console/src/messages/${language}/index.ts`);
  return catalog[language] ?? assert.fail(language);
};
const jobsIn = async (language: string) => (await wordsIn(language)).reports.jobs;
const number = (value: number) => `<${value}>`;
const connection = { connection_id: 'con_1', connection: 'Shop orders', system: 'postgres' };

/** Outcomes with what their sentence has to carry. */
const outcomes: readonly (readonly [reason: string, details: Record<string, unknown>, carries: readonly string[]])[] = [
  ...outcomeReasons.map((reason) => [reason, {}, []] as const),
  ['tariff_restricted', { bound: 'connections', plan: 'free', limit: 2, used: 3 }, ['free', '<2>', '<3>']],
  ['tariff_restricted', { bound: 'generations', plan: 'free', limit: 20, used: 20 }, ['free', '<20>']],
  ['generation_failed', { field: 'settings.sections.1.metrics', value: 'revenue' }, ['<2>', 'revenue']],
  ['generation_failed', { field: 'settings.goals.0.metric', value: 'revenue' }, ['<1>', 'revenue']],
  ['generation_failed', { field: 'settings.brand.logo', value: 'sha256:1' }, []],
  ['generation_failed', { cause: 'deadline' }, []],
  ['generation_failed', { cause: 'outage' }, []],
  ['export_generation_failed', { cause: 'worker_lost' }, []],
  ['generation_failed', { ...connection, kind: 'invalid_config' }, []],
  ['generation_failed', { ...connection, kind: 'transient' }, []],
];

for (const language of languages) {
  test(`why a job stopped is said in ${language}, with all that the details carry`, async () => {
    const [words, english] = await Promise.all([language, 'en'].map(jobsIn));
    assert.ok(words && english);
    for (const [reason, details, carries] of outcomes) {
      const { text } = whyStopped({ reason, details }, words, number);
      for (const part of carries) assert.ok(text.includes(part), `${text} lacks ${part}`);
      if (language === 'en') continue;
      assert.notEqual(text, whyStopped({ reason, details }, english, number).text, JSON.stringify(details));
    }
  });
}

for (const language of languages) {
  test(`why an e-mail was not sent, and nothing was connected, is said in ${language}`, async () => {
    const [own, english] = await Promise.all([language, 'en'].map(wordsIn));
    assert.ok(own && english);
    const { unsent, unsentOther } = own.schedules.runs;
    assert.deepEqual(Object.keys(unsent).toSorted(), mailReasons.toSorted());
    const said = [...Object.values(unsent), unsentOther];
    assert.equal(new Set(said).size, said.length);
    const failed = (reason: (typeof failureReasons)[number] | null) => {
      const outcome = { status: 'failed', message: 'In English.', reason } as const;
      return notConnected(outcome, own.connection.access, 'Google') ?? assert.fail();
    };
    for (const reason of failureReasons) {
      const { text, answer } = failed(reason);
      assert.ok(text?.includes(reason === 'connection_removed' ? '' : 'Google'), reason);
      assert.equal(answer, null, 'the English sentence says no more');
      said.push(text ?? '');
    }
    assert.deepEqual([failed(null).text, failed(null).answer], [null, 'In English.']);
    if (language === 'en') return;
    const inEnglish = [...Object.values(english.schedules.runs.unsent), english.schedules.runs.unsentOther];
    assert.ok(!said.some((text) => text === '' || inEnglish.includes(text)));
  });
}

test('what may still be granted is no fault', async () => {
  const { access } = (await wordsIn('en')).connection;
  const of = (status: 'waiting' | 'granted' | 'denied') =>
    notConnected({ status, message: 'No.', reason: null }, access, 'Google');
  assert.deepEqual([of('waiting'), of('granted'), of('denied')?.answer], [null, null, null]);
});

test('a connection is named, and what its system answered stays to be read', async () => {
  const words = await jobsIn('en');
  const why = whyStopped({ reason: 'reauth_required', details: connection }, words, number);
  assert.deepEqual([why.where, why.saysMore], ['Connection: Shop orders', true]);
  const own = whyStopped({ reason: 'generation_failed', details: { cause: 'deadline' } }, words, number);
  assert.deepEqual([own.text, own.where, own.saysMore], ['It took too long.', null, false]);
  assert.equal(whyStopped({ reason: 'later', details: {} }, words, number).text, words.other);
});
