import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { buildDocument, questionsOfGalleries } from '../../reporting/documents/build-document.ts';
import { type FoundIncident, incidentsAsked } from '../../reporting/documents/incidents.ts';
import type { Brand, Periods, ReportDocument, Section } from '../../reporting/documents/model.ts';
import { planReport, type ReportPlan } from '../../reporting/documents/report-plan.ts';
import { listConnections } from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { loadSectionPictures } from '../pictures/section-pictures.ts';
import { loadBrand } from '../projects/project-brand.ts';
import type { ProjectRow } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import { requireSlots } from '../templates/followers.ts';
import { type Answers, type Asking, askConnections, countQueries, type Open } from './ask-connections.ts';
import type { NotThereYet } from './generation-jobs.ts';
import type { PortfolioPart, ReadPortfolioPart } from './portfolio-part.ts';
import type { ReadIncidents } from './read-incidents.ts';

export interface GenerationContext extends ConnectionEnvironment {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** For projects whose reports show the portfolio. */
  readonly readPortfolioPart?: ReadPortfolioPart;
  /** For layouts that show what watches found. */
  readonly readIncidents?: ReadIncidents;
}

/** What a document is made of: a project with settings that it may not have stored yet. */
export interface Draft {
  readonly project: ProjectRow;
  readonly settings: Settings;
  readonly periods: Periods;
  /** What the report says is missing. None if absent. */
  readonly notThereYet?: readonly NotThereYet[];
}

export interface MadeDocument {
  readonly document: ReportDocument;
  /** How many queries it took. */
  readonly queries: number;
}

/**
 * The one way to a document, for reports and for their previews: load, describe, plan, fetch, build. Rejects with errors
 * that `explainFault` knows, and others.
 */
export async function makeDocument(
  context: GenerationContext,
  draft: Draft,
  run: Asking,
  open?: Open,
): Promise<MadeDocument> {
  const { db, objects } = context;
  const { project, settings } = draft;
  await requireSlots(db, project);
  const portfolio = await portfolioOf(context, draft);
  const periods = portfolio?.periods ?? draft.periods;
  const brand = await loadBrand(context, project.account_id, settings);
  // Without connections of its own there is nothing that a layout could be made of.
  const own = settings.sections ?? (portfolio ? [] : null);
  const sections = await loadSectionPictures(objects, project.account_id, own);
  const answers = await askConnections({
    // Connections that read the same upload read the same version of it.
    ...{ environment: { ...context, uploadVersions: new Map() } },
    ...{ db, run, rows: await listConnections(db, project.id), ...(open && { open }) },
    locale: project.locale,
    onFailure: settings.on_failure ?? 'block',
    plan: (connections, omitted) =>
      planReport({
        ...{ sections, goals: settings.goals ?? [], connections, omitted },
        ...{ periods, timeZone: project.time_zone },
      }),
    depictions: (plan, fetched) => questionsOfGalleries(plan, fetched, project.locale),
  });
  const incidents = await incidentsOf(context, project, answers.plan);
  const document = build(draft, brand, answers, { before: portfolio?.sections ?? [], incidents });
  return { document, queries: countQueries(answers.plan) };
}

async function incidentsOf(
  { db, readIncidents }: GenerationContext,
  project: ProjectRow,
  plan: ReportPlan,
): Promise<readonly FoundIncident[]> {
  const asked = incidentsAsked(plan);
  if (asked.length === 0) return [];
  if (!readIncidents) throw new TypeError('Nothing reads the incidents that the report shows');
  return readIncidents(db, project, asked);
}

async function portfolioOf(
  { db, readPortfolioPart }: GenerationContext,
  { project, periods }: Draft,
): Promise<PortfolioPart | undefined> {
  if (project.portfolio === null) return undefined;
  if (!readPortfolioPart) throw new TypeError('Nothing reads the portfolio that the report shows');
  return readPortfolioPart(db, project, periods);
}

function build(
  { project, settings, notThereYet = [] }: Draft,
  brand: Brand,
  { plan, fetched, omitted }: Answers,
  more: { readonly before: readonly Section[]; readonly incidents: readonly FoundIncident[] },
): ReportDocument {
  return buildDocument({
    reportId: newIdentifier('rep'),
    title: settings.title ?? null,
    projectName: project.name,
    clientName: project.client_name,
    brand,
    locale: project.locale,
    currency: project.currency,
    createdAt: new Date().toISOString(),
    plan,
    fetched,
    omitted,
    ...more,
    notThereYet: notThereYet.map(({ connection_id: connectionId, day }) => ({ connectionId, day })),
  });
}
