import { setImmediate } from 'node:timers/promises';
import { type TObject, Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { validationError, validatorCompiler } from '../../platform/http/validation.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { idFields, resourceId } from '../connections/resource-ids.ts';
import { countProjects } from '../projects/projects.ts';
import { ProjectCreate } from '../projects/schema.ts';
import type { ImportCheck, ImportFault, PlannedProject } from './import-check.ts';
import { ImportLabels, labelsOf } from './import-labels.ts';
import type { ImportRow, PlainColumn } from './import-rows.ts';
import { ImportTemplates } from './import-templates.ts';
import { SlotPlanner, type UsedResources } from './plan-slots.ts';
import { SeenResources } from './seen-resources.ts';

/** What a column is called where projects are created one by one. */
const fieldOf = {
  name: 'name',
  client: 'client_name',
  time_zone: 'time_zone',
  language: 'locale',
  currency: 'currency',
} as const;
const columnOf: ReadonlyMap<string, PlainColumn> = new Map(
  Object.entries(fieldOf).map(([column, field]) => [field, column as PlainColumn]),
);
const { name, client_name, time_zone, locale, currency } = ProjectCreate.properties;
const Fields: TObject = Type.Object(
  { name, client_name, time_zone, locale, currency },
  { additionalProperties: false },
);

/** Of each kind; a file that is wrong in every row says so often enough. */
const mostFaults = 1_000;
const rowsAtOnce = 200;

/**
 * What an import would make, with everything that is wrong with it, each at its row and column. Sign-ins are asked for what
 * they see, within `withinMs`; nothing is stored.
 */
export async function checkImport(
  db: Queryable,
  environment: ConnectionEnvironment,
  { account, plan }: Pick<Caller, 'account' | 'plan'>,
  rows: readonly ImportRow[],
  withinMs: number,
): Promise<ImportCheck> {
  const known = await projectsByName(db, account.id);
  const [fresh, already] = apart(rows, known);
  const templates = await ImportTemplates.of(db, account.id);
  const seen = await SeenResources.of(db, account.id);
  const planner = new SlotPlanner(templates, seen, await usedResources(db, account.id));
  await seen.look(db, environment, planner.cellsOf(fresh), withinMs);
  const faults: ImportFault[] = rows.length === 0 ? [empty] : [];
  const warnings: ImportFault[] = defaulted(fresh);
  const labels = await ImportLabels.of(db, account.id);
  const planned: PlannedProject[] = [];
  for (const row of fresh) {
    // Thousands of rows must not keep other requests waiting.
    if (planned.length % rowsAtOnce === 0) await setImmediate();
    const fields = fieldsOf(row);
    faults.push(...fieldFaults(row, fields), ...labels.faults(row));
    const slots = planner.plan(row, plan.maxConnectionsPerProject);
    faults.push(...slots.faults);
    warnings.push(...slots.warnings);
    planned.push({
      ...{ row: row.row, fields: { ...(fields as unknown as PlannedProject['fields']), ...labelsOf(row) } },
      ...{ template_id: slots.templateId, connections: slots.connections },
    });
  }
  return {
    ...{ rows: rows.length, planned, already },
    faults: [...labels.tooMany(), ...faults].slice(0, mostFaults),
    warnings: [...warnings, ...planner.repeated()].slice(0, mostFaults),
    plan_fault: await planFault(db, account.id, plan, fresh.length),
  };
}

const empty: ImportFault = { row: null, column: null, rule: 'required', message: 'there is no project to make' };

/** Names of projects are compared in one form of Unicode, without white space around them. */
const projectKey = (name: string) => name.trim().normalize('NFC');

async function projectsByName(db: Queryable, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('projects').select(['id', 'name']).where('account_id', '=', accountId).execute();
  return new Map(rows.map(({ id, name }) => [projectKey(name), id]));
}

/** The rows that are made, and those whose project is there already or stands above. */
function apart(
  rows: readonly ImportRow[],
  known: ReadonlyMap<string, string>,
): [fresh: ImportRow[], already: ImportCheck['already']] {
  const above = new Set<string>();
  const [fresh, already]: [ImportRow[], ImportCheck['already'][number][]] = [[], []];
  for (const row of rows) {
    const key = projectKey(row.name);
    const projectId = known.get(key) ?? null;
    if (key === '' || (projectId === null && !above.has(key))) fresh.push(row);
    else already.push({ row: row.row, name: row.name, project_id: projectId });
    above.add(key);
  }
  return [fresh, already];
}

/** As `POST /projects` has them; what is not said is left to it. */
function fieldsOf(row: ImportRow): Record<string, string> {
  const said = Object.entries(fieldOf).flatMap(([column, field]): [string, string][] => {
    const value = row[column as PlainColumn];
    if (value === '' && field !== 'name') return [];
    return [[field, field === 'currency' ? value.toUpperCase() : value.normalize('NFC')]];
  });
  return Object.fromEntries(said);
}

const validate = validatorCompiler({ schema: Fields, method: 'POST', url: '' });

function fieldFaults({ row }: ImportRow, fields: unknown): ImportFault[] {
  const { error } = validate(fields) as { error?: unknown };
  if (!error) return [];
  const { details = [] } = validationError(error as Parameters<typeof validationError>[0], 'body');
  return details.map(({ field, rule, message }) => ({ row, column: columnOf.get(field) ?? null, rule, message }));
}

/** What a project gets where a row does not say it. */
const defaults = { currency: 'USD', time_zone: 'UTC', language: 'en-US' } as const;

function defaulted(rows: readonly ImportRow[]): ImportFault[] {
  return Object.entries(defaults).flatMap(([column, value]): ImportFault[] => {
    const without = rows.filter((row) => row[column as PlainColumn] === '').length;
    if (without === 0) return [];
    const who = without === 1 ? '1 row says none; its project gets' : `${without} rows say none; their projects get`;
    return [{ row: null, column: column as PlainColumn, rule: 'default', message: `${who} ${value}` }];
  });
}

async function planFault(
  db: Queryable,
  accountId: string,
  { name, maxProjects }: Caller['plan'],
  added: number,
): Promise<string | null> {
  if (maxProjects === null) return null;
  const used = await countProjects(db, accountId);
  if (used + added <= maxProjects) return null;
  return `The plan "${name}" allows ${maxProjects} projects, archived ones too; there are ${used}, and this would make ${added} more. Make fewer, or upgrade the plan.`;
}

/** What is connected already, by system and id, with the project that has it. */
async function usedResources(db: Queryable, accountId: string): Promise<UsedResources> {
  const all = db
    .selectFrom('connections')
    .innerJoin('projects', 'projects.id', 'connections.project_id')
    .select(['connections.id', 'connections.system', 'connections.name', 'projects.name as project'])
    .where('connections.account_id', '=', accountId);
  // Those of other systems may be large.
  const named = all.select('connections.config').where('connections.system', 'in', Object.keys(idFields));
  const resources = new Map<string, string>();
  for (const { system, config, project } of await named.execute()) {
    const id = resourceId(system, JSON.parse(config));
    if (id !== '') resources.set(`${system}:${id}`, project);
  }
  return { resources, connections: new Map((await all.execute()).map((row) => [row.id, row])) };
}

/** Throws what keeps an import from being made: `invalid_request` with each fault at its row and column, or the plan's limit. */
export function refuseFaulty({ faults, plan_fault: message }: ImportCheck): void {
  if (faults.length > 0) {
    const details = faults.map(({ row, column, rule, message }) => {
      return {
        field: [...(row === null ? [] : ['rows', row]), ...(column === null ? [] : [column])].join('.'),
        rule,
        message,
      };
    });
    const rows = new Set(faults.map(({ row }) => row)).size;
    const many = `Nothing is made: ${rows === 1 ? '1 row is' : `${rows} rows are`} at fault. See details.`;
    throw new ServiceError('invalid_request', { message: many, details });
  }
  if (message !== null) throw new ServiceError('plan_limit_reached', { message });
}
