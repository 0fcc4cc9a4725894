/** Weekdays from 1 (Monday) to 7, as `Temporal` counts them. */
type NthWeekday = { readonly nth: 1 | 2 | 3 | 4 | -1; readonly weekday: number };

/** How one language says when a schedule fires. What is said of a day is that of the month. */
export interface RuleWords {
  readonly daily: string;
  readonly weekdays: string;
  weekly(weekday: number): string;
  fortnightly(weekday: number): string;
  monthly(day: string): string;
  /** `months` are the four that it is in. */
  quarterly(months: string, day: string): string;
  yearly(month: string, day: string): string;
  /** `date` has the day and the month. */
  yearlyOn(date: string): string;
  day(day: number): string;
  readonly lastDay: string;
  nthWeekday(which: NthWeekday): string;
  workingDay(nth: number): string;
  readonly lastWorkingDay: string;
  at(rule: string, time: string): string;
  from(rule: string, date: string): string;
  until(rule: string, date: string): string;
  except(rule: string, dates: string): string;
}

/** What is said of a schedule, as the management API shows it. */
export interface SaidRule {
  readonly cadence: 'daily' | 'weekdays' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'yearly';
  readonly weekday: string | null;
  readonly day: number | null;
  readonly week: 'first' | 'second' | 'third' | 'fourth' | 'last' | null;
  readonly working_day: number | null;
  readonly month: number | null;
  readonly at: string;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const weeks = { first: 1, second: 2, third: 3, fourth: 4, last: -1 } as const;

/** Such as `Every month on the first Monday at 07:00`; `locale` writes times, dates and lists. */
export function sayRule(rule: SaidRule, words: RuleWords, locale: string): string {
  // Any day: it is the time alone that is written.
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  return words.at(daysOf(rule, words, locale), time.format(new Date(`2024-01-01T${rule.at}:00Z`)));
}

/** The same with the days between which it fires, and those on which it does not. */
export function sayWholeRule(
  rule: SaidRule & { readonly from: string | null; readonly until: string | null; readonly skip: readonly string[] },
  words: RuleWords,
  locale: string,
): string {
  const date = (day: string) => dateFormat(locale, { dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`));
  const begun =
    rule.from === null ? sayRule(rule, words, locale) : words.from(sayRule(rule, words, locale), date(rule.from));
  const bounded = rule.until === null ? begun : words.until(begun, date(rule.until));
  return rule.skip.length === 0 ? bounded : words.except(bounded, listOf(locale, rule.skip.map(date)));
}

function daysOf(rule: SaidRule, words: RuleWords, locale: string): string {
  const { cadence, day } = rule;
  const month = rule.month ?? 1;
  const weekday = weekdays.indexOf(rule.weekday ?? '') + 1;
  switch (cadence) {
    case 'daily':
    case 'weekdays':
      return words[cadence];
    case 'weekly':
    case 'fortnightly':
      return words[cadence](weekday);
    case 'monthly':
      return words.monthly(dayOfMonth(rule, words));
    case 'quarterly': {
      const months = [0, 3, 6, 9].map((after) => monthName(locale, month + after));
      return words.quarterly(listOf(locale, months), dayOfMonth(rule, words));
    }
    default:
      return day !== null && day <= 28
        ? words.yearlyOn(dateFormat(locale, { day: 'numeric', month: 'long' }).format(Date.UTC(2024, month - 1, day)))
        : words.yearly(monthName(locale, month), dayOfMonth(rule, words));
  }
}

function dayOfMonth({ week, weekday, working_day, day }: SaidRule, words: RuleWords): string {
  if (week !== null) return words.nthWeekday({ nth: weeks[week], weekday: weekdays.indexOf(weekday ?? '') + 1 });
  if (working_day !== null) return working_day === -1 ? words.lastWorkingDay : words.workingDay(working_day);
  return day === 31 ? words.lastDay : words.day(day ?? 1);
}

function monthName(locale: string, month: number): string {
  return dateFormat(locale, { month: 'long' }).format(Date.UTC(2024, month - 1, 1));
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Schedules are by the Gregorian calendar, whatever the locale prefers.
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' });
}

function listOf(locale: string, items: readonly string[]): string {
  return new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }).format(items);
}

/** The form of a list that belongs to a weekday or number from 1; -1 is the last one. */
export function nthOf(forms: readonly string[], nth: number): string {
  return forms.at(nth === -1 ? -1 : nth - 1) ?? '';
}
