import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { after } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandContext } from '../../src/cli/context.ts';
import { createProgram, runCommand as runProgram } from '../../src/cli/program.ts';
import { openInstallation } from '../../src/installation/open-installation.ts';
import { planRun, runMigrations } from '../../src/installation/run-migrations.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { RenderPool } from '../../src/reporting/renderers/process/render-pool.ts';

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command that runs in this process reads and writes in place of the process's own streams. */
interface Streams {
  readonly stdin: Readable;
  stdout: string;
  stderr: string;
  /** Called with what was printed so far. */
  readonly onPrint: ((stdout: string) => void) | undefined;
}

const streamsOf = new AsyncLocalStorage<Streams>();

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream);
  // The overloads differ in what follows the chunk alone.
  stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
    const streams = streamsOf.getStore();
    if (!streams) return write(chunk, ...rest);
    streams[name] += chunk;
    if (name === 'stdout') streams.onPrint?.(streams.stdout);
    return true;
  }) as typeof stream.write;
}
const ownStdin = Object.getOwnPropertyDescriptor(process, 'stdin')?.get;
Object.defineProperty(process, 'stdin', { configurable: true, get: () => streamsOf.getStore()?.stdin ?? ownStdin?.() });
// As the program does when it starts.
process.umask(0o077);

/** One for all commands of this process, where each would start its own. */
const pool = new RenderPool({ size: 1 });
after(() => pool[Symbol.asyncDispose]());
const renderer = { render: pool.render.bind(pool), [Symbol.asyncDispose]: async () => {} };

/**
 * Runs a command line in this process, on the parts that the program gives it. Only the configuration is read from
 * `environment`: what else looks at variables, such as the credentials of an object store, needs `spawnCommand`.
 */
export async function runCommand(
  argv: readonly string[],
  environment: Environment,
  input = '',
  onPrint?: (stdout: string) => void,
): Promise<Ended> {
  const streams: Streams = { stdin: Readable.from([input]), stdout: '', stderr: '', onPrint };
  const program = createProgram(contextOf(environment), packageJson.version);
  const code = await streamsOf.run(streams, () => runProgram(program, argv)).catch(tellFault(streams));
  return { code, stdout: streams.stdout, stderr: streams.stderr };
}

/** What nothing catches ends the program with its stack. */
function tellFault(streams: Streams) {
  return (error: Error): number => {
    streams.stderr += `${error.stack}\n`;
    return 1;
  };
}

function contextOf(environment: Environment): CommandContext {
  return {
    diagnose: async () => (await import('../../src/installation/doctor.ts')).diagnose(environment, renderer),
    async withInstallation(work) {
      await using installation = await openInstallation(readConfig(environment));
      return await work(installation);
    },
    migrate: async (options) => runMigrations(readConfig(environment), options),
    planMigrations: async (options) => planRun(readConfig(environment), options),
    rotateVault: async (actor) =>
      (await import('../../src/installation/rotate-vault.ts')).rotateVault(actor, environment),
    /** For what refuses the start: without a fault it stops at once. */
    async serve(role) {
      const config = readConfig(environment);
      const { startService } = await import('../../src/app.ts');
      await using _ = await startService(config, role, createLog(config.logLevel));
    },
    demo: () => Promise.reject(new TypeError('The demo starts processes: spawn it.')),
  };
}
