import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of third-party tools that tests run against the service; it is a separate package. */
export const foreignTools = fileURLToPath(new URL('../../foreign-tools/', import.meta.url));

/** Why tests skip these tools, or the one that is named; false when installed. Throws if CI allows no skipped tests. */
export function lackOfForeignTools(name = ''): string | false {
  if (existsSync(`${foreignTools}node_modules/${name}`)) return false;
  const lack = 'run "npm ci" in foreign-tools';
  if (process.env.CI) throw new Error(lack);
  return lack;
}
