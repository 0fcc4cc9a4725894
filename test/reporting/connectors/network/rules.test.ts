import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { judgeBy, type NetworkRules } from '../../../../src/reporting/connectors/network/rules.ts';
import { isError } from '../../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../../support/connector-context.ts';

const server = createServer((request, response) => response.end(`${request.socket.localAddress} ${request.url}`));
server.listen(0);
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;

/** A resolver whose answers are given one after the other, the last one for ever; `asked` counts them. */
function answering(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: NetworkRules['resolve'] = async (host) => {
    const addresses = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    if (addresses.length === 0) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  };
  return { asked, resolve };
}

const withRules = (rules: Partial<NetworkRules>) => openTestContext({ network: { ...localNetwork, ...rules } });
const judge = (rules: Partial<NetworkRules>) => judgeBy({ ...localNetwork, ...rules });

test('without allowed networks public addresses alone may be reached', async () => {
  const verdict = judge({ allowedNetworks: [] });
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '11.0.0.0', '2606:4700::1111', '2a00:1450::1']) {
    assert.equal(await verdict(address, 443), 'public', address);
  }
  assert.equal(await verdict('10.0.0.1', 443), 'private');
});

test('allowed networks may be reached, and nothing beside them', async () => {
  const verdict = judge({ allowedNetworks: ['10.20.0.0/16', 'fd12::/48', '93.184.216.34/32'] });
  for (const address of ['10.20.0.0', '10.20.255.255', 'fd12::1', '93.184.216.34']) {
    assert.equal(await verdict(address, 443), 'allowed', address);
  }
  for (const address of ['10.19.255.255', '10.21.0.0', 'fd12:0:1::', '127.0.0.1', '::ffff:10.20.0.1', '::10.20.0.1']) {
    assert.equal(await verdict(address, 443), 'private', address);
  }
});

test('an address that stands for an IPv4 address passes only if that one does too', async () => {
  const verdict = judge({ allowedNetworks: ['64:ff9b::/96', '10.20.0.0/16'] });
  assert.equal(await verdict('64:ff9b::10.20.0.1', 443), 'allowed');
  assert.equal(await verdict('64:ff9b::8.8.8.8', 443), 'public');
  assert.equal(await verdict('64:ff9b::10.21.0.1', 443), 'private');
  assert.equal(await verdict('64:ff9b::127.0.0.1', 443), 'private');
});

test("a customer's connection reaches only those allowed networks that are granted to the account", async () => {
  const rules = { allowedNetworks: ['10.20.0.0/16'], grantedNetworks: ['10.20.7.0/24', '192.168.0.0/16'] };
  const verdict = judge(rules);
  assert.equal(await verdict('10.20.7.1', 443), 'allowed');
  assert.equal(await verdict('10.20.8.1', 443), 'private');
  assert.equal(await verdict('192.168.0.1', 443), 'private', 'granted, but not allowed');
  assert.equal(await judge({ ...rules, grantedNetworks: [] })('10.20.7.1', 443), 'private');
});

test("the service's own servers are never reached, by whatever name or address", async () => {
  const here = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const { resolve } = answering(['10.20.0.5', 'fd12::5']);
  const remote = [{ host: 'db.internal', port: 5432 }];
  const verdict = judge({ allowedNetworks: ['0.0.0.0/0', '::/0'], ownServices: remote, resolve });
  for (const address of ['10.20.0.5', 'fd12::5', '::ffff:10.20.0.5', '64:ff9b::10.20.0.5']) {
    assert.equal(await verdict(address, 5432), 'never', address);
    assert.equal(await verdict(address, 5433), 'allowed', address);
  }
  assert.equal(await verdict('127.0.0.1', 5432), 'allowed');
  for (const host of ['127.0.0.1', '::1', null, here[0]?.address ?? '127.0.0.1']) {
    const local = judge({ allowedNetworks: ['0.0.0.0/0', '::/0'], ownServices: [{ host, port: 5432 }] });
    for (const address of [
      '127.0.0.1',
      '127.8.8.8',
      '0.0.0.0',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      here[0]?.address ?? '::1',
    ]) {
      assert.equal(await local(address, 5432), 'never', `${host} as ${address}`);
    }
    assert.equal(await local('10.20.0.5', 5432), 'allowed');
  }
});

test('while the name of an own server has no address, others are reached', async () => {
  const { resolve } = answering([]);
  const verdict = judge({ ownServices: [{ host: 'db.internal', port: 443 }], resolve });
  assert.equal(await verdict('8.8.8.8', 443), 'public');
});

test('an own server is refused to fetch and to sockets, though its network is allowed', async () => {
  await using context = withRules({ ownServices: [{ host: '127.0.0.1', port }] });
  await assert.rejects(context.fetch(`http://127.0.0.1:${port}/`), isError('invalid_config', /never reached/));
  await assert.rejects(context.connect('::1', port), isError('invalid_config', /never reached/));
});

