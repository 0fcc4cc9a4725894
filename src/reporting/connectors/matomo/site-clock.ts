import { knownZone } from '../hosted/account-settings.ts';
import type { MatomoSite } from './api.ts';

/** The zone of a site's days: a name, or hours such as `+02:00` for Matomo's own `UTC+2`; undefined for one that is not known here. */
export function zoneOf(site: Pick<MatomoSite, 'timezone'> | undefined): string | undefined {
  const name = site?.timezone;
  const [, sign, hours, fraction = '0'] = /^UTC([+-])(\d{1,2})(\.\d+)?$/.exec(name ?? '') ?? [];
  const minutes = String(Number(fraction) * 60).padStart(2, '0');
  return knownZone(hours === undefined ? name : `${sign}${hours.padStart(2, '0')}:${minutes}`);
}

/**
 * Whether Matomo gives the hours of a day as the clock of the site had them. It counts visits by their hour in UTC and makes
 * local ones of those as if all of them were on the date on which the day begins in UTC. So it is wrong on days around a change
 * of the clock, and where zones are not whole hours away from UTC on all.
 */
export function hasTrueHours(day: string, timeZone: string): boolean {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  const end = start.add({ days: 1 });
  const date = start.withTimeZone('UTC').toPlainDate();
  for (let at = start; Temporal.ZonedDateTime.compare(at, end) < 0; at = at.add({ minutes: 30 })) {
    const { hour } = at.withTimeZone('UTC');
    const told = date.toZonedDateTime({ timeZone: 'UTC', plainTime: { hour } }).withTimeZone(timeZone);
    if (told.hour !== at.hour) return false;
  }
  return true;
}

/** Whether the hours of a zone are whole ones from UTC, for some part of the year. */
export function hasWholeHours(timeZone: string): boolean {
  return ['2026-01-15', '2026-07-15'].some((day) => hasTrueHours(day, timeZone));
}
