import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refusedField } from '../../platform/faults.ts';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { readAlertSettings, saveAlertSettings } from './alert-settings.ts';
import { acknowledge, getIncident, snooze } from './incidents.ts';
import {
  AlertSettings,
  AlertSettingsUpdate,
  Incident,
  IncidentCommentCreate,
  IncidentDetails,
  IncidentListQuery,
  IncidentQuery,
  IncidentSnooze,
} from './schema.ts';
import { addComment, listIncidents, showIncidentDetails } from './show-incidents.ts';

const tag = 'Incidents';
const ofIncident = Type.Object({ incident_id: Type.String({ description: "The incident's id." }) });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;
const Nothing = Type.Object({}, { additionalProperties: false });
const longestSnoozeDays = 30;

/** What watches have found, and when people want no messages about it, for management. */
export function incidentRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/incidents',
      operationId: 'listIncidents',
      fromReplica: true,
      tag,
      summary: 'List incidents',
      description: 'Those of the projects that the caller sees, the newest first.',
      access: read,
      query: IncidentListQuery,
      data: Incident,
    },
    async ({ db, caller, query: { tag, folder, language = 'en', ...query } }) =>
      listIncidents(db, await narrowed(db, caller, { tag, folder }), query, language),
  );

  const one = {
    ...{ tag, params: ofIncident, query: IncidentQuery, data: IncidentDetails, hasRevision: true },
    errors: ['not_found'],
  } as const;
  readOperation(
    app,
    context,
    { ...one, path: '/incidents/:incident_id', operationId: 'getIncident', summary: 'Read an incident', access: read },
    async ({ caller, params, query: { language = 'en' } }) =>
      showIncidentDetails(db, await getIncident(db, caller.account.id, params.incident_id), language),
  );

  const changes = { ...one, method: 'POST', access: write, status: 200, takesIfMatch: false } as const;
  writeOperation(
    app,
    context,
    {
      ...changes,
      path: '/incidents/:incident_id/acknowledge',
      operationId: 'acknowledgeIncident',
      summary: 'Acknowledge an incident',
      description: 'Others see who looks after it. A second time changes nothing.',
      kind: 'incident.acknowledge',
      body: Nothing,
      bodyOptional: true,
    },
    async (transaction, { caller, params, query: { language = 'en' } }) => {
      const before = await getIncident(transaction, caller.account.id, params.incident_id);
      const row = await acknowledge(transaction, before, caller.actor);
      const recorded = { details: { project_id: row.project_id } };
      return { data: await showIncidentDetails(transaction, row, language), recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...changes,
      path: '/incidents/:incident_id/snooze',
      operationId: 'snoozeIncident',
      summary: 'Put an incident off',
      description:
        'Home does not show it until then; if it is still open, those who were told of it are told once more. A closed one is refused with 400.',
      kind: 'incident.snooze',
      body: IncidentSnooze,
    },
    async (transaction, { caller, params, body, query: { language = 'en' } }) => {
      const before = await getIncident(transaction, caller.account.id, params.incident_id);
      if (before.state === 'closed') throw refusedField('until', 'open', 'is for an open incident; this one is closed');
      const row = await snooze(transaction, before, checkUntil(body.until));
      const recorded = { details: { project_id: row.project_id, until: body.until } };
      return { data: await showIncidentDetails(transaction, row, language), recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...changes,
      path: '/incidents/:incident_id/comments',
      operationId: 'commentIncident',
      summary: 'Comment on an incident',
      kind: 'incident.comment',
      body: IncidentCommentCreate,
    },
    async (transaction, { caller, params, body, query: { language = 'en' } }) => {
      const row = await getIncident(transaction, caller.account.id, params.incident_id);
      await addComment(transaction, caller, row, body.text);
      const recorded = { details: { project_id: row.project_id } };
      return { data: await showIncidentDetails(transaction, row, language), recorded };
    },
  );

  const own = { path: '/alert-settings', tag, access: { role: null, peopleOnly: true }, data: AlertSettings } as const;
  readOperation(
    app,
    context,
    {
      ...own,
      operationId: 'getAlertSettings',
      summary: 'Read when you want no messages',
      description: 'Your own, in all accounts.',
      hasRevision: true,
    },
    async ({ caller: { person } }) => readAlertSettings(db, person?.id ?? ''),
  );

  writeOperation(
    app,
    context,
    {
      ...own,
      method: 'PATCH',
      operationId: 'updateAlertSettings',
      summary: 'Choose when you want no messages',
      description: 'Send only the fields to change. What is to be told meanwhile waits until the quiet time ends.',
      kind: 'alert_settings.update',
      body: AlertSettingsUpdate,
      status: 200,
      hasRevision: true,
    },
    async (transaction, { caller: { person }, body, checkRevision }) => {
      const data = await saveAlertSettings(transaction, person?.id ?? '', body, checkRevision);
      const recorded = {
        subject: person?.id ?? '',
        accountId: null,
        details: { fields: Object.keys(body).toSorted() },
      };
      return { data, recorded };
    },
  );
}

/** As times are stored. Throws a fault of `until` for one that is over, or too far away. */
function checkUntil(text: string): string {
  const until = Temporal.Instant.from(text);
  const now = Temporal.Now.instant();
  if (Temporal.Instant.compare(until, now) <= 0)
    throw refusedField('until', 'future', 'is a time that is still to come');
  if (Temporal.Instant.compare(until, now.add({ hours: 24 * longestSnoozeDays })) > 0) {
    throw refusedField('until', 'maximum', `is at most ${longestSnoozeDays} days from now`);
  }
  return until.toString({ fractionalSecondDigits: 3 });
}
