import { type DatabaseProfile, databaseProfiles } from '../database-profiles.ts';

/**
 * Reads `DATABASE_URL` or another address of a database. A URL cannot have several hosts with ports, or a user without a
 * host. Without a host it may still name a database, on this machine or at the socket given in its query. Its parameters are
 * checked when the database is opened.
 */
export function readDatabaseUrl(name: string, value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const [, hosts, database, query = ''] =
    /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)(?:\/+([^/?#][^?#]*)?)?(?:\?([^#]*))?$/i.exec(value) ?? [];
  // The value is not repeated: it may carry a password.
  if (hosts === undefined) faults.push(`${name} must be a URL that starts with postgres:// or postgresql://`);
  else if (!hosts && !database && !new URLSearchParams(query).get('host')) {
    faults.push(`${name} must name a host or a database, as postgres://host/database`);
  }
  return value.replace(/\/+$/, '');
}

/** Reads `DATABASE_PROFILE`; null lets each connection find out. */
export function readDatabaseProfile(value: string | null, faults: string[]): DatabaseProfile | null {
  const profile = databaseProfiles.find((word) => word === value?.toLowerCase()) ?? null;
  if (value !== null && !profile) {
    faults.push(
      `DATABASE_PROFILE must be ${databaseProfiles.join(' or ')}, or not set, and the service finds out, but not "${value}"`,
    );
  }
  return profile;
}
