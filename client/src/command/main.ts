import { parseArgs } from 'node:util';
import { CommandError, type CommandLine, type OptionValues } from './command-line.ts';
import { exportReport } from './export.ts';
import { generate } from './generate.ts';
import { listProjects, listReports } from './lists.ts';
import { login } from './login.ts';
import { describeFault, fail, tellOutputFaults } from './output.ts';

const commands: Readonly<Record<string, CommandLine>> = {
  login,
  projects: listProjects,
  reports: listReports,
  generate,
  export: exportReport,
};

const usage = `Usage: report-service-client COMMAND [OPTIONS]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

report-service-client COMMAND --help says more. REPORT_SERVICE_URL and REPORT_SERVICE_TOKEN are used before what login stored.
`;

/** The signals that end a command cleanly, and the exit codes after them. */
const stops = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs one command and returns its exit code: 0, 1 after an error on stderr, or that of the signal that stopped it. */
export async function main(argv: readonly string[]): Promise<number> {
  tellOutputFaults();
  const [name = '--help', ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return fail(`There is no command "${name}". See report-service-client --help.`);
  const interrupt = new AbortController();
  const abort = (signal: NodeJS.Signals) => interrupt.abort(signal);
  for (const signal of Object.keys(stops)) process.once(signal, abort);
  try {
    const values = readOptions(command, rest);
    if (values.help) process.stdout.write(command.usage);
    else await command.run(values, interrupt.signal);
    return 0;
  } catch (error) {
    if (!interrupt.signal.aborted) return fail(describeFault(error));
    fail('Interrupted. A job that was started keeps running.');
    return stops[interrupt.signal.reason as keyof typeof stops];
  } finally {
    for (const signal of Object.keys(stops)) process.removeListener(signal, abort);
  }
}

function readOptions({ options }: CommandLine, args: string[]): OptionValues {
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } }).values as OptionValues;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
