import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '../../processes/temporary-folders.ts';
import type { ConnectorContext } from '../contract.ts';

/** A folder of its own for copies that one piece of work needs; removed when its context closes. */
export async function makeScratchFolder(context: ConnectorContext): Promise<string> {
  const folder = await makeTemporaryFolder('rows');
  context.keep({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  return folder;
}

/** The most that copies of one connection's files may take, as temporary folders are often in memory. */
export const maxScratchBytes = 512 * 1024 * 1024;
