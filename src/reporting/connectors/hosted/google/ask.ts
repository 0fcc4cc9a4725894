import type { Static, TSchema } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { statusFault } from '../../http/status-faults.ts';
import { bearer, jsonBody, readShape } from '../api-json.ts';
import { askWithToken, type TokenSource } from '../tokens.ts';
import { findGoogleFault, type GoogleApi } from './faults.ts';

export interface GoogleRequest<Shape extends TSchema> {
  /** As Google documents it. */
  readonly url: string;
  /** What the answer has to look like. */
  readonly shape: Shape;
  /** Sent as JSON by POST; a GET without it. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks one of Google's APIs. Throws a ConnectorError with the meaning of Google's own reasons. */
export async function askGoogle<Shape extends TSchema>(
  api: GoogleApi,
  tokens: TokenSource,
  { url, shape, body, headers }: GoogleRequest<Shape>,
  context: ConnectorContext,
): Promise<Static<Shape>> {
  const address = context.addressOf(api.system, url);
  const answer = await askWithToken(
    tokens,
    (token) => ({
      url: address,
      headers: { ...headers, ...bearer(token) },
      ...(body !== undefined && { body: jsonBody(body) }),
      faultOf: ({ response, json }) => findGoogleFault(response, json, api),
    }),
    context,
  );
  if (!answer.response.ok) throw statusFault(answer.response, api.advice);
  return readShape(shape, answer.json, new ConnectorError('transient', 'Google gave an answer that cannot be read.'));
}
