import { configFault } from '../config-faults.ts';
import { ConnectorError } from '../contract.ts';
import type { HttpJsonConfig, HttpJsonSecret } from './config.ts';
import { type JsonPath, readPath } from './json-paths.ts';
import {
  escapeJson,
  fill,
  fillJson,
  isSecret,
  type Period,
  type PlaceholderTexts,
  periodNames,
  periodTexts,
  placeholdersIn,
} from './placeholders.ts';
import { nameOfParam } from './query-params.ts';
import { requestFaults } from './request-faults.ts';

/** The requests of a period, before they are paged. */
export interface RequestPlan {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: readonly PlannedHeader[];
  /** The value to send as JSON; undefined with `GET`. */
  readonly body: unknown;
  /** The names of parameters of `url` that hold a secret. */
  readonly secretParams: readonly string[];
  readonly hasSecretBody: boolean;
  readonly rows: JsonPath;
  readonly next: JsonPath | undefined;
}

interface PlannedHeader {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

const wholeAnswer = '@';

/** Fills the configuration's requests for a period. Throws `invalid_config` that names every fault by its path. */
export function planRequests(config: HttpJsonConfig, secret: HttpJsonSecret, period: Period): RequestPlan {
  const faults = requestFaults(config, secret);
  if (faults.length > 0) throw configFault('The configuration of an http-json connection', faults);
  const texts = new Map([...periodTexts(period), ...secretTexts(secret)]);
  const { method = 'GET', headers = {}, rows = wholeAnswer, paging } = config;
  const body = method === 'POST' ? bodyOf(config.body ?? {}, texts) : undefined;
  return {
    method,
    url: new URL(fill(config.url, texts, encodeURIComponent)),
    headers: Object.entries(headers).map(([name, value]) => ({
      name,
      value: headerValue(
        name,
        fill(value, texts, (text) => text),
      ),
      isSecret: placeholdersIn(value).some(isSecret),
    })),
    body,
    secretParams: secretParamsOf(config.url),
    hasSecretBody: placeholdersIn(JSON.stringify(config.body ?? null)).some(isSecret),
    rows: pathOf(rows),
    next: paging?.next === undefined ? undefined : pathOf(paging.next),
  };
}

/** Whether another period needs other requests. */
export function asksForPeriod({ url, headers = {}, body = null }: HttpJsonConfig): boolean {
  const written = [url, ...Object.values(headers), JSON.stringify(body)];
  return written.flatMap(placeholdersIn).some((name) => (periodNames as readonly string[]).includes(name));
}

function secretTexts(secret: HttpJsonSecret): [string, string][] {
  return Object.entries(secret ?? {}).map(([name, text]) => [`secret.${name}`, text]);
}

function bodyOf(body: unknown, texts: PlaceholderTexts): unknown {
  return typeof body === 'string' ? JSON.parse(fill(body, texts, escapeJson)) : fillJson(body, texts);
}

/** Texts that no header can hold would otherwise be quoted in an error. */
function headerValue(name: string, value: string): string {
  try {
    new Headers([[name, value]]);
    return value;
  } catch {
    throw invalid(`The text of the header ${name} has a character that headers cannot hold, such as a line break.`);
  }
}

function secretParamsOf(url: string): string[] {
  const [, query = ''] = url.split('#', 1)[0]?.split(/\?(.*)/s) ?? [];
  return query.split('&').flatMap((part) => {
    const [, value = ''] = part.split(/=(.*)/s);
    return placeholdersIn(value).some(isSecret) ? [nameOfParam(part)] : [];
  });
}

function pathOf(expression: string): JsonPath {
  const path = readPath(expression);
  if (typeof path === 'string') throw new TypeError('The expressions were checked');
  return path;
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
