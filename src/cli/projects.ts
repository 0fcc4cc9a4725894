import type { Command } from 'commander';
import { getAccountOfProject } from '../domains/connections/connections.ts';
import { listLabels, lockLabel, removeLabel, renameLabel } from '../domains/labels/labels.ts';
import { changedTags } from '../domains/labels/project-labels.ts';
import { listProjects, type ProjectFilter } from '../domains/projects/project-lists.ts';
import { withStates } from '../domains/projects/project-states.ts';
import { readManagedProject, updateProject } from '../domains/projects/projects.ts';
import type { ManagedProjectUpdate } from '../domains/projects/schema.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { projectStatuses } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { missing } from '../platform/faults.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { oneOf, print } from './output.ts';
import { collectNames, type FilterFlags, filteredByProject, wholeAccount } from './project-filters.ts';
import { projectImportCommand } from './project-imports.ts';

interface Json {
  json?: boolean;
}

type ListFlags = Json & FilterFlags & { account: string; status?: ProjectFilter['status']; q?: string };

interface TagFlags extends Json {
  add?: string[];
  remove?: string[];
}

interface MoveFlags extends Json {
  folder?: string;
  out?: boolean;
}

/** Enough for one page of all that there may be. */
const most = 20_000;

/** `projects`: what an account has, with tags and folders. */
export function projectCommands(program: Command, context: CommandContext): void {
  const projects = program.command('projects').description('list projects, tag them and put them into folders');
  projectImportCommand(projects, context);

  filteredByProject(projects.command('list').description('list the projects of an account, by name'))
    .requiredOption('--account <id>', 'the account')
    .option('--status <status>', projectStatuses.join(', '), oneOf('--status', projectStatuses))
    .option('--q <words>', 'only those whose name or client has all of these words')
    .option('--json', 'print JSON')
    .action(({ account, json, ...filter }: ListFlags) =>
      context.withInstallation(async ({ db }) => {
        const order = { page: 1, per_page: most, sort: 'name', direction: 'asc' } as const;
        const { items } = await listProjects(db, await wholeAccount(db, account), { ...filter, ...order });
        const rows = await withStates(db, items);
        print(rows.map(toRow), Boolean(json));
      }),
    );

  projects
    .command('tag')
    .description('give projects tags, and take some away')
    .argument('<id...>', 'the projects')
    .option('--add <name>', 'a tag to give; can be given again', collectNames)
    .option('--remove <name>', 'a tag to take away; can be given again', collectNames)
    .option('--json', 'print JSON')
    .action((ids: string[], { add, remove, json }: TagFlags) => {
      if (!add && !remove) throw new OperatorError('projects tag takes --add or --remove.');
      return changeAll(context, ids, Boolean(json), async (transaction, id) => ({
        tags: await changedTags(transaction, { id }, { add, remove }),
      }));
    });

  projects
    .command('move')
    .description('put projects into a folder, or out of it')
    .argument('<id...>', 'the projects')
    .option('--folder <name>', 'the folder, such as a group of clients')
    .option('--out', 'out of the folder they are in')
    .option('--json', 'print JSON')
    .action((ids: string[], { folder, out, json }: MoveFlags) => {
      if ((folder === undefined) === !out) throw new OperatorError('projects move takes either --folder or --out.');
      return changeAll(context, ids, Boolean(json), async () => ({ folder: folder ?? null }));
    });

  tagCommands(program, context);
}

/** Changes projects one by one: those before a fault stay changed. */
function changeAll(
  context: CommandContext,
  ids: readonly string[],
  json: boolean,
  fieldsFor: (transaction: Queryable, id: string) => Promise<ManagedProjectUpdate>,
): Promise<void> {
  return context.withInstallation(async ({ db }) => {
    const rows = [];
    for (const id of ids) {
      const accountId = await getAccountOfProject(db, id);
      const change = async (transaction: Queryable) => {
        const fields = await fieldsFor(transaction, id);
        await updateProject(transaction, accountId, id, fields);
        return { fields: Object.keys(fields), project: await readManagedProject(transaction, accountId, id) };
      };
      const { project } = await asOperator(db, change, ({ fields }) => ({
        ...{ action: 'project.update', accountId, subject: id, details: { fields } },
      }));
      rows.push(toRow(project));
    }
    print(rows, json);
  });
}

/** `tags`: over all projects of an account. */
function tagCommands(program: Command, context: CommandContext): void {
  const tags = program.command('tags').description('the tags and folders of the projects of an account');

  tags
    .command('list')
    .description('list tags and folders, with the number of projects that have them')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: Json & { account: string }) =>
      context.withInstallation(async ({ db }) => {
        const rows = await listLabels(db, await wholeAccount(db, flags.account));
        print(
          rows.map(({ id, kind, name, projects }) => ({ id, kind, name, projects })),
          Boolean(flags.json),
        );
      }),
    );

  const one = (
    command: Command,
    action: string,
    change: (transaction: Queryable, id: string, name: string) => Change,
  ) =>
    command.option('--json', 'print JSON').action((id: string, given: string | Json, flags: Json) =>
      context.withInstallation(async ({ db }) => {
        const [name, { json }] = typeof given === 'string' ? [given, flags] : ['', given];
        const changed = await asOperator(
          db,
          (transaction) => change(transaction, id, name),
          ({ account_id, ...label }) => ({
            ...{ action: `tag.${action}`, accountId: account_id, subject: id },
            details: { name: label.name, kind: label.kind },
          }),
        );
        print({ id, kind: changed.kind, name: changed.name, [`${action}d`]: true }, Boolean(json));
      }),
    );
  const named = (name: string, description: string) =>
    tags.command(name).description(description).argument('<id>', 'the tag or folder, as list shows it');
  one(
    named('rename', 'rename one in all projects').argument('<name>', 'what it is called from now on'),
    'update',
    async (transaction, id, name) => renameLabel(transaction, await lock(transaction, id), name),
  );
  one(named('remove', 'take one from all projects, which stay'), 'remove', async (transaction, id) => {
    const label = await lock(transaction, id);
    await removeLabel(transaction, label);
    return label;
  });
}

type Change = ReturnType<typeof renameLabel>;

/** Of any account; throws `not_found`. */
async function lock(transaction: Queryable, id: string) {
  const row = await transaction.selectFrom('labels').select('account_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('tag', id);
  return lockLabel(transaction, row.account_id, id);
}

function toRow(
  project: Awaited<ReturnType<typeof readManagedProject>> | Awaited<ReturnType<typeof withStates>>[number],
) {
  const { id, name, client_name, status, folder, tags } = project as Awaited<ReturnType<typeof readManagedProject>>;
  return { id, name, client_name, status, folder, tags };
}
