import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { detachAll } from '../domains/projects/project-template.ts';
import { templateSchedules } from '../domains/schedules/template-schedules.ts';
import { type ContentDifferences, compareContents } from '../domains/templates/compare-contents.ts';
import type { KeyedContent } from '../domains/templates/follow.ts';
import { contentOfProject } from '../domains/templates/from-project.ts';
import { contentOfLibrary, type LibraryTemplate, library } from '../domains/templates/library.ts';
import { findChanges, type ProjectChange } from '../domains/templates/publication-changes.ts';
import { readImported, writeTemplateFile } from '../domains/templates/template-file.ts';
import {
  changeTemplate,
  countFollowers,
  createTemplate,
  getRevision,
  getTemplate,
  listTemplates,
  publishTemplate,
  readContent,
  removeTemplate,
  type TemplateRow,
} from '../domains/templates/templates.ts';
import type { Installation } from '../installation/open-installation.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator, operator } from './audit.ts';
import { readJson } from './connection-files.ts';
import type { CommandContext } from './context.ts';
import { explained } from './fault-sentences.ts';
import { print, type Row, wholeNumber } from './output.ts';
import { findTemplate, templateFollowerCommands } from './template-followers.ts';

interface Json {
  json?: boolean;
}

interface CreateFlags {
  account: string;
  name: string;
  project?: string;
  from?: string;
  description?: string;
}

export function templateCommands(program: Command, context: CommandContext): void {
  const templates = program
    .command('templates')
    .description('layouts with slots for connections, which many projects follow');

  templates
    .command('list')
    .description('list the templates of an account')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: Json & { account: string }) =>
      context.withInstallation(async ({ db }) => {
        const { id } = await getAccount(db, flags.account);
        const rows = (await listTemplates(db, id)).map((template) => toRow(db, template));
        print(await Promise.all(rows), Boolean(flags.json));
      }),
    );

  templates
    .command('show')
    .description('print a template as the file that import takes: its draft, or a revision')
    .argument('<id>', 'the template')
    .option('--revision <number>', 'a revision that was published', wholeNumber('--revision', 1, 999_999_999))
    .action((id: string, flags: { revision?: number }) =>
      context.withInstallation((installation) => printFile(installation, id, flags.revision)),
    );

  templates
    .command('export')
    .description('print what projects follow of a template as a file with its pictures, for import elsewhere')
    .argument('<id>', 'the template')
    .option('--revision <number>', 'an earlier revision', wholeNumber('--revision', 1, 999_999_999))
    .action((id: string, flags: { revision?: number }) =>
      context.withInstallation(async (installation) => {
        const { published } = await findTemplate(installation.db, id);
        if (published === 0) throw new OperatorError('This template is not published yet. Use: templates show');
        await printFile(installation, id, flags.revision ?? published);
      }),
    );

  templates
    .command('compare')
    .description('print how a revision of a template differs from a later one, or from the draft')
    .argument('<id>', 'the template')
    .requiredOption('--from <number>', 'the revision', wholeNumber('--from', 1, 999_999_999))
    .option('--to <number>', 'a later revision; the draft if absent', wholeNumber('--to', 1, 999_999_999))
    .option('--json', 'print JSON')
    .action((id: string, flags: Json & { from: number; to?: number }) =>
      context.withInstallation(async ({ db }) => {
        const template = await findTemplate(db, id);
        const contents = [flags.from, flags.to].map((number) => contentOf(db, template, number));
        const [before, after] = (await Promise.all(contents)).map(readContent) as [KeyedContent, KeyedContent];
        print(differenceRows(compareContents(before, after)), Boolean(flags.json));
      }),
    );

  templates
    .command('library')
    .description('list the templates that come with the service')
    .option('--json', 'print JSON')
    .action((flags: Json) => print(library.map(toLibraryRow), Boolean(flags.json)));

  templates
    .command('create')
    .description(
      'make a template of a project, with a slot for each of its connections, or a copy of one of the library',
    )
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'what it is called, once in an account')
    .option('--project <id>', 'the project whose settings it takes')
    .option('--from <id>', 'a template that comes with the service, as library lists them')
    .option('--description <text>', 'what it is for')
    .option('--json', 'print JSON')
    .action((flags: Json & CreateFlags) =>
      context.withInstallation(async ({ db }) => {
        const { account, name, project, from, description = null, json } = flags;
        if ((project === undefined) === (from === undefined)) throw new OperatorError('Give --project or --from.');
        const { id } = await getAccount(db, account);
        const create = async (transaction: Queryable) => {
          const content =
            project === undefined ? contentOfLibrary(from ?? '') : await contentOfProject(transaction, id, project);
          return createTemplate(transaction, id, { name, description, ...content });
        };
        const template = await explained('The template', () => asOperator(db, create, (made) => told('create', made)));
        print(await toRow(db, template), Boolean(json));
      }),
    );

  templates
    .command('import')
    .description('make a template of a file that export has written')
    .argument('<file>', 'the file, or - for standard input')
    .requiredOption('--account <id>', 'the account')
    .option('--name <name>', 'another name than the one in the file')
    .option('--json', 'print JSON')
    .action((file: string, flags: Json & { account: string; name?: string }) =>
      context.withInstallation(async (installation) => {
        const { id } = await getAccount(installation.db, flags.account);
        const read = await readFile(installation, id, file);
        const fields = { ...read, name: flags.name ?? read.name };
        const create = (transaction: Queryable) => createTemplate(transaction, id, fields);
        const template = await explained('The template', () =>
          asOperator(installation.db, create, (made) => told('create', made)),
        );
        print(await toRow(installation.db, template), Boolean(flags.json));
      }),
    );

  templates
    .command('update')
    .description(
      'replace the draft of a template, by a file or by what a project has; projects change once it is published',
    )
    .argument('<id>', 'the template')
    .option('--file <file>', 'a file as show prints it, or - for standard input')
    .option('--project <id>', 'a project whose settings it takes, with the slots of the template')
    .option('--json', 'print JSON')
    .action((id: string, flags: Json & { file?: string; project?: string }) =>
      context.withInstallation(async (installation) => {
        const { file, project, json } = flags;
        if ((file === undefined) === (project === undefined)) throw new OperatorError('Give --file or --project.');
        const { db } = installation;
        const { account_id: accountId } = await findTemplate(db, id);
        const read = file === undefined ? undefined : await readFile(installation, accountId, file);
        const change = async (transaction: Queryable) => {
          const before = await getTemplate(transaction, accountId, id);
          if (project === undefined) return changeTemplate(transaction, before, { ...read });
          const { slots } = readContent(before.draft);
          return changeTemplate(transaction, before, await contentOfProject(transaction, accountId, project, slots));
        };
        const template = await explained('The template', () => asOperator(db, change, (made) => told('update', made)));
        print(await toRow(db, template), Boolean(json));
      }),
    );

  templates
    .command('publish')
    .description('have the projects that follow a template follow its draft')
    .argument('<id>', 'the template')
    .option('--dry-run', 'only print what would change, project by project')
    .option('--json', 'print JSON')
    .action((id: string, flags: Json & { dryRun?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const template = await findTemplate(db, id);
        if (flags.dryRun) {
          const { items } = await findChanges(db, template);
          return print(items.map(changeRow), Boolean(flags.json));
        }
        const publish = async (transaction: Queryable) =>
          publishTemplate(
            transaction,
            await getTemplate(transaction, template.account_id, id),
            operator(),
            templateSchedules,
          );
        print(
          await toRow(db, await asOperator(db, publish, (made) => told('publish', made, { number: made.published }))),
          Boolean(flags.json),
        );
      }),
    );

  templates
    .command('remove')
    .description('remove a template with its revisions')
    .argument('<id>', 'the template')
    .option('--detach', 'detach the projects that follow it, which keep the settings that they have')
    .option('--json', 'print JSON')
    .action((id: string, flags: Json & { detach?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { account_id: accountId } = await findTemplate(db, id);
        const remove = async (transaction: Queryable) => {
          const template = await getTemplate(transaction, accountId, id);
          const detached = flags.detach ? await detachAll(transaction, template) : 0;
          await removeTemplate(transaction, template);
          return { template, detached };
        };
        const done = await asOperator(db, remove, ({ template, detached }) => told('remove', template, { detached }));
        print({ id, removed: true, detached: done.detached }, Boolean(flags.json));
      }),
    );

  templateFollowerCommands(templates, context);
}

