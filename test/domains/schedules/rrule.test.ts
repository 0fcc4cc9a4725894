import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { checkMonthDay } from '../../../src/domains/schedules/day-rules.ts';
import { nextOccurrence, type Recurrence } from '../../../src/domains/schedules/occurrences.ts';
import { type ReadRule, readRrule } from '../../../src/domains/schedules/rrule/read-rrule.ts';
import { writeRrule } from '../../../src/domains/schedules/rrule/write-rrule.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { date, days, time, zones } from '../../support/recurrences.ts';
import { recurrenceWith } from '../../support/schedules.ts';

const berlin = { at: '06:00', timeZone: 'Europe/Berlin' };
const basic = (text: string) => text.replaceAll(/[-:]/g, '');

/** A rule with its first occurrence and its skipped days as other programs take it. */
function wholeText(recurrence: Recurrence, first: string): string {
  const { at, timeZone, skip } = recurrence;
  const moment = (day: string) => `;TZID=${timeZone}:${basic(day)}T${basic(at)}00`;
  const skipped = skip.map((day) => `EXDATE${moment(day)}`);
  return [`DTSTART${moment(first)}`, `RRULE:${writeRrule(recurrence)}`, ...skipped].join('\n');
}

function* occurrences(recurrence: Recurrence, after: Temporal.Instant) {
  for (let next = nextOccurrence(recurrence, after); next; next = nextOccurrence(recurrence, next.instant)) yield next;
}

const most = 60;
/** Where the clocks leave out the time of a day, calendars have nothing on that day, and a schedule fires later. */
const laterTime = time.filter((at) => at >= '03:00');

test('other programs read from the text of a rule the occurrences that the schedule has, over years and changes of clocks', () => {
  const spans = fc.record({ start: date, length: fc.integer({ min: 0, max: 1_500 }), skipped: fc.nat(5) });
  let compared = 0;
  fc.assert(
    fc.property(days, laterTime, zones, spans, ([given], at, timeZone, { start, length, skipped }) => {
      const [from, until] = [start.toString(), start.add({ days: length }).toString()];
      const begin = start.toZonedDateTime({ timeZone: 'UTC' }).toInstant().subtract({ hours: 48 });
      const plain = recurrenceWith({ ...given, at, timeZone, from, until });
      const [first, ...others] = occurrences(plain, begin).take(skipped + 1);
      if (!first) return;
      const recurrence = { ...plain, skip: others.map((each) => each.date) };
      const own = occurrences(recurrence, begin)
        .take(most)
        .map(({ instant }) => instant.epochMilliseconds);
      const text = wholeText(recurrence, first.date);
      const read = new RRuleTemporal({ rruleString: text, strict: true });
      const theirs = read.all((_, index) => index < most).map(({ epochMilliseconds }) => epochMilliseconds);
      assert.deepEqual([...own], theirs, text);
      compared += theirs.length;
    }),
    { numRuns: 300 },
  );
  assert.ok(compared > 1_000, `${compared} occurrences were compared`);
});

/** What a schedule is stored as. */
function stored({ cadence = 'daily', weekday, day, week, working_day, month, ...rest }: ReadRule) {
  const { from = null, until = null, skip = [], at = '', time_zone: timeZone = '' } = rest;
  const named = {
    ...{ weekday: weekday ?? null, day: day ?? null, week: week ?? null },
    ...{ workingDay: working_day ?? null, month: month ?? null },
  };
  return { cadence, ...checkMonthDay(cadence, named), at, timeZone, from, until, skip: [...skip] };
}

test('a rule that was written is read as the schedule that it was, or as one with the same days', () => {
  fc.assert(
    fc.property(days, time, zones, date, ([given], at, timeZone, from) => {
      const until = from.add({ days: 700 }).toString();
      const recurrence = recurrenceWith({ ...given, at, timeZone, from: from.toString(), until });
      const [first, skipped] = occurrences(recurrence, from.toZonedDateTime('UTC').toInstant()).take(2);
      if (!first || !skipped) return;
      const whole = { ...recurrence, from: first.date, skip: [skipped.date] };
      const read = stored(readRrule(wholeText(whole, first.date), { at: '', timeZone: '' }));
      assert.deepEqual(
        [read.at, read.timeZone, read.from, read.until, read.skip],
        [at, timeZone, first.date, until, whole.skip],
      );
      assert.equal(writeRrule(read), writeRrule(whole));
    }),
    { numRuns: 300 },
  );
});

const taken: readonly (readonly [string, Partial<ReadRule>])[] = [
  ['FREQ=DAILY', { cadence: 'daily' }],
  ['RRULE:FREQ=DAILY;INTERVAL=1', { cadence: 'daily' }],
  ['freq=weekly;byday=mo,tu,we,th,fr', { cadence: 'weekdays' }],
  ['FREQ=DAILY;BYDAY=FR,MO,TU,WE,TH;', { cadence: 'weekdays' }],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;WKST=SU', { cadence: 'daily' }],
  ['FREQ=WEEKLY;BYDAY=SU;WKST=SU', { cadence: 'weekly', weekday: 'sunday' }],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', { cadence: 'fortnightly', weekday: 'friday' }],
  ['FREQ=MONTHLY;BYMONTHDAY=15', { cadence: 'monthly', day: 15 }],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', { cadence: 'monthly', day: 31 }],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', { cadence: 'monthly', day: 30 }],
  ['FREQ=MONTHLY;BYDAY=1MO', { cadence: 'monthly', week: 'first', weekday: 'monday' }],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', { cadence: 'monthly', week: 'last', weekday: 'friday' }],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3', { cadence: 'monthly', working_day: 3 }],
  ['FREQ=MONTHLY;BYMONTH=2,5,8,11;BYMONTHDAY=28', { cadence: 'quarterly', month: 2, day: 28 }],
  ['FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=+2TU', { cadence: 'quarterly', month: 1, week: 'second', weekday: 'tuesday' }],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31', { cadence: 'yearly', month: 3, day: 31 }],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=-1', { cadence: 'yearly', month: 2, day: 31 }],
  ['FREQ=DAILY;UNTIL=20271231', { cadence: 'daily', until: '2027-12-31' }],
  ['FREQ=DAILY;UNTIL=20271231T050000Z', { cadence: 'daily', until: '2027-12-31' }],
  ['FREQ=DAILY;UNTIL=20271231T045959Z', { cadence: 'daily', until: '2027-12-30' }],
  ['FREQ=DAILY;UNTIL=20271230T230000Z', { cadence: 'daily', until: '2027-12-30' }],
];
for (const [text, rule] of taken) {
  test(`${text} is ${JSON.stringify(rule)}`, () => {
    assert.deepEqual(readRrule(text, berlin), { until: null, ...rule });
  });
}

