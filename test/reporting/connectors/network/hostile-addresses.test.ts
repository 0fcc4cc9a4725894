import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTrap, isIPv6 } from 'node:net';
import { after, test } from 'node:test';
import type { NetworkRules } from '../../../../src/reporting/connectors/network/rules.ts';
import { isError } from '../../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../../support/connector-context.ts';
import { hostileHosts, hostileNames, hostileUrls } from './hostile-addresses.ts';

/** Listens at one port on IPv4 and IPv6, and counts who comes. */
let caught = 0;
const trap = createTrap((socket) => {
  caught++;
  socket.on('error', () => {}).destroy();
});
trap.listen(0);
await once(trap, 'listening');
after(() => trap.close());
const { port } = trap.address() as AddressInfo;

const resolve: NetworkRules['resolve'] = async (name) => {
  const addresses = hostileNames[name];
  if (!addresses) throw Object.assign(new Error('there is no such name'), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
};
/** Public addresses alone. */
const network: NetworkRules = { ...localNetwork, allowedNetworks: [], resolve };
const hosts = [...hostileHosts.map(([host]) => host), ...Object.keys(hostileNames)];
const inUrl = (host: string) => (isIPv6(host) || host.includes('%') ? `[${host}]` : host);

test('the table has at least 60 addresses, each once', () => {
  assert.ok(hostileHosts.length >= 60);
  assert.equal(new Set(hosts).size, hosts.length);
});

test('the URL parser reads each as the same address in its usual form', () => {
  for (const [host, read] of hostileHosts) {
    const url = `https://${inUrl(host)}/`;
    const hostname = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;
    assert.equal(hostname, read, host);
  }
});

test('fetch reaches none of them, by https or http', async () => {
  await using context = openTestContext({ network });
  for (const host of hosts) {
    for (const scheme of ['https', 'http']) {
      const request = context.fetch(`${scheme}://${inUrl(host)}:${port}/`);
      await assert.rejects(
        request,
        isError('invalid_config', /not public|never reached|not a valid URL|only within/),
        host,
      );
    }
  }
  assert.equal(caught, 0);
});

test('sockets reach none of them', async () => {
  await using context = openTestContext({ network });
  for (const host of [...hosts, ...hostileHosts.map(([host]) => inUrl(host))]) {
    const refusal = isError('invalid_config', /not public|never reached|neither a name nor an address/);
    await assert.rejects(context.connect(host, port), refusal, host);
  }
  assert.equal(caught, 0);
});

test('sockets are opened to hosts and ports alone', async () => {
  await using context = openTestContext();
  for (const host of [
    '',
    ' ',
    'user@127.0.0.1',
    '127.0.0.1/',
    '127.0.0.1:80',
    '[::1]:80',
    '127.0.0.1#',
    'a b',
    '/tmp/x',
  ]) {
    await assert.rejects(context.connect(host, port), isError('invalid_config', /neither a name nor an address/), host);
  }
  for (const wrong of [0, -1, 65_536, 1.5, Number.NaN]) {
    await assert.rejects(context.connect('127.0.0.1', wrong), isError('invalid_config', /port/), String(wrong));
  }
  assert.equal(caught, 0);
});

test('fetch reaches nothing by tricks of URLs, other schemes and ports', async () => {
  await using context = openTestContext({ network });
  for (const url of hostileUrls) {
    await assert.rejects(context.fetch(url), isError('invalid_config', /./), url);
  }
  assert.equal(caught, 0);
});

test('redirects lead to none of them', async () => {
  let target = '';
  const redirecting = createServer((_request, response) => response.writeHead(302, { location: target }).end());
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  after(() => redirecting.close());
  const { port: own } = redirecting.address() as AddressInfo;
  // What the operator put in a system's place may be reached on this machine; where it redirects to may not.
  const systemAddresses = { stripe: `http://127.0.0.1:${own}` };
  await using context = openTestContext({ network: { ...network, systemAddresses } });
  const url = context.addressOf('stripe', 'https://api.stripe.com/v1');
  const urls = hosts.flatMap((host) => [`https://${inUrl(host)}:${port}/`, `http://${inUrl(host)}:${port}/`]);
  // Without a scheme it is a place of the redirecting system itself.
  const elsewhere = hostileUrls.filter((each) => URL.canParse(each));
  for (const each of [...urls, ...elsewhere]) {
    target = each.replaceAll(/[^\x20-\x7e]/g, encodeURIComponent);
    await assert.rejects(context.fetch(url), isError('invalid_config', /./), target);
  }
  assert.equal(caught, 0);
});

test('metadata is never reached, even where every network is allowed', async () => {
  const everything = { ...network, allowedNetworks: ['0.0.0.0/0', '::/0'] };
  await using context = openTestContext({ network: everything });
  const metadata = [
    '169.254.169.254',
    '0xa9fea9fe',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
  ];
  const metadataV6 = ['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe', '::ffff:169.254.169.254'];
  const carried = ['64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1:a9fe:a9:fe00::', '2002:a9fe:a9fe::1'];
  const others = ['::169.254.169.254', '::ffff:0:169.254.169.254', 'fd00::5efe:169.254.169.254', '2001:0:a9fe:a9fe::'];
  const names = ['metadata', 'metadata.google.internal', 'instance-data.ec2.internal', 'zone.example'];
  for (const host of [...metadata, ...metadataV6, ...carried, ...others, ...names]) {
    await assert.rejects(context.fetch(`http://${inUrl(host)}/`), isError('invalid_config', /never reached/), host);
    await assert.rejects(context.connect(host, 80), isError('invalid_config', /never reached/), host);
  }
});
