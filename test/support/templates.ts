import { setProjectTemplate } from '../../src/domains/projects/project-template.ts';
import { templateSchedules } from '../../src/domains/schedules/template-schedules.ts';
import {
  createTemplate,
  publishTemplate,
  type TemplateFields,
  type TemplateRow,
} from '../../src/domains/templates/templates.ts';
import type { Database } from '../../src/platform/database/tables.ts';

/** A published template that a project follows; with one slot and a title unless told otherwise. */
export async function givenFollowedTemplate(
  db: Database,
  project: { readonly id: string; readonly account_id: string },
  fields: Partial<TemplateFields> = {},
): Promise<TemplateRow> {
  const { id, account_id: accountId } = project;
  const content = { slots: [{ slot: 'sales', systems: ['file'] }], settings: { title: 'Ü "quoted" 🙂' } };
  return db.transaction().execute(async (transaction) => {
    const all = { name: `Followed by ${id}`, description: null, ...content, ...fields };
    const template = await createTemplate(transaction, accountId, all);
    const published = await publishTemplate(transaction, template, 'operator:test', templateSchedules);
    await setProjectTemplate(transaction, accountId, id, { template_id: template.id }, () => {}, templateSchedules);
    return published;
  });
}
