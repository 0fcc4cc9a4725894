import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { recordAudit } from '../domains/audit/audit.ts';
import { findAsker } from '../domains/management/callers.ts';
import type { ImportCheck, ImportFault, PlannedProject } from '../domains/project-imports/import-check.ts';
import { rowsOfCsv } from '../domains/project-imports/import-rows.ts';
import { makeProject, toldOfMade } from '../domains/project-imports/make-project.ts';
import type { Installation } from '../installation/open-installation.ts';
import { OperatorError, ServiceError } from '../platform/errors.ts';
import type { Caller } from '../platform/http/caller.ts';
import { readTextBody } from '../platform/http/json-body.ts';
import { commandLine } from './audit.ts';
import type { CommandContext } from './context.ts';
import { sentenceOf } from './fault-sentences.ts';
import { endWithFault, print, type Row, tableText } from './output.ts';

interface ImportFlags {
  account: string;
  dryRun?: boolean;
  json?: boolean;
}

/** How long sign-ins may take to list what they see. */
const lookMs = 120_000;
/** After so many projects it is said how far it is. */
const tellEvery = 25;

/** `projects import`: a project of each row of a file. */
export function projectImportCommand(projects: Command, context: CommandContext): void {
  projects
    .command('import')
    .description('make a project of each row of a CSV file; what is there already stays as it is')
    .argument('<file>', 'the file, in UTF-8 with a header, or - for standard input')
    .requiredOption('--account <id>', 'the account')
    .option('--dry-run', 'only check the rows; nothing is made')
    .option('--json', 'print JSON')
    .action((file: string, flags: ImportFlags) =>
      context.withInstallation(async (installation) => {
        const { db } = installation;
        const { id } = await getAccount(db, flags.account);
        const rows = rowsOfCsv(readTextBody(await readBytes(file), 'csv'));
        const caller = await findAsker(db, commandLine(), id);
        if (!caller) throw new OperatorError(`The account ${id} was deleted meanwhile.`);
        const { checkImport } = await import('../domains/project-imports/check-import.ts');
        const check = await checkImport(db, installation, caller, rows, lookMs);
        tell('Warning', check.warnings);
        refuse(check);
        const made = flags.dryRun ? check.planned.map(toPlannedRow) : await make(installation, caller, check.planned);
        print([...check.already.map(toAlreadyRow), ...made], Boolean(flags.json));
        if (made.some(({ state }) => state === 'failed')) endWithFault();
      }),
    );
}

async function readBytes(file: string): Promise<Buffer> {
  if (file === '-') return buffer(process.stdin);
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file} cannot be read: ${error.code}.`);
  });
}

/** Every fault at its row; with one nothing is made. */
function refuse({ faults, plan_fault }: ImportCheck): void {
  tell('Fault', faults);
  if (faults.length > 0)
    throw new OperatorError('Nothing was made. Repair the rows above, then import the file again.');
  if (plan_fault !== null) throw new OperatorError(plan_fault);
}

function tell(what: 'Fault' | 'Warning', places: readonly ImportFault[]): void {
  if (places.length === 0) return;
  const rows = places.map(({ row, column, message }): Row => ({ [what.toLowerCase()]: row, column, message }));
  process.stderr.write(tableText(rows));
}

/** One transaction for each, so that what is done stays when the command ends. */
async function make({ db, vault }: Installation, caller: Caller, planned: readonly PlannedProject[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, project] of planned.entries()) {
    const told = { row: project.row, name: project.fields.name };
    try {
      const { projectId, isAlready } = await db.transaction().execute(async (transaction) => {
        const made = await makeProject(transaction, vault, caller, project);
        const { account } = caller;
        for (const change of toldOfMade(project, made)) {
          await recordAudit(transaction, commandLine(), { ...change, accountId: account.id });
        }
        return made;
      });
      rows.push({ ...told, state: isAlready ? 'already there' : 'made', project_id: projectId, fault: null });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      rows.push({ ...told, state: 'failed', project_id: null, fault: sentenceOf(error) });
    }
    const count = index + 1;
    if (count % tellEvery === 0 && count < planned.length) {
      process.stderr.write(`${count} of ${planned.length} projects\n`);
    }
  }
  return rows;
}

const toPlannedRow = ({ row, fields: { name } }: PlannedProject): Row => {
  return { row, name, state: 'would be made', project_id: null, fault: null };
};

const toAlreadyRow = ({ row, name, project_id }: ImportCheck['already'][number]): Row => {
  return { row, name, state: 'already there', project_id, fault: null };
};
