import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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

function isMapped(address: string): boolean {
  return ipaddr.IPv6.parse(address).isIPv4MappedAddress();
}
