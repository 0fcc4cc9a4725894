import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Reads `SECURITY_CONTACT`, an e-mail address or a URI, as a URI (RFC 9116 section 2.5.3). */
export function readSecurityContact(value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const uri = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `mailto:${value}`;
  if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/.test(uri) && URL.canParse(uri)) return uri;
  faults.push(
    `SECURITY_CONTACT must be an address such as mailto:security@example.com or https://example.com/security, not "${value}"`,
  );
  return null;
}

/** Reads `SECURITY_LOG`: `stdout`, or the absolute path of a file in a folder that is there. */
export function readSecurityLog(value: string | null, faults: string[]): string | null {
  if (value === null || value === 'stdout') return value;
  const path = resolve(value);
  if (isFolder(path) || !isFolder(dirname(path))) {
    faults.push(`SECURITY_LOG must be stdout, or a file in a folder that exists, not "${value}"`);
  }
  return path;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
