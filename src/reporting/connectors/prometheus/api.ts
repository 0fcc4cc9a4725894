import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { statusFault } from '../http/status-faults.ts';
import type { PrometheusConfig, PrometheusSecret } from './config.ts';

const point = Type.Tuple([Type.Number(), Type.String()]);
const series = Type.Object({
  metric: Type.Record(Type.String(), Type.String()),
  /** Absent for histograms, which are no figure. */
  value: Type.Optional(point),
  values: Type.Optional(Type.Array(point)),
});
const success = Type.Object({
  data: Type.Object({ resultType: Type.Enum(['vector', 'matrix']), result: Type.Array(series) }),
});
const fault = Type.Object({ errorType: Type.String(), error: Type.Optional(Type.String()) });

/** A series of an answer: its labels, and values by epoch milliseconds. Null for NaN and the infinities. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly { readonly atMs: number; readonly value: number | null }[];
}

/** A PromQL expression at an instant, or at several at equal distances; epoch milliseconds. */
export interface Evaluation {
  readonly promql: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
}

/** An expression that the server does not accept, and where the fault is if it says so. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Counted from 1. */
  readonly place: { readonly line: number; readonly character: number } | undefined;
  /** Whether it cannot be parsed, rather than computed. */
  readonly isSyntax: boolean;

  constructor(isSyntax: boolean, place: ExpressionError['place']) {
    super('The server does not accept the expression.');
    this.isSyntax = isSyntax;
    this.place = place;
  }
}

const requestDeadlineMs = 120_000;

/** Evaluates an expression. Throws a ConnectorError, or an ExpressionError. */
export async function evaluate(
  config: PrometheusConfig,
  secret: PrometheusSecret,
  { promql, startMs, endMs, stepMs }: Evaluation,
  context: ConnectorContext,
): Promise<Series[]> {
  const isRange = endMs > startMs;
  const url = apiUrl(config, isRange ? 'query_range' : 'query');
  const times = isRange
    ? { start: secondsOf(startMs), end: secondsOf(endMs), step: secondsOf(stepMs) }
    : { time: secondsOf(endMs) };
  url.search = new URLSearchParams({ query: promql, ...times }).toString();
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(requestDeadlineMs)]);
  const response = await context.fetch(url, { headers: headersOf(secret), redirect: 'manual', signal });
  return readSeries(await readAnswer(response));
}

function apiUrl({ url }: PrometheusConfig, name: string): URL {
  const base = URL.parse(url);
  const isPlain = base && /^https?:$/.test(base.protocol) && base.search === '' && base.hash === '';
  if (!isPlain || base.username !== '' || base.password !== '') {
    throw invalid('url is not the address of a Prometheus server, such as https://prometheus.example.com.');
  }
  return new URL(`${base.href.replace(/\/+$/, '')}/api/v1/${name}`);
}

function secondsOf(ms: number): string {
  return String(ms / 1000);
}

function headersOf(secret: PrometheusSecret): Record<string, string> {
  const headers = { accept: 'application/json', 'user-agent': 'report-service' };
  if (secret === null) return headers;
  if ('user' in secret) {
    const pair = Buffer.from(`${secret.user}:${secret.password}`).toString('base64');
    return { ...headers, authorization: `Basic ${pair}` };
  }
  // Otherwise the fault would quote the token.
  if (!/^[\x21-\x7e]+$/.test(secret.token)) throw invalid('The token has characters that no token has.');
  return { ...headers, authorization: `Bearer ${secret.token}` };
}

async function readAnswer(response: Response): Promise<unknown> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw invalid('The server leads to another address. Use that one as url.');
  }
  const json = await readJson(response);
  if (status === 200) return json;
  if ((status === 400 || status === 422) && Value.Check(fault, json)) {
    throw new ExpressionError(json.errorType === 'bad_data', placeIn(json.error ?? ''));
  }
  throw statusFault(response, 'Check that url is the address of the server before /api/v1.');
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    if (error instanceof SyntaxError) return undefined;
    throw new ConnectorError('transient', 'The answer of the server broke off.', { cause: error });
  }
}

function placeIn(error: string): ExpressionError['place'] {
  const [, line, character] = /(\d{1,6}):(\d{1,6}): parse error/.exec(error) ?? [];
  return line === undefined ? undefined : { line: Number(line), character: Number(character) };
}

function readSeries(json: unknown): Series[] {
  if (!Value.Check(success, json)) {
    throw invalid('The server does not answer as Prometheus does. Check that url is its address before /api/v1.');
  }
  return json.data.result.map(({ metric, value, values }) => ({
    labels: metric,
    points: (values ?? (value ? [value] : [])).map(readPoint),
  }));
}

function readPoint([seconds, text]: Static<typeof point>): Series['points'][number] {
  const value = Number(text);
  return { atMs: Math.round(seconds * 1000), value: Number.isFinite(value) ? value : null };
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
