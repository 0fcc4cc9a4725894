import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { foreignTools } from './foreign-tools.ts';

/**
 * A ClickHouse server of today: the engine as a library, behind its HTTP interface as the reference describes it. Sends its
 * port to its parent. `PASSWORD` is that of `reader`, who may write, and of `locked`, whose profile is read only; `default`,
 * the owner, has none.
 */

interface Engine {
  query(sql: string, format: string): string;
}

interface Chdb {
  readonly Session: new (folder: string) => Engine;
}

/** Parameters of the interface; all others are settings of the query. */
const parameters = new Set([
  'query',
  'database',
  'user',
  'password',
  'wait_end_of_query',
  'query_id',
  'default_format',
]);
const { FOLDER: folder = '', PASSWORD: password = '' } = process.env;
const { Session } = createRequire(foreignTools)('chdb') as Chdb;
const engine = new Session(folder);
const release = engine.query('SELECT version()', 'TabSeparatedRaw').trim();

class Exception extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(`Code: ${code}. DB::Exception: ${text}`);
    this.code = code;
  }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { 'X-ClickHouse-Server-Display-Name': 'today', 'X-ClickHouse-Timezone': 'UTC' };
  try {
    const text = answer(request, Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { ...headers, 'X-ClickHouse-Summary': '{"read_rows":"0"}' }).end(text);
  } catch (error) {
    const { code, text } = exceptionOf(error as Error);
    const told = {
      ...headers,
      'X-ClickHouse-Exception-Code': String(code),
      'Content-Type': 'text/plain; charset=UTF-8',
    };
    response.writeHead(statusOf(code), told).end(`${text} (version ${release} (official build))\n`);
  }
}).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

function answer({ url = '/', headers }: IncomingMessage, body: string): string {
  const { searchParams } = new URL(url, 'http://today');
  const user = String(headers['x-clickhouse-user'] ?? 'default');
  authenticate(user, String(headers['x-clickhouse-key'] ?? ''));
  const settings = [...searchParams].filter(([name]) => !parameters.has(name));
  const [first] = settings;
  if (user === 'locked' && first)
    throw new Exception(164, `Cannot modify '${first[0]}' setting in readonly mode. (READONLY)`);
  engine.query(`USE "${(searchParams.get('database') ?? 'default').replaceAll('"', '""')}"`, 'TabSeparated');
  const sql = [searchParams.get('query'), body].filter(Boolean).join('\n');
  const profile: [string, string][] = user === 'locked' ? [['readonly', '1']] : [];
  const told = [...profile, ...settings].map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return engine.query(told.length === 0 ? sql : `${sql}\nSETTINGS ${told.join(', ')}`, 'TabSeparated');
}

function authenticate(user: string, given: string): void {
  const expected = { default: '', reader: password, locked: password }[user];
  if (given === expected) return;
  const text = 'Authentication failed: password is incorrect, or there is no user with such name';
  throw new Exception(516, `${user}: ${text}. (AUTHENTICATION_FAILED)`);
}

function exceptionOf(error: Error): { readonly code: number; readonly text: string } {
  const text = error.message.replace(/^Query failed: /, '');
  return { code: Number(/^Code: (\d+)\./.exec(text)?.[1] ?? 1002), text };
}

/** As in `exceptionCodeToHTTPStatus` of the server. */
function statusOf(code: number): number {
  if (code === 194) return 401;
  if ([192, 193, 516].includes(code)) return 403;
  if ([6, 27, 36, 38, 41, 53, 62, 72, 117].includes(code)) return 400;
  if ([46, 47, 50, 56, 60, 63, 73, 81, 115].includes(code)) return 404;
  if (code === 48) return 501;
  return 500;
}
