import type { Command } from 'commander';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { getAccount } from '../domains/accounts/accounts.ts';
import { addWatch, checkNewWatch, removeWatch } from '../domains/watches/change-watch.ts';
import { acknowledge, getIncident, type IncidentRow } from '../domains/watches/incidents.ts';
import { type GivenTrial, type GivenWatch, WatchCreate, WatchTrialAsked } from '../domains/watches/schema.ts';
import { listIncidents } from '../domains/watches/show-incidents.ts';
import { listWatches, showWatch } from '../domains/watches/show-watches.ts';
import { toldOf } from '../domains/watches/watches.ts';
import type { Database } from '../platform/database/tables.ts';
import { incidentStates, watchKinds } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { missing, refusedField } from '../platform/faults.ts';
import { asOperator, operator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { collect, oneOf, print, type Row, visible } from './output.ts';

interface WatchFlags {
  account: string;
  project?: string;
  connection?: string;
  template?: string;
  slot?: string;
  kind: (typeof watchKinds)[number];
  name?: string;
  metric?: string;
  dimension?: string;
  set?: string[];
  email?: string[];
  channel?: string[];
  json?: boolean;
}

const words = {
  ...{ project_id: '--project', connection_id: '--connection', template_id: '--template', slot: '--slot' },
  ...{ metric: '--metric', dimension: '--dimension', 'dimension.key': '--dimension', people: '--email' },
  channels: '--channel',
};
const page = { page: 1, per_page: 100, direction: 'desc' } as const;

/** What is looked for in figures, and what was found. */
export function watchCommands(program: Command, context: CommandContext): void {
  const watches = program.command('watches').description('manage what is looked for in figures each day');
  asked(watches.command('add').description('watch a metric of a connection, or of the connections of a template'))
    .option('--template <id>', 'a template, for all projects that follow it, in place of a project')
    .option('--slot <slot>', "one of the template's slots, in place of a connection")
    .option('--name <name>', 'what it is called in messages')
    .option('--email <user>', 'a member who is told, by id or address; again for others', collect)
    .option('--channel <id>', 'a chat channel that is told; again for others', collect)
    .action((flags: WatchFlags) =>
      context.withInstallation(async ({ db, ...environment }) => {
        const caller = await callerFor(db, flags.account);
        const given = { ...givenOf(flags), people: await peopleOf(db, caller.account.id, flags.email ?? []) };
        const body = checked<GivenWatch>(WatchCreate, {
          ...given,
          ...(flags.template !== undefined && { template_id: flags.template }),
          ...(flags.slot !== undefined && { slot: flags.slot }),
          ...(flags.name !== undefined && { name: flags.name }),
          channels: flags.channel ?? [],
        });
        const row = await inFlags(words, async () => {
          const watch = await checkNewWatch({ db, ...environment }, caller, body);
          return asOperator(
            db,
            (transaction) => addWatch(transaction, caller, watch),
            (added) => ({
              action: 'watch.add',
              accountId: caller.account.id,
              subject: added.id,
              details: toldOf(added),
            }),
          );
        });
        print(toRow(await showWatch(db, row)), Boolean(flags.json));
      }),
    );

  watches
    .command('list')
    .description('list the watches of an account, and how they stand')
    .requiredOption('--account <id>', 'the account')
    .option('--project <id>', 'only those of a project, and of the template that it follows')
    .option('--json', 'print JSON')
    .action((flags: { account: string; project?: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const caller = await callerFor(db, flags.account);
        const query = { ...page, sort: 'created_at' as const, project_id: flags.project };
        print((await listWatches(db, caller, query)).items.map(toRow), Boolean(flags.json));
      }),
    );

  asked(watches.command('try').description('say what a watch would have told in the last 180 days')).action(
    (flags: WatchFlags) =>
      context.withInstallation(async ({ db, ...environment }) => {
        const caller = await callerFor(db, flags.account);
        const { tryWatch } = await import('../domains/watches/try-watch.ts');
        const body = checked<GivenTrial>(WatchTrialAsked, givenOf(flags));
        const { openings, ...tried } = await inFlags(words, () => tryWatch({ db, ...environment }, caller, body));
        if (flags.json)
          return print({ ...tried, openings: openings.map((each) => ({ ...each })) } as unknown as Row, true);
        const days = Temporal.PlainDate.from(tried.from).until(tried.to).days + 1;
        process.stdout.write(
          `It would have told you ${tried.times === 1 ? 'once' : `${tried.times} times`} in the last ${days} days.\n`,
        );
        if (tried.is_cut) process.stdout.write('The connection did not tell earlier days of this value in time.\n');
        if (tried.needed_days !== null) process.stdout.write(`It needs ${tried.needed_days} days with figures.\n`);
        for (const { opened_on, closed_on, text } of openings) {
          process.stdout.write(`${opened_on} to ${closed_on ?? 'now'}: ${visible(text)}\n`);
        }
      }),
  );

  watches
    .command('remove')
    .description('remove a watch; what it has found is over')
    .argument('<id>', 'the watch')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const found = await db.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst();
        if (!found) throw missing('watch', id);
        const shown = toRow(await showWatch(db, found));
        await asOperator(
          db,
          (transaction) => removeWatch(transaction, found.account_id, id),
          () => ({ action: 'watch.remove', accountId: found.account_id, subject: id, details: toldOf(found) }),
        );
        print(shown, Boolean(flags.json));
      }),
    );
}

