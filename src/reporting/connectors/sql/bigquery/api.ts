import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { type ApiAnswer, bearer, jsonBody, readShape } from '../../hosted/api-json.ts';
import { findGoogleFault } from '../../hosted/google/faults.ts';
import type { GoogleSecret } from '../../hosted/google/secret.ts';
import { googleTokens } from '../../hosted/google/tokens.ts';
import { askWithToken, type TokenSource } from '../../hosted/tokens.ts';
import { statusFault } from '../../http/status-faults.ts';
import { RefusedError } from '../engine.ts';
import type { BigQueryPlace } from './config.ts';
import { refusalOf } from './faults.ts';

const base = `https://bigquery.googleapis.com/bigquery/${apiVersions.bigquery.version}/projects/`;
const scopeOf = (name: string) => `https://www.googleapis.com/auth/${name}`;
const api = { system: 'bigquery', name: 'BigQuery API', advice: 'Check project, dataset and location.' } as const;

/** What people who sign in are asked for; there is no narrower right that can stop a query. */
export const bigQueryScope = scopeOf('bigquery');

/** What a request is for: to read, or to look at statements before they run and stop them. */
type Right = 'read' | 'manage';

/** Asks BigQuery. A key file reads with a right that cannot write. */
export class BigQueryApi {
  readonly #tokens: Readonly<Record<Right, TokenSource>>;
  readonly #context: ConnectorContext;
  readonly #project: string;

  /** Throws `reauth_required` without a secret. */
  constructor({ project }: BigQueryPlace, secret: GoogleSecret, context: ConnectorContext) {
    const tokens = (scope: string) => googleTokens(secret, [scope], context);
    this.#tokens = { read: tokens(scopeOf('cloud-platform.read-only')), manage: tokens(bigQueryScope) };
    this.#context = context;
    this.#project = project;
  }

  /**
   * `path` is below the project. A body is sent by POST. Throws a RefusedError for a statement, `sql`, that BigQuery refuses,
   * else a ConnectorError.
   */
  async ask<Shape extends TSchema>(
    right: Right,
    {
      path,
      shape,
      body,
      sql = '',
    }: { readonly path: string; readonly shape: Shape; readonly body?: object; readonly sql?: string },
  ): Promise<Static<Shape>> {
    const url = this.#url(path);
    const request = (token: string) => ({
      url,
      headers: bearer(token),
      ...(body && { body: jsonBody(body) }),
      faultOf: ({ response, json }: ApiAnswer) => findGoogleFault(response, json, api),
    });
    const { response, json } = await askWithToken(this.#tokens[right], request, this.#context);
    if (response.ok) return readShape(shape, json, strange());
    const refusal = refusalOf(json, sql);
    throw refusal ? new RefusedError(refusal, undefined) : statusFault(response, api.advice);
  }

  /** One request once the work has ended, with the token there is. */
  async askAtEnd<Shape extends TSchema>(path: string, shape: Shape, body?: object): Promise<Static<Shape>> {
    const token = await this.#tokens.manage.token();
    const response = await this.#context.fetchAtEnd(this.#url(path), {
      method: 'POST',
      headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    });
    return readShape(shape, await response.json(), strange());
  }

  #url(path: string): URL {
    return this.#context.addressOf(api.system, `${base}${encodeURIComponent(this.#project)}/${path}`);
  }
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'BigQuery gave an answer that cannot be read.');
}

const text = Type.Optional(Type.String());

export const fieldsShape = Type.Object({
  fields: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type: Type.String(), mode: text }))),
});
export const jobShape = Type.Object({ projectId: text, jobId: Type.String(), location: text });
