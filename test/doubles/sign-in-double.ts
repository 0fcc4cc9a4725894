import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type JsonHandler, type SeenRequest, startJsonServer } from '../support/json-server.ts';

/** The client that every double of a sign-in knows, and where it leads back to unless told otherwise. */
export const oauthDoubleClient = {
  client_id: 'client-of-the-test',
  client_secret: 'client-secret-of-the-test',
  developer_token: null,
};
export const oauthDoubleRedirect = 'http://127.0.0.1:1/oauth/callback';

/** A vendor of sign-ins in one test file. */
export interface OAuthDouble {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** What the person does who is asked; `unticks` grants the first scope alone. */
  person: 'grants' | 'declines' | 'unticks';
  /** The client's one redirect address. */
  redirectUri: string;
  /** The access tokens that are good, with their scopes, apart by spaces; the double of the API takes these. */
  readonly tokens: Map<string, string>;
  /** What a person does who withdraws the access, or a vendor that ends it: nothing can be renewed any more. */
  withdraw(): void;
  /** Answers instead of the double while it is set. */
  fault: JsonHandler | null;
}

/** What a person granted, by the code that it was given out for. */
export interface GivenCode {
  readonly asked: URLSearchParams;
  readonly scopes: readonly string[];
}

/** What the vendors have in common: codes that count once, and a person who is asked. */
export class Consent {
  readonly #codes = new Map<string, GivenCode>();

  /** Asks the person, and leads back to the client; `names` are the vendor's for its parameters. */
  ask(
    double: OAuthDouble,
    { query }: SeenRequest,
    response: ServerResponse,
    names: { readonly client: string; readonly code: string; readonly denial: Readonly<Record<string, string>> },
  ): unknown {
    const isKnown = query.get(names.client) === oauthDoubleClient.client_id;
    if (!isKnown || query.get('redirect_uri') !== double.redirectUri) {
      response.statusCode = 400;
      return { error: 'the client or its redirect address is not known' };
    }
    const back = new URL(double.redirectUri);
    if (double.person === 'declines')
      for (const [name, value] of Object.entries(names.denial)) back.searchParams.set(name, value);
    else back.searchParams.set(names.code, this.#give(query, double.person === 'unticks'));
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
    return undefined;
  }

  #give(asked: URLSearchParams, isPartial: boolean): string {
    const code = randomUUID();
    const scopes = (asked.get('scope') ?? '').split(/[ ,]/);
    this.#codes.set(code, { asked, scopes: isPartial ? scopes.slice(0, 1) : scopes });
    return code;
  }

  /** What a code was given for; undefined the second time. */
  take(code: string | null): GivenCode | undefined {
    const given = this.#codes.get(code ?? '');
    this.#codes.delete(code ?? '');
    return given;
  }
}

/** Starts a double on 127.0.0.1. */
export async function startOAuthDouble(
  answer: (double: OAuthDouble, request: SeenRequest, response: ServerResponse) => unknown,
  refreshTokens = new Map<string, string>(),
): Promise<OAuthDouble> {
  const server = await startJsonServer((request, response) => {
    const replaced = double.fault?.(request, response);
    if (replaced instanceof Promise || response.writableEnded || response.headersSent) return undefined;
    return replaced ?? answer(double, request, response);
  });
  const double: OAuthDouble = {
    ...{ url: server.url, seen: server.seen, person: 'grants', fault: null },
    ...{ redirectUri: oauthDoubleRedirect, tokens: new Map() },
    withdraw() {
      double.tokens.clear();
      refreshTokens.clear();
    },
  };
  return double;
}

export const pathOf = ({ path }: SeenRequest) => path.split('?', 1)[0] ?? '';

export function refuse(response: ServerResponse, status: number, body: unknown): unknown {
  response.statusCode = status;
  return body;
}

/** The fields of a form; none if the request has another type. */
export function formOf({ headers, body }: SeenRequest): URLSearchParams {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? body : '');
}

export function isClient(fields: URLSearchParams): boolean {
  const { client_id, client_secret } = oauthDoubleClient;
  return fields.get('client_id') === client_id && fields.get('client_secret') === client_secret;
}
