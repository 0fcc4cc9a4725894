import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleCatalogues } from '../../../src/domains/schedules/rule-words/catalog.ts';
import { type SaidRule, sayRule, sayWholeRule } from '../../../src/domains/schedules/rule-words/rule-words.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const weeks = ['first', 'second', 'third', 'fourth', 'last'] as const;
const none = { weekday: null, day: null, week: null, working_day: null, month: null, at: '07:30' };
const monthly = { ...none, cadence: 'monthly' as const };

/** Every rule that says something of its own. */
const rules: readonly SaidRule[] = [
  ...(['daily', 'weekdays'] as const).map((cadence) => ({ ...none, cadence })),
  ...(['weekly', 'fortnightly'] as const).flatMap((cadence) =>
    weekdays.map((weekday) => ({ ...none, cadence, weekday })),
  ),
  ...Array.from({ length: 31 }, (_, index) => ({ ...monthly, day: index + 1 })),
  ...weeks.flatMap((week) => weekdays.map((weekday) => ({ ...monthly, week, weekday }))),
  ...[-1, ...Array.from({ length: 20 }, (_, index) => index + 1)].map((working_day) => ({ ...monthly, working_day })),
  ...[1, 2, 3].map((month) => ({ ...monthly, cadence: 'quarterly' as const, month, day: 1 })),
  ...Array.from({ length: 12 }, (_, index) => ({ ...monthly, cadence: 'yearly' as const, month: index + 1, day: 1 })),
  { ...monthly, cadence: 'yearly', month: 2, day: 31 },
];

for (const [language, words] of Object.entries(ruleCatalogues)) {
  test(`${language}: every rule has words of its own, all filled in`, () => {
    const said = rules.map((rule) => sayRule(rule, words, language));
    assert.equal(new Set(said).size, rules.length);
    for (const text of said) assert.doesNotMatch(text, /undefined|null|NaN|\s\s|\s$/);
  });
}

const firstMonday = {
  ...monthly,
  week: 'first',
  weekday: 'monday',
  from: '2026-12-01',
  until: null,
  skip: ['2027-01-04'],
} as const;
const sentences = {
  en: 'Every month on the first Monday at 7:30 AM, from Dec 1, 2026, not on Jan 4, 2027',
  de: 'Jeden Monat am ersten Montag um 07:30 Uhr, ab 01.12.2026, nicht am 04.01.2027',
  fr: 'Chaque mois le premier lundi à 07:30, à partir du 1 déc. 2026, sauf le 4 janv. 2027',
  pl: 'Co miesiąc w pierwszy poniedziałek o 07:30, od 1 gru 2026, oprócz 4 sty 2027',
};
for (const [language, sentence] of Object.entries(sentences)) {
  test(`${language}: the first Monday of each month is said as people say it`, () => {
    const words = ruleCatalogues[language];
    assert.ok(words);
    assert.equal(sayWholeRule(firstMonday, words, language), sentence);
  });
}
