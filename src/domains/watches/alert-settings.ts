import type { Selectable } from 'kysely';
import type { AlertSettingsTable, Queryable } from '../../platform/database/tables.ts';
import { refusedField } from '../../platform/faults.ts';
import { type CheckRevision, revised } from '../../platform/http/revisions.ts';

type AlertSettingsRow = Selectable<AlertSettingsTable>;

/** When somebody wants no messages about incidents. */
export interface QuietTimes {
  readonly quiet_hours: { readonly from: string; readonly until: string } | null;
  readonly weekends: boolean;
  readonly time_zone: string;
}

export async function readAlertSettings(db: Queryable, userId: string) {
  const row = await db.selectFrom('alert_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return revised(toQuietTimes(row), row?.revision ?? 0);
}

export function toQuietTimes(row: AlertSettingsRow | undefined): QuietTimes {
  if (!row) return { quiet_hours: null, weekends: true, time_zone: 'UTC' };
  const { quiet_from: from, quiet_until: until, weekends, time_zone } = row;
  return { quiet_hours: from !== null && until !== null ? { from, until } : null, weekends: weekends === 1, time_zone };
}

/** Stores what is given of them. Throws a fault of its field, and `edit_conflict`. */
export async function saveAlertSettings(
  transaction: Queryable,
  userId: string,
  changes: { readonly [Field in keyof QuietTimes]?: QuietTimes[Field] | undefined },
  checkRevision: CheckRevision = () => {},
) {
  const row = await transaction
    .selectFrom('alert_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  checkRevision(row?.revision ?? 0);
  const before = toQuietTimes(row);
  const quietHours = changes.quiet_hours === undefined ? before.quiet_hours : changes.quiet_hours;
  if (quietHours && quietHours.from === quietHours.until) {
    throw refusedField('quiet_hours.until', 'other', 'is the same as from; say null for no quiet hours');
  }
  const values = {
    ...{ quiet_from: quietHours?.from ?? null, quiet_until: quietHours?.until ?? null },
    weekends: (changes.weekends ?? before.weekends) ? 1 : 0,
    time_zone: changes.time_zone ?? before.time_zone,
    revision: (row?.revision ?? 0) + 1,
    updated_at: new Date().toISOString(),
  };
  await transaction
    .insertInto('alert_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return readAlertSettings(transaction, userId);
}

const mostDays = 9;

/**
 * When somebody can be told again: null for now. Quiet hours are those of the clocks of their zone: an hour that clocks skip is
 * that of the clock before, and of one that comes twice both are meant.
 */
export function quietUntil(
  { quiet_hours: hours, weekends, time_zone }: QuietTimes,
  now: Temporal.Instant,
): Temporal.Instant | null {
  let at = now;
  for (let step = 0; step < 2 * mostDays; step++) {
    const local = at.toZonedDateTimeISO(time_zone);
    const next = endOfWeekend(local, weekends) ?? (hours && endOfHours(local, hours));
    if (!next) return at === now ? null : at;
    at = next;
  }
  return at;
}

function endOfWeekend(local: Temporal.ZonedDateTime, weekends: boolean): Temporal.Instant | null {
  if (weekends || local.dayOfWeek < 6) return null;
  return local
    .toPlainDate()
    .add({ days: 8 - local.dayOfWeek })
    .toZonedDateTime(local.timeZoneId)
    .toInstant();
}

function endOfHours(
  local: Temporal.ZonedDateTime,
  { from, until }: { readonly from: string; readonly until: string },
): Temporal.Instant | null {
  const time = local.toPlainTime().toString().slice(0, 5);
  const overnight = from > until;
  const isQuiet = overnight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  const day = overnight && time >= from ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate();
  const end = endOf(day, until, local.timeZoneId);
  // Clocks were set back over the end: it comes once more.
  return Temporal.Instant.compare(end, local.toInstant()) > 0 ? end : endOf(day, until, local.timeZoneId, 'later');
}

function endOf(
  day: Temporal.PlainDate,
  time: string,
  zone: string,
  disambiguation: 'compatible' | 'later' = 'compatible',
) {
  const local = day.toPlainDateTime(Temporal.PlainTime.from(time));
  return local.toZonedDateTime(zone, { disambiguation }).toInstant();
}
