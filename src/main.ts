import type { Logger } from 'pino';
import type { CommandContext } from './cli/context.ts';
import { tellOutputFaults } from './cli/output.ts';
import { createProgram, runCommand } from './cli/program.ts';
import { holdEmbeddedKey, openInstallation } from './installation/open-installation.ts';
import { readConfig } from './platform/config/config.ts';
import { bufferedDestination, createLog } from './platform/log.ts';
import { giveBackStartMemory } from './platform/start-memory.ts';
import { serviceVersion } from './platform/version.ts';

/**
 * A stop that waits for others, such as a database that does not answer, is cut short: accepted work survives a kill.
 */
const longestStopMs = 9_000;

const version = serviceVersion();

// Everything a command writes, customers' figures above all, is only for the user who runs it.
process.umask(0o077);

/**
 * Large parts are loaded by the commands that need them: most commands finish in less time than loading everything
 * takes.
 */
const context: CommandContext = {
  diagnose: async () => (await import('./installation/doctor.ts')).diagnose(),
  demo: async (options) => (await import('./demo.ts')).runDemo(options),
  async withInstallation(work) {
    await using installation = await openInstallation(readConfig());
    return await work(installation);
  },
  migrate: async (options) => (await import('./installation/run-migrations.ts')).runMigrations(readConfig(), options),
  planMigrations: async (options) => (await import('./installation/run-migrations.ts')).planRun(readConfig(), options),
  rotateVault: async (actor) => (await import('./installation/rotate-vault.ts')).rotateVault(actor),
  async serve(role) {
    const config = readConfig();
    const log = createLog(config.logLevel, bufferedDestination());
    log.info({ version }, 'starting');
    const stopped = untilStopped();
    void stopped.then(() => cutShort(log));
    using locks = new DisposableStack();
    if (!config.databaseUrl) locks.use(holdEmbeddedKey(config.dataDir));
    const { removeAbandonedFolders } = await import('./reporting/processes/temporary-folders.ts');
    await removeAbandonedFolders();
    const { startService } = await import('./app.ts');
    const { ConsoleFolder } = await import('./domains/console/built-console.ts');
    const { localAddress, welcomeFirstOperator } = await import('./installation/first-operator.ts');
    const { startConsoleBuild } = await import('./installation/console-build.ts');
    using build = role === 'worker' ? undefined : startConsoleBuild(log);
    const parts = { folder: new ConsoleFolder(), isBeingBuilt: () => build?.isRunning() ?? false };
    await using service = await startService(config, role, log, parts);
    process.stdout.write(`listening on ${service.url}\n`);
    if (role !== 'worker') {
      const base = config.publicUrl ?? localAddress(service.url);
      await welcomeFirstOperator(service.db, base, log, [process.stdout, process.stderr]);
    }
    giveBackStartMemory(log);
    log.info({ signal: await stopped }, 'stopping');
  },
};

/** Resolves with the first signal that asks the process to stop. */
function untilStopped(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  return promise;
}

/** Ends the process after the maximum stop time, unless it has ended by itself. */
function cutShort(log: Logger): void {
  const cut = () => {
    log.warn('the stop took too long and was cut short');
    process.exit(0);
  };
  setTimeout(cut, longestStopMs).unref();
}

tellOutputFaults();
const code = await runCommand(createProgram(context, version), process.argv.slice(2));
// An output error may have set it already.
process.exitCode ||= code;
