import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { plainAddress } from './limits/address-throttle.ts';

/**
 * A network as it is stored and compared: `10.0.0.0/8`, `fd00::/8`; an address alone is a network of one. Throws a
 * RangeError whose message says what is wrong with the text.
 */
export function readNetwork(text: string): string {
  const [, address = '', length] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const bits = Number(length ?? most);
  if (version === 0 || bits > most) throw new RangeError(`"${text}" is none`);
  const network = version === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = network.networkAddressFromCIDR(`${address}/${bits}`).toString();
  const written = `${first}/${bits}`;
  if (ipaddr.parse(address).toString() !== first) {
    throw new RangeError(`"${text}" has bits beyond its length, so write ${written}`);
  }
  if (version === 6 && isMapped(first)) throw new RangeError(`"${text}" stands for IPv4 addresses, so write those`);
  return written;
}

/** Whether a network lies within one of the others; all as `readNetwork` gives them. */
export function liesWithin(network: string, others: readonly string[]): boolean {
  const [address, bits] = ipaddr.parseCIDR(network);
  return others.some((other) => {
    const [outer, outerBits] = ipaddr.parseCIDR(other);
    return outer.kind() === address.kind() && outerBits <= bits && address.match(outer, outerBits);
  });
}

/**
 * Whether a client's address, as `TRUST_PROXY` lets it be named, lies within one of the networks, or there are none. One
 * that is an IPv4 address written as IPv6 (RFC 4291 section 2.5.5.2) counts as that; what is no address lies nowhere.
 */
export function clientLiesWithin(named: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const [plain = ''] = plainAddress(named).split('%');
  if (isIP(plain) === 0) return false;
  const address = ipaddr.process(plain);
  return liesWithin(`${address}/${address.kind() === 'ipv4' ? 32 : 128}`, networks);
}

function isMapped(address: string): boolean {
  return ipaddr.IPv6.parse(address).isIPv4MappedAddress();
}
