import { type Static, Type } from 'typebox';
import { resource } from '../../../platform/http/envelope.ts';
import { getProject } from '../../projects/projects.ts';
import { createSchedule, type MailingInstallation, toFields } from '../../schedules/managed-schedules.ts';
import { checkMayName } from '../../schedules/schedule-channels.ts';
import { checkSchedule } from '../../schedules/schedule-rules.ts';
import { ScheduleCreate } from '../../schedules/schema.ts';
import { type BulkAction, placed, projectOf } from '../bulk-action.ts';

const Parameters = resource(
  { type: Type.Literal('schedule'), schedule: ScheduleCreate },
  {
    title: 'BulkSchedule',
    description:
      'Adds the same schedule to each project. Without `time_zone`, and without a DTSTART, `at` is the time of day where the project is.',
    examples: [{ type: 'schedule', schedule: { cadence: 'monthly', day: 2, at: '06:30', period: 'previous-month' } }],
  },
);
type Schedule = Omit<Static<typeof Parameters>, 'type'>;

/** Adds the same schedule to each project. */
export function scheduleAction(installation: MailingInstallation): BulkAction<Schedule> {
  return {
    action: 'schedule',
    access: { role: 'editor' },
    parameters: Parameters,
    check({ schedule }, caller) {
      const check = () => {
        checkMayName(caller, schedule.channels);
        checkSchedule(toFields(inTimeZone(schedule, 'UTC')), installation.hasMail);
      };
      placed(check, (field) => `action.schedule.${field}`);
    },
    async runItem(transaction, { accountId, caller, parameters }, item) {
      const projectId = projectOf(item);
      const { time_zone } = await getProject(transaction, accountId, projectId);
      const given = inTimeZone(parameters.schedule, time_zone);
      const { id } = await createSchedule(transaction, caller, projectId, given, installation);
      const details = { project_id: projectId };
      return { result: { schedule_id: id }, recorded: [{ action: 'schedule.add', subject: id, details }] };
    },
  };
}

/** A schedule that does not say where its time of day is, in a time zone. */
function inTimeZone(schedule: Schedule['schedule'], time_zone: string): Schedule['schedule'] {
  return schedule.time_zone !== undefined || schedule.rrule?.includes('DTSTART')
    ? schedule
    : { ...schedule, time_zone };
}
