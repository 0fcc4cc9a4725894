import { readFileSync } from 'node:fs';
import { startService } from './app.ts';
import type { CommandContext } from './cli/context.ts';
import { createProgram, runCommand } from './cli/program.ts';
import { readConfig } from './config.ts';
import { runDemo } from './demo.ts';
import { diagnose } from './doctor.ts';
import { openInstallation } from './installation.ts';
import { createLog } from './log.ts';

const context: CommandContext = {
  diagnose,
  demo: runDemo,
  async withInstallation(work) {
    await using installation = await openInstallation(readConfig());
    return await work(installation);
  },
  async migrate() {
    await using installation = await openInstallation(readConfig());
    return [...installation.migrated];
  },
  async serve(role) {
    const config = readConfig();
    const log = createLog(config.logLevel);
    const stopped = untilStopped();
    await using service = await startService(config, role, log);
    process.stdout.write(`listening on ${service.url}\n`);
    log.info({ signal: await stopped }, 'stopping');
  },
};

/** Resolves with the first signal that asks the process to stop. */
function untilStopped(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  return promise;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
process.exitCode = await runCommand(createProgram(context, version), process.argv.slice(2));
