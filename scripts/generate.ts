import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOperations } from '../client/scripts/make-operations.ts';
import { makeTypes } from '../client/scripts/make-types.ts';
import { startService } from '../src/app.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/log.ts';
import { configurationPage } from './configuration-page.ts';
import { contractCoveragePage } from './contract-coverage.ts';
import { errorsPage } from './errors-page.ts';
import { grafanaDashboard, prometheusRuleResource, prometheusRules } from './monitoring-files.ts';
import { upgradingPage } from './upgrading-page.ts';

const makers: Readonly<Record<string, () => string | Promise<string>>> = {
  'openapi.json': () => fetchDocument('/api/v1'),
  'manage-openapi.json': () => fetchDocument('/manage/v1'),
  'client/src/types.ts': async () => makeTypes(JSON.parse(await readFile(pathOf('openapi.json'), 'utf8'))),
  'client/src/manage/operations.ts': async () =>
    makeOperations(JSON.parse(await readFile(pathOf('manage-openapi.json'), 'utf8'))),
  'docs/errors.md': errorsPage,
  'docs/configuration.md': configurationPage,
  'docs/contract-coverage.md': contractCoveragePage,
  'docs/upgrading.md': upgradingPage,
  'deploy/prometheus/report-service.rules.yml': prometheusRules,
  'deploy/kubernetes/components/monitoring/rules.yaml': prometheusRuleResource,
  'deploy/grafana/report-service.json': grafanaDashboard,
};

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The expected content of the committed files that are made from the code, by their path in the project. */
export async function generate(): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const [file, make] of Object.entries(makers)) contents[file] = format(file, await make());
  return contents;
}

/** Formatted, so that the file passes the check, which knows no YAML. */
function format(file: string, content: string): string {
  if (/\.ya?ml$/.test(file)) return content;
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
  const args = [biome, 'format', `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, {
    cwd: pathOf('.'),
    input: content,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
    timeout: 60_000,
  });
}

/** The document of one door as a running service serves it. */
async function fetchDocument(base: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'report-service-openapi-'));
  try {
    await using service = await startService(readConfig({ DATA_DIR: dataDir, PORT: '0' }), 'api', createLog('silent'));
    const response = await fetch(`${service.url}${base}/openapi.json`, { signal: AbortSignal.timeout(10_000) });
    return JSON.stringify(await response.json(), null, 2);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The files that differ from what the code makes. */
export async function findStale(contents: Readonly<Record<string, string>>): Promise<string[]> {
  const stale: string[] = [];
  for (const [file, content] of Object.entries(contents)) {
    if ((await readFile(pathOf(file), 'utf8').catch(() => '')) !== content) stale.push(file);
  }
  return stale;
}

/** Writes what is stale, or with `--check` only names it, and fails. */
async function main(options: readonly string[]): Promise<void> {
  const contents = await generate();
  const stale = await findStale(contents);
  for (const file of stale) {
    if (options.includes('--check')) console.error(`${file} is stale: run "npm run openapi" and commit it.`);
    else await writeFile(pathOf(file), contents[file] ?? '');
  }
  if (stale.length > 0 && options.includes('--check')) process.exitCode = 1;
}

if (import.meta.main) await main(process.argv.slice(2));