async function printFile({ db, objects }: Installation, id: string, number: number | undefined): Promise<void> {
  const template = await findTemplate(db, id);
  const content = await contentOf(db, template, number);
  const file = await writeTemplateFile(objects, template, content);
  process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
}

/** A revision, or the draft. */
async function contentOf(db: Queryable, template: TemplateRow, number: number | undefined): Promise<string> {
  return number === undefined ? template.draft : (await getRevision(db, template, number)).content;
}

async function readFile({ objects }: Installation, accountId: string, file: string) {
  const json = await readJson('the template', file);
  return explained('The template', () => readImported(objects, accountId, templateSchedules, json));
}

async function toRow(db: Queryable, template: TemplateRow): Promise<Row> {
  const { id, name, published } = template;
  const times = { published_at: toTimestamp(template.published_at), updated_at: toTimestamp(template.updated_at) };
  return { id, name, published, projects: await countFollowers(db, id), ...times };
}

function toLibraryRow({ id, name, slots, description }: LibraryTemplate): Row {
  const takes = slots.map(({ slot, systems, required }) => `${slot}${required ? '' : '?'}: ${systems.join(', ')}`);
  return { id, name, slots: takes, description };
}

function differenceRows({ sections, slots, fields }: ContentDifferences): Row[] {
  const ofSections = sections.map(({ section, change, moved, before, after, ...difference }) => {
    const title = ('title' in section && section.title) || null;
    const words = [change !== 'same' && change, moved && 'moved'].filter(Boolean).join(', ');
    return { what: 'section', name: title ?? section.type, change: words, before, after, ...difference };
  });
  const nowhere = { before: null, after: null };
  return [
    ...ofSections,
    ...slots.map(({ slot, ...difference }) => ({ what: 'slot', name: slot, ...nowhere, ...difference })),
    ...fields.map((name) => ({ what: 'setting', name, change: 'changed', ...nowhere, fields: [] })),
  ];
}

function changeRow({ sections, missing, ...item }: ProjectChange): Row {
  return { ...item, ...sections, missing: missing.map(({ slot, metrics }) => `${slot}: ${metrics.join(', ')}`) };
}

function told(verb: string, { id, account_id, name }: TemplateRow, details: Readonly<Record<string, unknown>> = {}) {
  return { action: `template.${verb}`, accountId: account_id, subject: id, details: { name, ...details } };
}
