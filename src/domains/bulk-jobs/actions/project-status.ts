import { Type } from 'typebox';
import { resource } from '../../../platform/http/envelope.ts';
import { archiveProject, restoreProject } from '../../projects/projects.ts';
import { type BulkAction, projectOf } from '../bulk-action.ts';

const moves = {
  archive: { move: archiveProject, title: 'BulkArchive', description: 'Archives each project.' },
  restore: { move: restoreProject, title: 'BulkRestore', description: 'Makes each project active again.' },
} as const;

/** Archives or restores each project, as the operations of the same names do. */
export function statusAction(verb: keyof typeof moves): BulkAction {
  const { move, title, description } = moves[verb];
  return {
    action: verb,
    access: { role: 'editor' },
    parameters: resource({ type: Type.Literal(verb) }, { title, description }),
    async runItem(transaction, { accountId, by }, item) {
      const id = projectOf(item);
      await move(transaction, accountId, id, by);
      return { recorded: [{ action: `project.${verb}`, subject: id }] };
    },
  };
}
