import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import type { Period, Periods } from '../../reporting/documents/model.ts';

const maxDays = 366;

/** Whether the text is a real calendar day in the form YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001-01-01') return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** Checks order and length of both periods (C-PERIOD-4, C-PERIOD-5); throws `invalid_request` that names each fault. */
export function checkPeriods(periods: Periods): void {
  const details = eachPeriod(periods).flatMap(([name, period]) => faultsOf(`period.${name}`, period));
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}

function faultsOf(field: string, { from, to }: Period): ErrorDetail[] {
  if (from > to) return [{ field: `${field}.to`, rule: 'order', message: 'must not be before "from"' }];
  const days = Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days + 1;
  if (days > maxDays) return [{ field, rule: 'span', message: `must span at most ${maxDays} days, not ${days}` }];
  return [];
}

/** Checks that no period ends after today in the project's time zone; throws `invalid_request`. */
export function checkNotFuture(periods: Periods, timeZone: string): void {
  const today = Temporal.Now.plainDateISO(timeZone).toString();
  const details = eachPeriod(periods)
    .filter(([, period]) => period.to > today)
    .map(([name]): ErrorDetail => {
      const message = `must not be after today, ${today} in ${timeZone}`;
      return { field: `period.${name}.to`, rule: 'future', message };
    });
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}

function eachPeriod({ current, compare }: Periods): [string, Period][] {
  return compare
    ? [
        ['current', current],
        ['compare', compare],
      ]
    : [['current', current]];
}