/** What watches have found. */
export function incidentCommands(program: Command, context: CommandContext): void {
  const incidents = program.command('incidents').description('what watches have found');
  incidents
    .command('list')
    .description('list the incidents of an account, the newest first')
    .requiredOption('--account <id>', 'the account')
    .option('--project <id>', 'only those of a project')
    .option('--state <state>', incidentStates.join(' or '), oneOf('--state', incidentStates))
    .option('--json', 'print JSON')
    .action((flags: { account: string; project?: string; state?: IncidentRow['state']; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const caller = await callerFor(db, flags.account);
        const query = { ...page, sort: 'opened_at' as const, project_id: flags.project, state: flags.state };
        print((await listIncidents(db, caller, query, 'en')).items.map(toIncidentRow), Boolean(flags.json));
      }),
    );

  incidents
    .command('acknowledge')
    .description('say that somebody looks after an incident')
    .argument('<id>', 'the incident')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const found = await db.selectFrom('incidents').select('account_id').where('id', '=', id).executeTakeFirst();
        if (!found) throw missing('incident', id);
        const { account_id: accountId } = found;
        const row = await asOperator(
          db,
          async (transaction) => acknowledge(transaction, await getIncident(transaction, accountId, id), operator()),
          ({ project_id }) => ({ action: 'incident.acknowledge', accountId, subject: id, details: { project_id } }),
        );
        print({ id, state: row.state, acknowledged_by: row.acknowledged_by }, Boolean(flags.json));
      }),
    );
}

function asked(command: Command): Command {
  return command
    .requiredOption('--account <id>', 'the account')
    .option('--project <id>', 'the project')
    .option('--connection <id>', "one of the project's connections")
    .requiredOption('--kind <kind>', watchKinds.join(', '), oneOf('--kind', watchKinds))
    .option('--metric <key>', "the key of one of the connection's metrics")
    .option('--dimension <key=value>', 'one value of a dimension, such as channel=Email')
    .option('--set <field=value>', 'what the kind takes, such as direction=below; again for others', collect)
    .option('--json', 'print JSON');
}

async function callerFor(db: Database, accountId: string) {
  const account = await getAccount(db, accountId);
  return { account: { ...account, perMinute: null, perDay: null }, projectIds: null, person: null, actor: operator() };
}

function givenOf({ project, connection, kind, metric, dimension, set = [] }: WatchFlags) {
  const [key, value] = dimension === undefined ? [] : split('--dimension', dimension);
  return {
    kind,
    ...(project !== undefined && { project_id: project }),
    ...(connection !== undefined && { connection_id: connection }),
    ...(metric !== undefined && { metric }),
    ...(key !== undefined && { dimension: { key, value } }),
    ...(set.length > 0 && { [kind]: Object.fromEntries(set.map((text) => readSetting(text))) }),
  };
}

function readSetting(text: string): [string, unknown] {
  const [field, value] = split('--set', text);
  // Lists are given with commas.
  if (field === 'signals') return [field, value.split(',')];
  return [field, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value === 'null' ? null : value];
}

function split(flag: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new OperatorError(`${flag} takes a name and a value, such as direction=below, not "${text}".`);
}

function checked<Body>(schema: TSchema, body: unknown): Body {
  const [fault] = Value.Errors(schema, body);
  if (!fault) return body as Body;
  const field = fault.instancePath.slice(1).replaceAll('/', '.') || 'the watch';
  throw refusedField(field, 'value', fault.message);
}

async function peopleOf(db: Database, accountId: string, named: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email'])
    .where('memberships.account_id', '=', accountId)
    .execute();
  return named.map((who) => {
    const found = rows.find(({ id, email }) => id === who || email.toLowerCase() === who.toLowerCase());
    if (!found) throw new OperatorError(`--email names nobody who is a member of the account: ${who}.`);
    return found.id;
  });
}

function toRow(watch: Awaited<ReturnType<typeof showWatch>>): Row {
  const { id, name, kind, project_id, template_id, connection_id, slot, metric, state, alerting, problem, judged } =
    watch;
  return {
    ...{
      id,
      name,
      kind,
      project_id,
      template_id,
      connection_id,
      slot,
      metric,
      enabled: watch.enabled,
      state,
      alerting,
    },
    ...{ day: judged?.day ?? null, value: judged?.value ?? null, problem: problem?.message ?? null },
  };
}

function toIncidentRow(incident: Awaited<ReturnType<typeof listIncidents>>['items'][number]): Row {
  const { id, project_name, connection_name, state, headline, first_day, opened_at, closed_at, acknowledged_by } =
    incident;
  return { id, project_name, connection_name, state, headline, first_day, opened_at, closed_at, acknowledged_by };
}
