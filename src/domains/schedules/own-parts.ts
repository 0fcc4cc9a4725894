import type { Queryable } from '../../platform/database/tables.ts';
import { findPublished } from '../templates/followers.ts';
import { type PatternPart, patternParts, type WholePattern, wholePattern } from '../templates/report-defaults.ts';
import { shownDay } from './day-rules.ts';
import type { ScheduleRow } from './schedules.ts';

/** What of a schedule is its own rather than that of the template which its project follows. */
export function ownOf({ template_own }: ScheduleRow): PatternPart[] {
  return JSON.parse(template_own ?? '[]') as PatternPart[];
}

/** Notes what of a schedule that somebody has changed is no longer the template's; the same for one that follows none. */
export async function keepOwnParts(transaction: Queryable, schedule: ScheduleRow): Promise<ScheduleRow> {
  if (schedule.template_own === null) return schedule;
  const { template_id } = await transaction
    .selectFrom('projects')
    .select('template_id')
    .where('id', '=', schedule.project_id)
    .executeTakeFirstOrThrow();
  const content = template_id === null ? undefined : await findPublished(transaction, template_id);
  const pattern = content && wholePattern(content.reports ?? {});
  if (!pattern) return schedule;
  const template_own = JSON.stringify(differingParts(shownPattern(schedule), pattern));
  await transaction.updateTable('schedules').set({ template_own }).where('id', '=', schedule.id).execute();
  return { ...schedule, template_own };
}

function differingParts(shown: WholePattern, pattern: WholePattern): PatternPart[] {
  const names = Object.keys(patternParts) as PatternPart[];
  return names.filter((part) =>
    patternParts[part].some((field) => JSON.stringify(shown[field]) !== JSON.stringify(pattern[field])),
  );
}

/** A schedule in the fields of a pattern. */
function shownPattern(schedule: ScheduleRow): WholePattern {
  const { workingDay: working_day, ...day } = shownDay(schedule);
  return {
    ...{ cadence: schedule.cadence, ...day, working_day, at: schedule.at },
    ...{ period: schedule.period, compare: schedule.compare, export: JSON.parse(schedule.formats) },
    ...{ deliver: schedule.delivery, approve: schedule.approve === 1 },
  };
}
