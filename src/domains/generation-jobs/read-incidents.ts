import type { Database } from '../../platform/database/tables.ts';
import type { AskedIncidents, FoundIncident } from '../../reporting/documents/incidents.ts';
import type { ProjectRow } from '../projects/projects.ts';

/** Reads what watches found in connections of a project on the days of a report, in the language of its reports. */
export type ReadIncidents = (
  db: Database,
  project: ProjectRow,
  asked: readonly AskedIncidents[],
) => Promise<readonly FoundIncident[]>;