test('the address that was checked is the one that is connected to', async () => {
  const { resolve, asked } = answering(['127.0.0.2'], ['127.0.0.1']);
  await using context = withRules({ allowedNetworks: ['127.0.0.2/32'], resolve });
  const response = await context.fetch(`http://rebinding.example:${port}/`);
  assert.match(await response.text(), /127\.0\.0\.2 /);
  assert.deepEqual(asked, ['rebinding.example']);
  // A connection of its own is looked up, and checked, again.
  await assert.rejects(context.connect('rebinding.example', port), isError('invalid_config', /not public/));
  const again = answering(['127.0.0.2'], ['127.0.0.1']);
  await using other = withRules({ allowedNetworks: ['127.0.0.2/32'], resolve: again.resolve });
  const socket = await other.connect('rebinding.example', port);
  assert.equal(socket.remoteAddress, '127.0.0.2');
  assert.equal(again.asked.length, 1);
});

test('http:// is accepted only within the allowed networks', async () => {
  const { resolve } = answering(['93.184.216.34']);
  await using context = withRules({ resolve });
  for (const host of ['93.184.216.34', 'public.example']) {
    await assert.rejects(context.fetch(`http://${host}/`), isError('invalid_config', /http:\/\/ is accepted only/));
  }
  assert.equal((await context.fetch(`http://127.0.0.1:${port}/`)).status, 200);
  assert.equal((await context.fetch(`http://[::1]:${port}/`)).status, 200);
});

test('a host that does not exist is a mistyped one while a connection is verified, and passing after that', async () => {
  const unknown = { ...localNetwork, resolve: answering([]).resolve };
  await using verifying = openTestContext({ network: unknown, isVerifying: true });
  const mistyped = isError('invalid_config', /There is no host nowhere\.example; correct/);
  await assert.rejects(verifying.fetch('https://nowhere.example/'), mistyped);
  await assert.rejects(verifying.connect('nowhere.example', 5432), mistyped);
  assert.equal((await verifying.fetch(`http://127.0.0.1:${port}/`)).status, 200);
  const passing = isError('transient', /cannot be reached/);
  await assert.rejects(verifying.fetch('https://nowhere.example/'), passing);
  await using running = openTestContext({ network: unknown });
  await assert.rejects(running.fetch('https://nowhere.example/'), passing);
});

test('a resolver that does not answer is waited for until the work is stopped', async () => {
  const abort = new AbortController();
  const network = { ...localNetwork, resolve: () => new Promise<never>(() => {}) };
  await using context = openTestContext({ network, signal: abort.signal });
  const requests = [context.fetch('https://silent.example/'), context.connect('silent.example', 5432)];
  abort.abort();
  for (const request of requests) await assert.rejects(request, isError('transient', /stopped/));
});

test("the operator's address stands in for a system's, its path before the whole path", async () => {
  const { systemAddresses } = localNetwork;
  const replaced = { ...systemAddresses, stripe: 'https://gateway.example.com/out/stripe' };
  await using context = withRules({ systemAddresses: replaced });
  const url = 'https://api.stripe.com/v1/charges?limit=100&created%5Bgte%5D=1';
  assert.equal(
    context.addressOf('stripe', url).href,
    `https://gateway.example.com/out/stripe/v1/charges?limit=100&created%5Bgte%5D=1`,
  );
  assert.equal(
    context.addressOf('matomo', new URL('https://stats.example.com/index.php')).href,
    'https://stats.example.com/index.php',
  );
  assert.throws(() => context.addressOf('strip', url), /No system has the word "strip"/);
});

test("{shop} in Shopify's address is the shop of the URL", async () => {
  const url = 'https://my-shop.myshopify.com/admin/api/2026-10/graphql.json';
  for (const [base, address] of [
    ['https://{shop}.gateway.example.com', 'https://my-shop.gateway.example.com/admin/api/2026-10/graphql.json'],
    [
      'https://gateway.example.com/shops/{shop}',
      'https://gateway.example.com/shops/my-shop/admin/api/2026-10/graphql.json',
    ],
  ] as const) {
    await using context = withRules({ systemAddresses: { shopify: base } });
    assert.equal(context.addressOf('shopify', url).href, address);
  }
});

test("the operator's address may be private and plain, for that system alone, but never metadata or an own server", async () => {
  const systemAddresses = { stripe: `http://127.0.0.1:${port}/stripe`, matomo: 'http://169.254.169.254', umami: null };
  const rules = { allowedNetworks: [], systemAddresses };
  await using context = withRules(rules);
  const url = context.addressOf('stripe', 'https://api.stripe.com/v1/charges');
  assert.match(await (await context.fetch(url)).text(), / \/stripe\/v1\/charges$/);
  await assert.rejects(
    context.fetch(context.addressOf('matomo', 'https://stats.example.com/')),
    isError('invalid_config', /never reached/),
  );
  await using ofAnother = withRules(rules);
  await assert.rejects(ofAnother.fetch(url), isError('invalid_config', /not public/));
  await using own = withRules({ ...rules, ownServices: [{ host: 'localhost', port }] });
  const refused = own.fetch(own.addressOf('stripe', 'https://api.stripe.com/v1/charges'));
  await assert.rejects(refused, isError('invalid_config', /never reached/));
});
