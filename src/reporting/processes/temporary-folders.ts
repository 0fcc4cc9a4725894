import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Containers with other processes may share a temporary folder; they have names of their own. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const form = new RegExp(`^report-service-[a-z]+-${host}-(\\d+)-`);

/** A new temporary folder that tells whose it is, so that it can be removed when this process was killed. */
export function makeTemporaryFolder(kind: 'rows' | 'restore' | 'backup'): Promise<string> {
  return mkdtemp(join(tmpdir(), `report-service-${kind}-${host}-${process.pid}-`));
}

/** The temporary folders of processes of this machine that are gone. */
export async function findAbandonedFolders(alsoOf?: number): Promise<string[]> {
  const names = await readdir(tmpdir()).catch(() => []);
  const pidOf = (name: string) => Number(form.exec(name)?.[1]);
  return names.filter((name) => pidOf(name) === alsoOf || isGone(pidOf(name))).map((name) => join(tmpdir(), name));
}

/**
 * Removes what killed processes have left; what another user has left stays. To be called before this process makes a
 * folder: in a container it has the id of the one before.
 */
export async function removeAbandonedFolders(): Promise<void> {
  for (const folder of await findAbandonedFolders(process.pid))
    await rm(folder, { recursive: true, force: true }).catch(() => {});
}

function isGone(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