test('lines with DTSTART and EXDATE say the first day, the time, the zone and the skipped days', () => {
  const lines = [
    'DTSTART;TZID=America/New_York:20261102T063000',
    'RRULE:FREQ=YEARLY',
    'EXDATE:20271102T103000Z,20281102T113000Z',
  ];
  assert.throws(() => readRrule(lines.join('\r\n'), berlin), /EXDATE:20281102T113000Z cannot be kept: it is at 07:30/);
  const whole = lines.join('\r\n').replace(',20281102T113000Z', ',2028110\r\n 2T103000Z');
  assert.deepEqual(readRrule(whole, berlin), {
    ...{ cadence: 'yearly', month: 11, day: 2, until: null, from: '2026-11-02' },
    ...{ at: '06:30', time_zone: 'America/New_York', skip: ['2027-11-02', '2028-11-02'] },
  });
  const weekly = readRrule('DTSTART;VALUE=DATE:20261104\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261111', berlin);
  const days = { weekday: 'wednesday', from: '2026-11-04', skip: ['2026-11-11'] };
  assert.deepEqual(weekly, { cadence: 'weekly', until: null, ...days });
});

test('a skipped day and a last day may be those on which the clocks leave out the time', () => {
  const start = 'DTSTART;TZID=Europe/Berlin:20320327T020000';
  const rule = 'RRULE:FREQ=DAILY;UNTIL=20320328T020000';
  const read = readRrule(`${start}\n${rule}\nEXDATE;TZID=Europe/Berlin:20320328T020000`, berlin);
  assert.deepEqual([read.until, read.skip], ['2032-03-28', ['2032-03-28']]);
});

const refused: readonly (readonly [string, string])[] = [
  ['FREQ=HOURLY', 'FREQ=HOURLY'],
  ['FREQ=DAILY;COUNT=10', 'COUNT=10'],
  ['FREQ=DAILY;INTERVAL=3', 'INTERVAL=3'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', 'INTERVAL=3'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;WKST=SU', 'WKST=SU'],
  ['FREQ=WEEKLY;BYDAY=MO,WE', 'BYDAY=MO,WE'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY=1MO'],
  ['FREQ=WEEKLY', 'FREQ=WEEKLY'],
  ['FREQ=MONTHLY', 'FREQ=MONTHLY'],
  ['FREQ=MONTHLY;BYDAY=MO', 'BYDAY=MO'],
  ['FREQ=MONTHLY;BYDAY=5MO', 'BYDAY=5MO'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2', 'BYDAY=MO,TU'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=21', 'BYSETPOS=21'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,2', 'BYSETPOS=1,2'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', 'BYMONTHDAY=31'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'BYMONTHDAY=1,15'],
  ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 'BYMONTHDAY=13'],
  ['FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=1', 'BYMONTH=1,7'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'BYMONTHDAY=29'],
  ['FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=MO;BYSETPOS=1', 'BYSETPOS=1'],
  ['FREQ=YEARLY;BYYEARDAY=100', 'BYYEARDAY=100'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'BYWEEKNO=20'],
  ['FREQ=DAILY;BYHOUR=6,18', 'BYHOUR=6,18'],
  ['RRULE:FREQ=DAILY\nRDATE:20261101', 'RDATE'],
  ['RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY;BYDAY=MO', 'A second RRULE'],
  ['DTSTART;TZID=Nowhere:20261101T060000\nRRULE:FREQ=DAILY', 'TZID=NOWHERE'],
];
for (const [text, part] of refused) {
  test(`of ${JSON.stringify(text)} it is said that ${part} cannot be kept`, () => {
    assert.throws(
      () => readRrule(text, berlin),
      ({ details, message }: ServiceError) =>
        details?.[0]?.field === 'rrule' && message.toUpperCase().startsWith(`${part.toUpperCase()} CANNOT BE KEPT: `),
    );
  });
}

test('what is no rule at all is refused at the field, whatever it is', () => {
  for (const text of [
    '',
    'every Monday',
    'FREQ',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;UNTIL=20261301',
    'DTSTART:20260101',
  ]) {
    assert.throws(
      () => readRrule(text, berlin),
      ({ details }: ServiceError) => details?.[0]?.field === 'rrule',
      text,
    );
  }
  const words = fc.constantFrom(
    'FREQ=',
    'MONTHLY',
    'WEEKLY',
    ';',
    'BYDAY=',
    '1MO',
    ',',
    'MO',
    'BYSETPOS=',
    '-1',
    ':',
    '\n',
    'T',
    '9',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((parts) => parts.join('')),
      ),
      (text) => {
        try {
          readRrule(text, berlin);
        } catch (error) {
          assert.ok(error instanceof ServiceError, `${error}`);
          assert.equal(error.details?.[0]?.field, 'rrule');
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
