import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export type Address = IPv4 | IPv6;
export type Network = readonly [first: Address, bits: number];

export function readNetworks(...networks: readonly string[]): Network[] {
  return networks.map((network) => ipaddr.parseCIDR(network));
}

/** Of the IANA special-purpose registries what is no public unicast address. */
const specialAddresses = readNetworks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/3'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
);
const publicV6 = readNetworks('2000::/3');

/**
 * Where clouds answer with the credentials of their machines: all of link-local, of which they use many addresses, and
 * those of AWS, Google, Alibaba, Azure, Oracle and Scaleway elsewhere.
 */
const metadataAddresses = readNetworks(
  ...['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', 'fd00:42::42/128'],
  ...['100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
);

export function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
}

/** Whether an address is a public unicast one. IPv6 addresses that only stand for IPv4 ones are not public. */
export function isPublic(address: Address): boolean {
  if (isWithin(address, specialAddresses)) return false;
  return address.kind() === 'ipv4' || isWithin(address, publicV6);
}

export function isMetadata(address: Address): boolean {
  return isWithin(address, metadataAddresses);
}

/**
 * An address and the IPv4 addresses that it may stand for, to which gateways would send it on: IPv4-mapped, -translated
 * and -compatible ones, NAT64, 6to4, Teredo and ISATAP.
 */
export function formsOf(address: Address): Address[] {
  return address.kind() === 'ipv4' ? [address] : [address, ...carriedBy(address as IPv6)];
}

/** The unspecified address and loopback, which look like IPv4-compatible ones. */
const ownV6 = readNetworks('::/127');
/** Mapped, translated, compatible, NAT64: the IPv4 address comes last. */
const endingInV4 = readNetworks('::ffff:0:0/96', '::ffff:0:0:0/96', '::/96', '64:ff9b::/96');
const localNat64 = readNetworks('64:ff9b:1::/48');
const sixToFour = readNetworks('2002::/16');
const teredo = readNetworks('2001::/32');

function carriedBy(address: IPv6): IPv4[] {
  if (isWithin(address, ownV6)) return [];
  const bytes = address.toByteArray();
  const at = (...places: readonly number[]) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0));
  const last = at(12, 13, 14, 15);
  if (isWithin(address, endingInV4)) return [last];
  // Its operator chooses the length of the prefix (RFC 6052), which moves the address; the ninth byte stays empty.
  if (isWithin(address, localNat64)) return [last, at(6, 7, 9, 10), at(7, 9, 10, 11), at(9, 10, 11, 12)];
  if (isWithin(address, sixToFour)) return [at(2, 3, 4, 5)];
  if (isWithin(address, teredo)) {
    return [at(4, 5, 6, 7), new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff))];
  }
  const [, , , , , , , , universal = 0, ...rest] = bytes;
  const isIsatap = (universal | 2) === 2 && rest[0] === 0 && rest[1] === 0x5e && rest[2] === 0xfe;
  return isIsatap ? [last] : [];
}
