import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** What Redshift's own documentation lists as missing, as far as it could come near a report. */
export const missingFunctions: readonly string[] = [
  ...['width_bucket', 'generate_series', 'generate_subscripts', 'array_agg', 'string_agg', 'every', 'div', 'setseed'],
  ...['unnest', 'justify_days', 'justify_hours', 'justify_interval', 'clock_timestamp', 'transaction_timestamp'],
  ...['pg_sleep', 'bit_length', 'overlay', 'convert_from', 'convert_to', 'encode', 'format', 'quote_nullable'],
  ...['regexp_matches', 'regexp_split_to_array', 'regexp_split_to_table', 'corr', 'covar_pop', 'covar_samp'],
  ...['pg_has_role', 'to_unixtime', 'make_date', 'num_nonnulls', 'json_agg', 'row'],
];

/** What else it does not read. */
export const missingSyntax: readonly RegExp[] = [
  /\bARRAY\s*\[/i,
  /\[\]/,
  /\bVALUES\s*\(/i,
  /\bIS\s+(?:NOT\s+)?DISTINCT\s+FROM\b/i,
  /\bCOLLATE\s+"/i,
  /\bFILTER\s*\(/i,
  /\bLATERAL\b/i,
  /\bOVER\s*\([^)]*\bNULLS\b/i,
  /\b(?:pg_roles|pg_authid|rolsuper)\b/i,
  // Rows of values.
  /\([^()]*,[^()]*\)\s+IN\s+\(SELECT/i,
];

const missingSettings = ['standard_conforming_strings', 'idle_in_transaction_session_timeout', 'IntervalStyle'];

/** Statements that make PostgreSQL understand the functions of Redshift, run by the owner of a database. */
export const redshiftFunctions = `
  CREATE FUNCTION datediff(unit text, one timestamp, other timestamp) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE unit WHEN 'day' THEN other::date - one::date
      WHEN 'month' THEN (extract(year FROM other) - extract(year FROM one)) * 12
        + extract(month FROM other) - extract(month FROM one)
      ELSE extract(epoch FROM date_trunc('second', other)) - extract(epoch FROM date_trunc('second', one)) END::bigint
  $$;
  CREATE FUNCTION dateadd(unit text, amount bigint, moment timestamp) RETURNS timestamp LANGUAGE sql IMMUTABLE AS $$
    SELECT moment + amount * CASE unit WHEN 'hour' THEN interval '1 hour' ELSE interval '1 second' END
  $$;
  CREATE FUNCTION recollated(value text, collation_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT value COLLATE "C"
  $$;
  CREATE FUNCTION unpadded(value anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE AS $$ SELECT value $$;
  CREATE FUNCTION unpadded(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT rtrim(value, ' ') $$;
  CREATE VIEW svv_tables WITH (security_invoker = true) AS
    SELECT table_schema::text, table_name::text FROM information_schema.tables WHERE table_name <> 'svv_tables'`;

/** A server that stands before PostgreSQL and answers as Redshift would. */
export interface RedshiftDouble {
  readonly port: number;
  /** All statements so far, as they came. */
  readonly statements: string[];
}

/** Starts the double on 127.0.0.1 for one test file. */
export async function startRedshift(postgres: {
  readonly host: string;
  readonly port: number;
}): Promise<RedshiftDouble> {
  const sockets = new Set<Socket>();
  const statements: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(postgres);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    upstream.on('data', (chunk) => client.write(chunk));
    client.on('data', forward(client, upstream, statements));
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, statements };
}

const sslRequest = 80_877_103;
const cancelRequest = 80_877_102;

/** Passes on what a client sends, with its statements rewritten. */
function forward(client: Socket, upstream: Socket, statements: string[]): (chunk: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      const length = kept.length < head + 4 ? Number.POSITIVE_INFINITY : head + kept.readInt32BE(head);
      if (kept.length < length) return;
      const message = kept.subarray(0, length);
      kept = kept.subarray(length);
      const code = isStarted ? 0 : message.readInt32BE(4);
      if (code === sslRequest) client.write('N');
      else upstream.write(isStarted ? rewritten(message, statements) : message);
      isStarted ||= code !== sslRequest && code !== cancelRequest;
    }
  };
}

function rewritten(message: Buffer, statements: string[]): Buffer {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type !== 'Q' && type !== 'P') return message;
  const begin = type === 'P' ? message.indexOf(0, 5) + 1 : 5;
  const end = message.indexOf(0, begin);
  const sql = message.toString('utf8', begin, end);
  statements.push(sql);
  const body = Buffer.concat([message.subarray(5, begin), Buffer.from(asPostgres(sql)), message.subarray(end)]);
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** What is wrong for Redshift becomes what is wrong for PostgreSQL, too. */
function asPostgres(sql: string): string {
  const fault = faultOf(sql);
  if (fault !== undefined) return `SELECT "${fault.replaceAll('"', '')} is not there"()`;
  const named = missingSettings.reduce((text, name) => text.replaceAll(name, `missing_${name}`), sql);
  return (
    named
      .replace(
        /^(BEGIN [^;]*;)/,
        '$1 SET LOCAL escape_string_warning = off; SET LOCAL standard_conforming_strings = off;',
      )
      .replace(/extra_float_digits TO ([3-9])/, 'extra_float_digits TO 99$1')
      .replaceAll(/\bDATE(DIFF|ADD)\((\w+),/gi, "date$1('$2',")
      .replaceAll(/\bCOLLATE\(/gi, 'recollated(')
      // Texts that differ in the blanks at their ends are one group.
      .replaceAll(/\bSELECT ((?:(?!\bSELECT\b)[\s\S])*?) AS key__,/g, 'SELECT unpadded($1) AS key__,')
      .replaceAll(/ AS (?:text|varchar)\)|::(?:text|varchar)\b(?!\()/gi, (text) =>
        text.startsWith('::') ? '::varchar(256)' : ' AS varchar(256))',
      )
  );
}

function faultOf(sql: string): string | undefined {
  const name = missingFunctions.find((each) => new RegExp(`\\b${each}\\s*\\(`, 'i').test(sql));
  return name ?? missingSyntax.find((pattern) => pattern.test(sql))?.source;
}
