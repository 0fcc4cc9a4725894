import type { Command } from 'commander';
import { OperatorError } from '../platform/errors.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

interface Flags {
  readonly contract?: boolean;
  readonly plan?: boolean;
  readonly copy?: boolean;
  readonly json?: boolean;
}

export function migrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database schema up to date (serve does so by itself)')
    .option('--contract', 'also take away what only older versions use: none of them can start any more')
    .option('--plan', 'say what would run, which tables it locks and what waits for it, and run nothing')
    .option('--copy', 'with --plan: run it on a copy of all rows, say how long it took there, and remove the copy')
    .option('--json', 'print JSON')
    .action(async ({ contract = false, plan = false, copy = false, json = false }: Flags) => {
      if (copy && !plan) throw new OperatorError('--copy goes with --plan.');
      if (plan && contract)
        throw new OperatorError('--plan names contract migrations by itself; leave --contract out.');
      if (plan)
        return print(
          (await context.planMigrations({ copy })).map((step) => ({ ...step })),
          json,
        );
      const tell = (line: string) => void process.stderr.write(`${line}\n`);
      const { applied, waiting } = await context.migrate({ contract, tell });
      print({ applied, ...(waiting.length > 0 && { waiting_for_contract: waiting }) }, json);
    });
}
