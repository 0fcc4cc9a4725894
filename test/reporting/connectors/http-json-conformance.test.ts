import { httpJsonConnector } from '../../../src/reporting/connectors/http-json.ts';
import { type ConformanceFixture, knownRows, testConnector } from '../../support/connector-conformance.ts';
import { type JsonHandler, startJsonServer } from '../../support/json-server.ts';
import { usually } from '../../support/suite.ts';

const secret = { key: 'a-very-secret-text' };
const pageSize = 90;

const metrics = [
  { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
  { key: 'total', label: 'Total', sql: 'sum(amount)', unit: 'currency', better: 'up', additive: true },
  { key: 'average', label: 'Average', sql: 'avg(amount)', unit: 'number', better: 'up', additive: false },
];
const dimensions = [{ key: 'place', label: 'Place', sql: 'place' }];

const answers: Readonly<Record<string, JsonHandler>> = {
  '/all': () => ({ data: { items: knownRows } }),
  '/by-cursor': ({ query }) => {
    const from = query.get('since') ?? '';
    const to = query.get('until') ?? '';
    const rows = knownRows.filter(({ day }) => from <= day && day <= to);
    const start = Number(query.get('after') ?? 0);
    const end = start + pageSize;
    return { data: { items: rows.slice(start, end) }, next: end < rows.length ? String(end) : null };
  },
  '/empty-list': () => ({ data: {} }),
  '/texts': () => ({ data: { items: ['a', 'b'] } }),
  '/page': (_request, response) => void response.end('<html>Sign in</html>'),
  '/hanging': () => undefined,
  '/refused': (_request, response) => void response.writeHead(401).end(secret.key),
  '/forbidden': (_request, response) => void response.writeHead(403).end(),
  '/odd': (_request, response) => void response.writeHead(422).end(secret.key),
  '/broken': (_request, response) => void response.writeHead(502).end(),
};

const server = await startJsonServer((request, response) => {
  const [path = ''] = request.path.split('?');
  if (request.headers.authorization !== `Bearer ${secret.key}`) return answers['/refused']?.(request, response);
  const answer = answers[path];
  if (!answer) return void response.writeHead(404).end();
  return answer(request, response);
});

async function prepare(path: string, more: Record<string, unknown> = {}): Promise<ConformanceFixture> {
  const headers = { Authorization: 'Bearer {secret.key}' };
  const config = { url: server.url + path, headers, rows: 'data.items', date: 'day', metrics, dimensions, ...more };
  const at = (path: string) => ({ ...config, url: server.url + path });
  const withMetric = (sql: string) => ({ ...config, metrics: [{ ...metrics[0], sql }] });
  const invalid = (message: RegExp, config: unknown) => ({ config, kind: 'invalid_config' as const, message });
  return {
    connector: httpJsonConnector,
    config,
    secret,
    dataRoots: [],
    timedDate: 'CAST(day AS TIMESTAMP) + CASE WHEN amount > 0 THEN INTERVAL 12 HOUR ELSE INTERVAL 6 HOUR END',
    slowConfig: at('/hanging'),
    refused: {
      'missing address': { config: at('/nothing'), kind: 'resource_missing', message: /404/ },
      'forbidden address': { config: at('/forbidden'), kind: 'resource_missing', message: /403/ },
      'refused credentials': { config: { ...config, headers: {} }, kind: 'reauth_required', message: /401/ },
      'answer that it does not accept': invalid(/422/, at('/odd')),
      'system that does not work': { config: at('/broken'), kind: 'transient', message: /502/ },
      'answer that is no JSON': invalid(/not JSON/, at('/page')),
      'rows that are not there': invalid(/data\.items.*finds nothing/, at('/empty-list')),
      'rows that are no objects': invalid(/Row 1 .*not an object/, at('/texts')),
      'rows that are no list': invalid(/does not find a list/, { ...config, rows: 'data' }),
      'placeholder that does not exist': invalid(/url.*\{day\}/, at('/all?day={day}')),
      'secret that does not exist': invalid(/url.*\{secret\.other\}/, at('/all?x={secret.other}')),
      'column of a metric': invalid(/"sold".*"entries"/, withMetric('sum(sold)')),
      'column of a dimension': invalid(/"shop".*"place"/, {
        ...config,
        dimensions: [{ ...dimensions[0], sql: 'shop' }],
      }),
      'metric of text': invalid(/"entries".*VARCHAR/, withMetric('max(place)')),
      'key used twice': invalid(/"entries"/, { ...config, metrics: [metrics[0], metrics[0]] }),
    },
  };
}

testConnector('http-json (all rows at once)', () => prepare('/all'));

/** The faults are the same. */
const prepareCursor = async () => ({
  ...(await prepare('/by-cursor?since={from}&until={to}', {
    paging: { type: 'cursor', param: 'after', next: 'next' },
  })),
  refused: {},
});
if (usually(true, false)) testConnector('http-json (the days asked for, by pages)', prepareCursor, false);
