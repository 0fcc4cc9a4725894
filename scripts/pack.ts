import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagePackage } from './packing/stage.ts';

/** Runs `npm pack` with further options, such as `--pack-destination`, on the package of the service. */
async function main(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'report-service-package-'));
  try {
    await stagePackage(join(import.meta.dirname, '..'), folder);
    execFileSync('npm', ['pack', folder, ...options], { stdio: 'inherit', timeout: 300_000 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
