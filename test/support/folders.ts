import { rmSync } from 'node:fs';

/**
 * Removes a folder that processes of the service have worked in. A render process outlives a killed service until it
 * notices, and may write its compile cache meanwhile, so removal is retried for at most 10 s.
 */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
