import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { fetchPictures, mostFetchedBytes } from '../../../src/reporting/connectors/fetch-pictures.ts';
import { drawCardPictures } from '../../../src/reporting/renderers/logo/card-pictures.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { samplePicture } from '../../support/galleries.ts';
import { startJsonServer } from '../../support/json-server.ts';

const png = samplePicture(900, 300, 1);
const elsewhere = await startJsonServer((_, response) => void response.setHeader('content-type', 'image/png').end(png));

type Answer = readonly [type: string, body: Buffer | string, headers?: Record<string, string>, status?: number];

const answers: Readonly<Record<string, Answer>> = {
  '/fine': ['image/png', png],
  '/fine-with-parameters': ['Image/JPEG; charset=binary', png],
  '/page': ['image/png', '<html><body>Not found</body></html>'],
  '/page-of-text': ['text/html', png],
  '/svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
  '/svg-as-png': ['image/png', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
  '/gif': ['image/gif', 'GIF89a'],
  '/empty': ['image/png', ''],
  '/gone': ['image/png', png, {}, 404],
  '/largest': ['image/png', Buffer.concat([png, Buffer.alloc(mostFetchedBytes - png.length)])],
  '/too-large': ['image/png', Buffer.concat([png, Buffer.alloc(mostFetchedBytes - png.length + 1)])],
  '/to-private': ['image/png', '', { location: elsewhere.url }, 302],
  '/to-metadata': ['image/png', '', { location: 'http://169.254.169.254/latest/' }, 302],
  '/to-itself': ['image/png', '', { location: '/to-itself' }, 302],
};

const server = await startJsonServer((request, response) => {
  if (request.path === '/silent') return undefined;
  if (request.path === '/endless') {
    response.writeHead(200, { 'content-type': 'image/png' });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 1)));
    };
    response.on('drain', more);
    more();
    return undefined;
  }
  if (request.path === '/drips') {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.write(png.subarray(0, 20));
    return undefined;
  }
  if (request.path === '/broken-off') {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(png.length) });
    response.write(png.subarray(0, 100), () => response.destroy());
    return undefined;
  }
  const [type, body, headers = {}, status = 200] = answers[request.path] ?? ['text/plain', '', {}, 404];
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  return undefined;
});

async function fetched(addresses: readonly string[], eachMs = 3_000) {
  const systemAddresses = { ...localNetwork.systemAddresses, 'meta-ads': server.url };
  const network = { ...localNetwork, grantedNetworks: [], systemAddresses };
  await using context = openTestContext({ network, maxBodyBytes: mostFetchedBytes });
  return await fetchPictures(addresses, 'meta-ads', context, { eachMs, allMs: 20_000 });
}

const at = (path: string) => `https://pictures.example${path}`;

test('pictures are fetched without credentials, by their bytes, up to 2 MiB', async () => {
  const found = await fetched([at('/fine'), at('/fine-with-parameters'), at('/largest')]);
  assert.deepEqual(
    found.map((picture) => picture?.type),
    ['image/png', 'image/png', 'image/png'],
  );
  assert.equal(found[2]?.bytes.length, mostFetchedBytes);
  assert.ok(server.seen.every(({ headers }) => headers.authorization === undefined && headers.cookie === undefined));
});

const refused = Object.keys(answers).filter((path) => !/^\/(fine|largest)/.test(path));
for (const path of [...refused, '/endless', '/broken-off', '/nowhere']) {
  test(`what is at ${path} is no picture, and others come all the same`, async () => {
    const found = await fetched([at(path), at('/fine')]);
    assert.deepEqual(
      found.map((picture) => picture?.bytes.length),
      [undefined, png.length],
    );
    assert.equal(elsewhere.seen.length, 0);
  });
}

test('a server that is silent or slow keeps a picture away, and no others', async () => {
  const found = await fetched([at('/silent'), at('/drips'), at('/fine')], 700);
  assert.deepEqual(
    found.map((picture) => picture !== undefined),
    [false, false, true],
  );
});

test('only https addresses without a password are asked', async () => {
  const asked = server.seen.length;
  const addresses = [
    'http://pictures.example/fine',
    'https://a:b@pictures.example/fine',
    'file:///etc/passwd',
    'data:,x',
    'x',
    '',
  ];
  const found = await fetched([...addresses, `https://pictures.example/${'x'.repeat(5_000)}`]);
  assert.ok(found.every((picture) => picture === undefined));
  assert.equal(server.seen.length, asked);
});

/** A PNG of one grey, which takes a thousandth of the bytes that it unpacks to. */
function greyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 1_000), 7));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('pictures are drawn anew as small PNG; bombs and broken ones are left out, and those behind them are drawn', async () => {
  const { signal } = new AbortController();
  const picture = (bytes: Buffer, type = 'image/png') => ({ type, bytes });
  const all = [
    picture(png),
    picture(greyPng(30_000, 30_000)),
    picture(Buffer.concat([png.subarray(0, 60), Buffer.alloc(500, 3)])),
    picture(png, 'image/jpeg'),
    picture(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'),
      'image/svg+xml',
    ),
    picture(samplePicture(50, 50, 2)),
  ];
  const drawn = await drawCardPictures(all, signal);
  assert.deepEqual(
    drawn.map((picture) => picture && [picture.png.readUInt32BE(16), picture.png.readUInt32BE(20)]),
    [[320, 107], undefined, undefined, undefined, undefined, [50, 50]],
  );
});

test('who is stopped waits for no drawing', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(drawCardPictures([{ type: 'image/png', bytes: png }], stopped), /stopped/);
});
