import { realpath } from 'node:fs/promises';
import type { Command } from 'commander';
import { OperatorError } from '../platform/errors.ts';
import type { Proposal } from '../reporting/connectors/contract.ts';
import { readGiven } from './connection-files.ts';
import type { CommandContext } from './context.ts';
import { type Row, tableText, visible } from './output.ts';

interface ProposeFlags {
  project?: string;
  sheet?: string;
  system?: string;
  config?: string;
  secret?: string;
  grant?: string;
  json?: boolean;
}

/** `connections propose`: a configuration made from a look at a file, a table or the rows of an API. */
export function connectionProposalCommands(connections: Command, context: CommandContext): void {
  connections
    .command('propose')
    .description('look at a file, a table or an API, and print a configuration for it')
    .argument('[path]', 'a file below a data root, an address or s3://bucket/key; without it --system')
    .option('--project <id>', 'the project that it is for, whose time zone days have')
    .option('--sheet <name>', 'the sheet of a workbook; the first by default')
    .option('--system <system>', 'another kind of source than a file')
    .option('--config <file>', 'a JSON file that names the rows, or - for standard input')
    .option('--secret <file>', 'a JSON file with the credentials, or - for standard input')
    .option('--grant <id>', 'the sign-in of a connection, in place of --secret')
    .option('--json', 'print JSON, with rows, types, totals, columns and doubts')
    .action((path: string | undefined, flags: ProposeFlags) =>
      context.withInstallation(async (installation) => {
        if ((path === undefined) === (flags.system === undefined)) {
          throw new OperatorError('Give the path of a file, or --system with --config.');
        }
        const { proposeConnection, pathBelowRoots } = await import('../domains/connections/propose-connection.ts');
        const { config, secret = null } = await readGiven(flags);
        const named =
          path === undefined
            ? config
            : {
                path: await pathInConfig(path, (real) => pathBelowRoots(real, installation), installation.dataRoots),
                ...(flags.sheet !== undefined && { sheet: flags.sheet }),
              };
        const { db } = installation;
        const proposal = await proposeConnection(db, installation, {
          ...{ system: flags.system ?? 'file', config: named, projectId: flags.project },
          ...{ secret, grantId: flags.grant },
        });
        printProposal(proposal, Boolean(flags.json));
      }),
    );
}

/** A file of the folder one is in is named as below its data root; a path below one stays as it is. */
async function pathInConfig(
  path: string,
  below: (real: string) => string | undefined,
  dataRoots: readonly string[],
): Promise<string> {
  if (/^[a-z0-9]+:\/\//i.test(path) || /[*?[\]{}]/.test(path)) return path;
  const inRoot = await Promise.all(dataRoots.map((root) => realpath(`${root}/${path}`).catch(() => undefined)));
  if (inRoot.some((real) => real !== undefined)) return path;
  const here = await realpath(path).catch(() => undefined);
  if (here === undefined) return path;
  const found = below(here);
  if (found !== undefined) return found;
  const [root] = dataRoots;
  if (root === undefined)
    throw new OperatorError('The service has no data roots. Set DATA_ROOTS to a folder with files.');
  throw new OperatorError(
    `${path} is not below a data root. Copy it into ${dataRoots.join(' or ')}, or add its folder to DATA_ROOTS.`,
  );
}

/** The configuration alone goes to standard output, so that it can go straight into a file. */
function printProposal(proposal: Proposal, json: boolean): void {
  const { config, rows, types, totals, columns, doubts } = proposal;
  process.stdout.write(
    `${JSON.stringify(json ? { config, rows, types, totals, columns, doubts } : config, null, 2)}\n`,
  );
  if (json) return;
  const told = [
    tableText(rows as readonly Row[]),
    tableText([types as Row]),
    tableText([totals as Row]),
    ...doubts.map(({ column, message }) => `Doubt${column && ` (${visible(column)})`}: ${visible(message)}\n`),
  ];
  process.stderr.write(told.join('\n'));
}
