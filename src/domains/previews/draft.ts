import type { Database } from '../../platform/database/tables.ts';
import type { Plan } from '../../platform/http/caller.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { findRefusal } from '../generation-jobs/generation-jobs.ts';
import type { Draft } from '../generation-jobs/make-document.ts';
import { checkNotFuture } from '../generation-jobs/periods.ts';
import { checkProjectPictures } from '../projects/project-pictures.ts';
import { checkSettings, getProject } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';

import { refusalOf } from './preview-faults.ts';
import type { PreviewRequest } from './schema.ts';
import type { TemplateDraft } from './template-draft.ts';

interface DraftContext {
  readonly db: Database;
  readonly objects: ObjectStore;
}

interface DraftOwner {
  readonly account: { readonly id: string };
  readonly plan: Plan;
}

/**
 * The account's project as it would be with what the request changes, checked as a change of the project and a start of a
 * generation are; nothing is stored. With `ofTemplate` its settings are those. Throws their faults, and `preview_blocked` where a generation would be blocked.
 */
export async function readDraft(
  { db, objects }: DraftContext,
  { account, plan }: DraftOwner,
  projectId: string,
  { template: _template, ...request }: PreviewRequest,
  ofTemplate?: Pick<TemplateDraft, 'settings' | 'locale'>,
): Promise<Draft> {
  const stored = await getProject(db, account.id, projectId);
  const { period, settings = ofTemplate?.settings, ...fields } = request;
  // The slots of the draft are filled already, not those that the project follows by now.
  const made = ofTemplate && { template_id: null, locale: fields.locale ?? ofTemplate.locale };
  const project = { ...stored, ...fields, ...made };
  const periods = { current: period.current, compare: period.compare ?? null };
  checkNotFuture(periods, project.time_zone);
  const refusal = await findRefusal(db, project, plan);
  if (refusal) throw refusalOf(refusal);
  await checkProjectPictures(objects, account.id, settings);
  await checkSettings(db, projectId, settings);
  const settingsOfDraft = settings === undefined ? (JSON.parse(stored.settings) as Settings) : (settings ?? {});
  return { project, settings: settingsOfDraft, periods };
}
