import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';

/** The committed files that are made from the code, by their path below the project's folder. */
export const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  'openapi.json': fetchDocument,
  'docs/errors.md': errorsPage,
  'docs/configuration.md': configurationPage,
};

export const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The document as a running service serves it. */
async function fetchDocument(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'report-service-openapi-'));
  try {
    await using service = await startService(readConfig({ DATA_DIR: dataDir, PORT: '0' }), 'api', createLog('silent'));
    const response = await fetch(`${service.url}/api/v1/openapi.json`, { signal: AbortSignal.timeout(10_000) });
    return `${JSON.stringify(await response.json(), null, 2)}\n`;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Writes the files, or with `--check` names those that are not what the code makes, and fails. */
async function main(options: readonly string[]): Promise<void> {
  for (const [file, make] of Object.entries(generated)) {
    const content = await make();
    const isFresh = content === (await readFile(pathOf(file), 'utf8').catch(() => ''));
    if (isFresh) continue;
    if (options.includes('--check')) {
      console.error(`${file} is stale: run "npm run openapi" and commit it.`);
      process.exitCode = 1;
    } else {
      await writeFile(pathOf(file), content);
      console.log(`${file} is written.`);
    }
  }
}

if (import.meta.main) await main(process.argv.slice(2));
