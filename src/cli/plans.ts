import type { Command } from 'commander';
import {
  createPlan,
  getPlan,
  listPlans,
  mostKeepMonths,
  type PlanFields,
  type PlanRecord,
  removePlan,
  updatePlan,
} from '../domains/accounts/plans.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { print, wholeNumber } from './output.ts';

/** Commander makes an empty text of null. */
type Bound = number | 'unlimited';

interface Flags {
  name?: string;
  apiAccess?: boolean;
  maxProjects?: Bound;
  maxConnectionsPerProject?: Bound;
  maxGenerationsPerMonth?: Bound;
  maxMembers?: Bound;
  maxWatches?: Bound;
  maxUploadMb?: Bound;
  minKeepReportsMonths?: Bound;
  json?: boolean;
}

const bytesPerMb = 1_000_000;
const most = 1_000_000_000;

/** `plans`: what accounts may have. */
export function planCommands(program: Command, context: CommandContext): void {
  const plans = program.command('plans').description('manage plans: what accounts may have');

  plans
    .command('list')
    .description('list the plans, and how many accounts have each')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      context.withInstallation(async ({ db }) => print((await listPlans(db)).map(toRow), Boolean(flags.json))),
    );

  plans
    .command('show')
    .description('print one plan')
    .argument('<plan>', 'its name')
    .option('--json', 'print JSON')
    .action((plan: string, flags: Flags) =>
      context.withInstallation(async ({ db }) => print(toRow(await getPlan(db, plan)), Boolean(flags.json))),
    );

  bounds(plans.command('create').description('add a plan; bounds that are not given are none'))
    .argument('<plan>', 'its name')
    .action((name: string, flags: Flags) =>
      context.withInstallation(async ({ db }) => {
        const create = () =>
          asOperator(
            db,
            (transaction) => createPlan(transaction, { ...fields(flags), name }),
            (plan) => tell('plan.create', plan),
          );
        print(toRow(await create()), Boolean(flags.json));
      }),
    );

  bounds(plans.command('set').description('change a plan for all accounts that have it; this takes effect at once'))
    .argument('<plan>', 'its name')
    .option('--name <name>', 'a new name, by which accounts have it from then on')
    .action((before: string, flags: Flags) =>
      context.withInstallation(async ({ db }) => {
        const changes = fields(flags);
        if (Object.values(changes).every((value) => value === undefined)) {
          throw new OperatorError('There is nothing to change; "plans set --help" lists what can be.');
        }
        const changed = await asOperator(
          db,
          (transaction) => updatePlan(transaction, before, changes),
          (plan) => tell('plan.update', plan, plan.name === before ? {} : { former_name: before }),
        );
        print(toRow(changed), Boolean(flags.json));
      }),
    );

  plans
    .command('remove')
    .description('remove a plan that no account has')
    .argument('<plan>', 'its name')
    .option('--json', 'print JSON')
    .action((name: string, flags: Flags) =>
      context.withInstallation(async ({ db }) => {
        const removed = await asOperator(
          db,
          (transaction) => removePlan(transaction, name),
          (plan) => tell('plan.remove', plan),
        );
        print(toRow(removed), Boolean(flags.json));
      }),
    );
}

function bounds(command: Command): Command {
  const bound = (flag: string, what: string) =>
    command.option(`${flag} <n>`, `${what}, or "unlimited"`, (value: string) => readBound(flag, value));
  command.option('--api-access', 'the plan includes access to the API').option('--no-api-access', 'it does not');
  // Without this the second flag alone would make the first one the default.
  command.setOptionValue('apiAccess', undefined);
  bound('--max-projects', 'how many projects an account may have');
  bound('--max-connections-per-project', 'how many connections a project may have');
  bound('--max-generations-per-month', 'how many reports an account may make in a month');
  bound('--max-members', 'how many people may be members of an account');
  bound('--max-watches', 'how many watches an account may have, one of a template counted for each connection');
  bound('--max-upload-mb', 'how many MB the uploads of an account may have together');
  command.option(
    '--min-keep-reports-months <n>',
    'the least months that an account keeps its reports, or "none"',
    (value: string) =>
      value === 'none' ? 'unlimited' : wholeNumber('--min-keep-reports-months', 1, mostKeepMonths)(value),
  );
  return command.option('--json', 'print JSON');
}

function readBound(flag: string, value: string): Bound {
  if (value === 'unlimited') return value;
  if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
  throw new OperatorError(`${flag} takes a whole number from 0 to ${most}, or "unlimited", not "${value}".`);
}

function fields(flags: Flags): PlanFields {
  const bound = (given: Bound | undefined, unit = 1) => (typeof given === 'number' ? given * unit : given && null);
  return {
    name: flags.name,
    apiAccess: flags.apiAccess,
    maxProjects: bound(flags.maxProjects),
    maxConnectionsPerProject: bound(flags.maxConnectionsPerProject),
    maxGenerationsPerMonth: bound(flags.maxGenerationsPerMonth),
    maxMembers: bound(flags.maxMembers),
    maxWatches: bound(flags.maxWatches),
    maxUploadBytes: bound(flags.maxUploadMb, bytesPerMb),
    minKeepMonths: bound(flags.minKeepReportsMonths),
  };
}

function tell(action: string, plan: PlanRecord, more = {}) {
  return { action, accountId: null, subject: plan.name, details: { ...more, ...toRow(plan) } };
}

function toRow(plan: PlanRecord) {
  return {
    name: plan.name,
    api_access: plan.apiAccess,
    max_projects: plan.maxProjects,
    max_connections_per_project: plan.maxConnectionsPerProject,
    max_generations_per_month: plan.maxGenerationsPerMonth,
    max_members: plan.maxMembers,
    max_watches: plan.maxWatches,
    max_upload_mb: plan.maxUploadBytes === null ? null : plan.maxUploadBytes / bytesPerMb,
    min_keep_reports_months: plan.minKeepMonths,
    accounts: plan.accounts,
  };
}
