import { type LookupAddress, promises } from 'node:dns';

/** The addresses of a host; throws the resolver's error if it has none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Asks the resolver of the machine. */
export const resolveHere: Resolve = (host) => promises.lookup(host, { all: true });
