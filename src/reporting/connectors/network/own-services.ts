import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type Address, formsOf, isWithin, readNetworks } from './addresses.ts';
import type { Resolve } from './resolve.ts';

/** A server that the service itself works with, such as its database. */
export interface OwnService {
  /** Null for this machine. */
  readonly host: string | null;
  readonly port: number;
}

const loopback = readNetworks('127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128');

/**
 * Whether a port of an address is one of the service's own servers, however the machine that both stand on is called:
 * by the name and address configured, by loopback, or by another address of it.
 */
export async function isOwnService(
  address: Address,
  port: number,
  services: readonly OwnService[],
  resolve: Resolve,
): Promise<boolean> {
  for (const { host } of services.filter((service) => service.port === port)) {
    const own = host === null ? undefined : await addressesOf(host, resolve);
    const isHere = own === undefined || own.some(isThisMachine);
    const forms = formsOf(address);
    if (isHere && forms.some(isThisMachine)) return true;
    if (own?.some((each) => forms.some((form) => isSame(each, form)))) return true;
  }
  return false;
}

/** None while the name has no address: the service cannot reach it then either. */
async function addressesOf(host: string, resolve: Resolve): Promise<Address[]> {
  const found = await resolve(host).catch(() => []);
  return found.map(({ address }) => ipaddr.parse(address));
}

function isThisMachine(address: Address): boolean {
  if (isWithin(address, loopback)) return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((each) => isSame(ipaddr.parse(each.address), address));
}

function isSame(one: Address, other: Address): boolean {
  return one.kind() === other.kind() && one.match(other, one.kind() === 'ipv4' ? 32 : 128);
}
