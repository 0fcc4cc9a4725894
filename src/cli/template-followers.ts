import type { Command } from 'commander';
import { detachProject, setProjectTemplate } from '../domains/projects/project-template.ts';
import { templateSchedules } from '../domains/schedules/template-schedules.ts';
import type { TemplateRow } from '../domains/templates/templates.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';
import { missing } from '../platform/faults.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { explained } from './fault-sentences.ts';
import { print } from './output.ts';

interface Json {
  json?: boolean;
}

/** What projects do with templates. */
export function templateFollowerCommands(templates: Command, context: CommandContext): void {
  templates
    .command('follow')
    .description('have a project follow a published template, or make its settings from one')
    .argument('<id>', 'the template')
    .requiredOption('--project <id>', 'the project')
    .option('--copy', 'make its settings from the template once, and leave it free')
    .option('--slot <choices>', 'the connection for a slot where several fit, such as ads=con_…', collectChoices, {})
    .option('--keep-own', 'keep what the project has as its own where it differs')
    .option('--json', 'print JSON')
    .action(
      (
        id: string,
        flags: Json & { project: string; copy?: boolean; slot: Record<string, string>; keepOwn?: boolean },
      ) =>
        context.withInstallation(async ({ db }) => {
          const { account_id: accountId } = await findTemplate(db, id);
          const body = {
            ...{ template_id: id, mode: flags.copy ? ('copy' as const) : ('follow' as const) },
            ...(Object.keys(flags.slot).length > 0 && { slots: flags.slot }),
            ...(flags.keepOwn && { keep_own: true }),
          };
          const follow = (transaction: Queryable) =>
            setProjectTemplate(transaction, accountId, flags.project, body, () => {}, templateSchedules);
          const { slots, sections } = await explained('The template', () =>
            asOperator(db, follow, () => ({
              ...{ action: 'project.template', accountId, subject: flags.project },
              details: { template_id: id, mode: body.mode },
            })),
          );
          const leftOut = sections?.filter(({ is_left_out }) => is_left_out).length ?? 0;
          const filled = slots.map(({ slot, connection_id }) => `${slot}=${connection_id ?? 'nothing'}`);
          print({ project_id: flags.project, slots: filled, left_out: leftOut }, Boolean(flags.json));
        }),
    );

  templates
    .command('detach')
    .description('have a project follow its template no more; it keeps the settings that it has')
    .requiredOption('--project <id>', 'the project')
    .option('--json', 'print JSON')
    .action((flags: Json & { project: string }) =>
      context.withInstallation(async ({ db }) => {
        const { project } = flags;
        const row = await db.selectFrom('projects').select('account_id').where('id', '=', project).executeTakeFirst();
        if (!row) throw missing('project', project);
        const detach = (transaction: Queryable) => detachProject(transaction, row.account_id, project);
        await asOperator(db, detach, () => ({
          ...{ action: 'project.detach', accountId: row.account_id, subject: project, details: {} },
        }));
        print({ project_id: project, detached: true }, Boolean(flags.json));
      }),
    );
}

/** `ads=con_…`, one after the other. */
function collectChoices(text: string, before: Record<string, string>): Record<string, string> {
  const [slot = '', id = '', ...more] = text.split('=');
  if (slot === '' || id === '' || more.length > 0)
    throw new OperatorError('--slot takes NAME=CONNECTION, such as ads=con_…');
  return { ...before, [slot]: id };
}

/** A template of any account; throws `not_found`. */
export async function findTemplate(db: Queryable, id: string): Promise<TemplateRow> {
  const template = await db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst();
  if (!template) throw missing('template', id);
  return template;
}
