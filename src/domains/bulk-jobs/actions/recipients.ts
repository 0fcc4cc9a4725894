import { type Static, Type } from 'typebox';
import { fieldFault } from '../../../platform/faults.ts';
import { resource } from '../../../platform/http/envelope.ts';
import type { GivenSchedule } from '../../schedules/given-schedule.ts';
import { checkAddress, mailSettingsOf } from '../../schedules/mail-settings.ts';
import { changeSchedule, type MailingInstallation } from '../../schedules/managed-schedules.ts';
import { listSchedules, lockSchedule, type ScheduleRow } from '../../schedules/schedules.ts';
import { type BulkAction, ItemFault, placed, projectOf } from '../bulk-action.ts';

const addresses = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 330, examples: ['ann@example.com'] }), {
      ...{ minItems: 1, maxItems: 50, uniqueItems: true, description },
      examples: [['ann@example.com']],
    }),
  );
const Parameters = resource(
  {
    type: Type.Literal('recipients'),
    add: addresses('Who gets the reports by e-mail from now on; those who do already stay as they are.'),
    remove: addresses('Who gets them no more, neither in copy, whatever the case of the address.'),
  },
  {
    title: 'BulkRecipients',
    description: 'Adds addresses to all schedules of each project, or takes them out, or both.',
    examples: [{ type: 'recipients', add: ['ann@example.com'] }],
  },
);
type Recipients = Omit<Static<typeof Parameters>, 'type'>;

/** Adds recipients to all schedules of each project, and takes others out. */
export function recipientsAction(installation: MailingInstallation): BulkAction<Recipients> {
  return {
    action: 'recipients',
    access: { role: 'editor' },
    parameters: Parameters,
    check({ add, remove }) {
      if (!add && !remove) throw fieldFault('action.add', 'required', 'Name addresses to add, or to remove.');
      const check = () => {
        for (const address of add ?? []) checkAddress('add', address, installation.mailDomains);
      };
      placed(check, (field) => `action.${field}`);
    },
    async runItem(transaction, { caller, parameters }, item) {
      const projectId = projectOf(item);
      const changed: string[] = [];
      const schedules = await listSchedules(transaction, projectId);
      if (schedules.length === 0 && parameters.add) {
        throw new ItemFault('no_schedule', 'The project has no schedule.', 'Schedule its report first.');
      }
      for (const { id } of schedules) {
        await lockSchedule(transaction, id);
        const [row] = (await listSchedules(transaction, projectId)).filter((each) => each.id === id);
        const given = row && withRecipients(row, parameters);
        if (!given) continue;
        await changeSchedule(transaction, caller, id, given, { ...installation, checkRevision() {} });
        changed.push(id);
      }
      const details = { project_id: projectId, fields: ['bcc', 'cc', 'email', 'recipient_options'] };
      return {
        result: { schedules: changed.length },
        recorded: changed.map((subject) => ({ action: 'schedule.update', subject, details })),
      };
    },
  };
}

const isAmong = (list: readonly string[], address: string) =>
  list.some((each) => each.toLowerCase() === address.toLowerCase());

/** What changes of a schedule; undefined for nothing. */
function withRecipients(row: ScheduleRow, { add = [], remove = [] }: Recipients): GivenSchedule | undefined {
  const recipients = JSON.parse(row.recipients) as string[];
  const { cc, bcc, recipient_options } = mailSettingsOf(row);
  const others = (list: readonly string[]) => list.filter((address) => !isAmong(remove, address));
  const known = [...others(recipients), ...others(cc), ...others(bcc)];
  const added = add.filter((address) => !isAmong(known, address));
  if (added.length === 0 && known.length === recipients.length + cc.length + bcc.length) return undefined;
  return {
    ...{ email: [...others(recipients), ...added], cc: others(cc), bcc: others(bcc) },
    recipient_options: recipient_options.filter(({ address }) => !isAmong(remove, address)),
  };
}
