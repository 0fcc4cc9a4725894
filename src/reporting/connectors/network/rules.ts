import ipaddr from 'ipaddr.js';
import { type Address, formsOf, isMetadata, isPublic, isWithin, type Network, readNetworks } from './addresses.ts';
import { isOwnService, type OwnService } from './own-services.ts';
import { type Resolve, resolveHere } from './resolve.ts';

/** What connections may reach beyond public addresses, and what they may never reach. */
export interface NetworkRules {
  /** Private networks (CIDR) that may be reached, and the only ones where `http://` is spoken. */
  readonly allowedNetworks: readonly string[];
  /** Those of them that this connection may reach; null for all. */
  readonly grantedNetworks: readonly string[] | null;
  /** Never reached. */
  readonly ownServices: readonly OwnService[];
  /** The service's own bucket at AWS, which shares its addresses with those of others; null without one. */
  readonly ownBucket: string | null;
  /** By every word that a connector may name, what stands in for its system's address; null for nothing. */
  readonly systemAddresses: Readonly<Record<string, string | null>>;
  /** The resolver of the machine if absent. */
  readonly resolve?: Resolve;
}

/**
 * What the rules say of an address and port: `never` for metadata of clouds and the service's own servers, `allowed` in
 * the allowed networks, else `public` or `private`.
 */
export type Verdict = 'never' | 'allowed' | 'public' | 'private';

/** Makes the judge of addresses; each address has to pass with everything that it stands for. */
export function judgeBy(rules: NetworkRules): (address: string, port: number) => Promise<Verdict> {
  const { ownServices, resolve = resolveHere } = rules;
  const allowed = readNetworks(...rules.allowedNetworks);
  const granted = rules.grantedNetworks && readNetworks(...rules.grantedNetworks);
  return async (text, port) => {
    const address = ipaddr.parse(text);
    const forms = formsOf(address);
    if (forms.some(isMetadata) || (await isOwnService(address, port, ownServices, resolve))) return 'never';
    if (forms.every((form) => isAllowed(form, allowed, granted))) return 'allowed';
    return forms.every((form) => isPublic(form) || isAllowed(form, allowed, granted)) ? 'public' : 'private';
  };
}

function isAllowed(address: Address, allowed: readonly Network[], granted: readonly Network[] | null): boolean {
  return isWithin(address, allowed) && (granted === null || isWithin(address, granted));
}
