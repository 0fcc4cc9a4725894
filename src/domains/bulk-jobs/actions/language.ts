import { type Static, Type } from 'typebox';
import { resource } from '../../../platform/http/envelope.ts';
import { updateProject } from '../../projects/projects.ts';
import { Locale } from '../../projects/schema.ts';
import { type BulkAction, projectOf } from '../bulk-action.ts';

const Parameters = resource(
  { type: Type.Literal('language'), locale: Locale },
  { title: 'BulkLanguage', description: 'Sets the language of the reports of each project from now on.' },
);

/** Sets the language of each project. */
export const languageAction: BulkAction<Omit<Static<typeof Parameters>, 'type'>> = {
  action: 'language',
  access: { role: 'editor' },
  parameters: Parameters,
  async runItem(transaction, { accountId, parameters: { locale } }, item) {
    const subject = projectOf(item);
    await updateProject(transaction, accountId, subject, { locale });
    return { recorded: [{ action: 'project.update', subject, details: { fields: ['locale'] } }] };
  },
};
