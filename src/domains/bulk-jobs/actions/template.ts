import { type Static, Type } from 'typebox';
import type { Database } from '../../../platform/database/tables.ts';
import { resource } from '../../../platform/http/envelope.ts';
import { detachProject, findTemplate, setProjectTemplate } from '../../projects/project-template.ts';
import { templateSchedules } from '../../schedules/template-schedules.ts';
import { ProjectTemplateSet } from '../../templates/project-schema.ts';
import { atPlace, type BulkAction, projectOf } from '../bulk-action.ts';

const { slots: _ofOneProject, ...fields } = ProjectTemplateSet.properties;
const Parameters = resource(
  { type: Type.Literal('template'), ...fields },
  {
    title: 'BulkTemplate',
    description:
      'Has each project follow a published template, or makes its settings from one. Slots that several connections fit are chosen in the project.',
  },
);

/** Has each project follow a template. */
export function templateAction(db: Database): BulkAction<Omit<Static<typeof Parameters>, 'type'>> {
  return {
    action: 'template',
    access: { role: 'editor' },
    parameters: Parameters,
    async prepare(parameters, { account }) {
      await findTemplate(db, account.id, parameters.template_id).catch((error: unknown) => {
        throw atPlace(error, (field) => `action.${field}`);
      });
      return parameters;
    },
    async runItem(transaction, { accountId, parameters }, item) {
      const subject = projectOf(item);
      await setProjectTemplate(transaction, accountId, subject, parameters, () => {}, templateSchedules);
      const { template_id, mode = 'follow' } = parameters;
      return { recorded: [{ action: 'project.template', subject, details: { template_id, mode } }] };
    },
  };
}

/** Has each project follow no template any more. */
export const detachAction: BulkAction = {
  action: 'detach',
  access: { role: 'editor' },
  parameters: resource(
    { type: Type.Literal('detach') },
    { title: 'BulkDetach', description: 'Has each project follow its template no more; it keeps its settings.' },
  ),
  async runItem(transaction, { accountId }, item) {
    const subject = projectOf(item);
    await detachProject(transaction, accountId, subject);
    return { recorded: [{ action: 'project.detach', subject }] };
  },
};
