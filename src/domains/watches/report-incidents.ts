import type { Database } from '../../platform/database/tables.ts';
import type { AskedIncidents, FoundIncident, FoundPart } from '../../reporting/documents/incidents.ts';
import type { ProjectRow } from '../projects/projects.ts';
import { partStatement } from './alert-words/alert-words.ts';
import type { Part } from './findings.ts';
import { partsOf } from './incidents.ts';

/** Of one connection: more than thirteen months have where something is found every day. */
const mostRead = 500;

/** What was found in connections of a project on the days of a report, over or not, in the language of its reports. */
export async function readIncidents(
  db: Database,
  { id, locale }: Pick<ProjectRow, 'id' | 'locale'>,
  asked: readonly AskedIncidents[],
): Promise<FoundIncident[]> {
  const found: FoundIncident[] = [];
  for (const { connectionId, from, to } of asked) {
    const rows = await db
      .selectFrom('incidents')
      .select('parts')
      .where('project_id', '=', id)
      .where('connection_id', '=', connectionId)
      .where('first_day', '<=', to)
      .where(({ or, eb }) => or([eb('state', '=', 'open'), eb('last_day', '>=', from)]))
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostRead)
      .execute();
    found.push(...rows.map((row) => ({ connectionId, parts: partsOf(row).map((part) => foundPart(part, locale)) })));
  }
  return found;
}

function foundPart(part: Part, locale: string): FoundPart {
  const { metric, since, day, is_over: isOver } = part;
  return { metric, from: since, to: isOver ? day : null, text: partStatement(part, locale) };
}
