import type { HttpJsonConfig, HttpJsonSecret, Paging } from './config.ts';
import { readPath } from './json-paths.ts';
import { escapeJson, fill, isSecret, periodNames, placeholdersIn } from './placeholders.ts';

/** Headers that the connection itself sets. */
const ownHeaders =
  /^(host|content-length|connection|transfer-encoding|accept-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/i;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** What is wrong with the requests of a configuration that fits its schema, each by its path. */
export function requestFaults(config: HttpJsonConfig, secret: HttpJsonSecret): string[] {
  const { url, headers = {}, body, method = 'GET', rows, paging } = config;
  const unknownIn = (path: string, text: string) => unknownPlaceholders(path, text, secret);
  return [
    ...urlFaults(url),
    ...unknownIn('url', url),
    ...Object.entries(headers).flatMap(([name, value]) => [
      ...headerFaults(name),
      ...unknownIn(`headers.${name}`, value),
    ]),
    ...(body !== undefined && method !== 'POST' ? ['body needs the method POST'] : []),
    ...bodyFaults(body, secret),
    ...(rows === undefined ? [] : pathFaults('rows', rows)),
    ...(paging ? pagingFaults(paging) : []),
  ];
}

function urlFaults(template: string): string[] {
  if (!URL.canParse(template)) return ['url is not an address such as https://api.example.com/v1/orders'];
  const { protocol, host, username, password } = new URL(template);
  if (protocol !== 'https:' && protocol !== 'http:') return ['url must begin with https://'];
  if (username !== '' || password !== '') return ['url holds credentials; put them into headers as {secret.NAME}'];
  if (/[{}]|%7b/i.test(host)) return ['url may have placeholders in its path and query only'];
  const [, fragment] = template.split('#', 2);
  const [path = ''] = template.split(/[?#]/, 1);
  const secrets = [path, fragment ?? ''].flatMap(placeholdersIn).some(isSecret);
  return secrets ? ['url may have {secret.NAME} in its query only, as paths are written into logs'] : [];
}

function unknownPlaceholders(path: string, text: string, secret: HttpJsonSecret): string[] {
  const names = new Set(placeholdersIn(text));
  const known = (name: string) => (periodNames as readonly string[]).includes(name);
  const unknown = [...names].filter((name) => !isSecret(name) && !known(name));
  const missing = [...names].filter((name) => isSecret(name) && !hasSecret(secret, name));
  const list = periodNames.map((name) => `{${name}}`).join(', ');
  return [
    ...unknown.map((name) => `${path} has the unknown placeholder {${name}}; there are ${list} and {secret.NAME}`),
    ...missing.map((name) => `${path} asks for {${name}}, which the secret does not have`),
  ];
}

function hasSecret(secret: HttpJsonSecret, name: string): boolean {
  return Object.hasOwn(secret ?? {}, name.slice('secret.'.length));
}

function headerFaults(name: string): string[] {
  if (!headerName.test(name)) return [`headers.${name} is not the name of a header`];
  return ownHeaders.test(name) ? [`headers.${name} is set by the connection itself`] : [];
}

/** Other languages than that of placeholders use braces too, such as GraphQL: only missing secrets are faults here. */
function bodyFaults(body: unknown, secret: HttpJsonSecret): string[] {
  const missing = new Set(placeholdersIn(JSON.stringify(body ?? null)).filter(isSecret));
  const faults = [...missing]
    .filter((name) => !hasSecret(secret, name))
    .map((name) => `body asks for {${name}}, which the secret does not have`);
  return typeof body === 'string' && !isJson(body) ? [...faults, 'body is a text that does not hold JSON'] : faults;
}

function isJson(template: string): boolean {
  try {
    JSON.parse(fill(template, new Map(), escapeJson));
    return true;
  } catch {
    return false;
  }
}

function pathFaults(path: string, expression: string): string[] {
  const read = readPath(expression);
  return typeof read === 'string' ? [`${path} ${read}`] : [];
}

function pagingFaults({ type, param, next }: Paging): string[] {
  const needsParam = type === 'page' || type === 'offset' || type === 'cursor';
  return [
    ...(needsParam && param === undefined ? [`paging.param is missing, which ${type} needs`] : []),
    ...(type === 'cursor' && next === undefined ? ['paging.next is missing, which cursor needs'] : []),
    ...(next === undefined ? [] : pathFaults('paging.next', next)),
  ];
}
