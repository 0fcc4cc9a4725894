import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Connector } from '../../../src/reporting/connectors/contract.ts';
import { testConnector } from '../../support/connector-conformance.ts';
import { figuresOf, firstDay, grouped, type KnownRow, rowsIn } from '../../support/known-rows.ts';

const token = 'tally-token-of-the-test';

/** The connector of docs/connectors/writing-one.md, as it stands there. */
async function connectorOfGuide(): Promise<Connector> {
  const [, source = ''] = /```ts\n(.*?)```/s.exec(readFileSync('docs/connectors/writing-one.md', 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const place = pathToFileURL('src/reporting/connectors/').href;
  const placed = source
    .replaceAll("from './", `from '${place}`)
    .replace("from 'typebox'", `from '${import.meta.resolve('typebox')}'`);
  const file = join(folder, 'tally.ts');
  writeFileSync(file, placed);
  const { tally } = await import(pathToFileURL(file).href);
  rmSync(folder, { recursive: true });
  return tally;
}

/** The system of the guide over the known rows; below /slow it never answers, and below /gone there is nothing. */
async function startTally(): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://tally');
    if (url.pathname === '/slow/stats') return;
    const refused = request.headers.authorization !== `Bearer ${token}`;
    if (refused || url.pathname !== '/stats') return response.writeHead(refused ? 401 : 404).end();
    return response.end(JSON.stringify(statsOf(url.searchParams)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function statsOf(asked: URLSearchParams) {
  const [from = '', to = '', by = '', order = ''] = ['from', 'to', 'by', 'order'].map((name) => asked.get(name) ?? '');
  const period = { from, to };
  const keyOf = ({ day, place }: KnownRow) => {
    if (by === 'place' || by === 'none') return by === 'place' ? place : null;
    return firstDay(day, by as 'day');
  };
  const groups = by === 'none' ? [{ key: null, rows: rowsIn(period) }] : grouped(period, keyOf);
  const all = groups.map(({ key, rows }) => {
    const [entries = null, total = null, average = null] = figuresOf(rows);
    return { key, entries, total, average };
  });
  const figure = (group: (typeof all)[number]) => group[order as 'entries'] ?? Number.NEGATIVE_INFINITY;
  const compareKeys = (one: string | null, other: string | null) =>
    one === null ? 1 : other === null ? -1 : Buffer.compare(Buffer.from(one), Buffer.from(other));
  all.sort((one, other) => (by === 'place' ? figure(other) - figure(one) : 0) || compareKeys(one.key, other.key));
  return { groups: all.slice(0, Number(asked.get('limit'))), group_count: all.length, entries: rowsIn(period).length };
}

testConnector('of the guide to writing one', async () => {
  const url = await startTally();
  return {
    connector: await connectorOfGuide(),
    config: { url },
    secret: { token },
    dataRoots: [],
    refused: {
      'another address': {
        config: { url: `${url}/gone/` },
        kind: 'resource_missing',
        message: /nothing at this address/,
      },
    },
    slowConfig: { url: `${url}/slow/` },
  };
});
