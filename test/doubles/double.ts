import type { ServerResponse } from 'node:http';
import type { FaultyDouble } from '../support/hosted-faults.ts';
import { type SeenRequest, startJsonServer } from '../support/json-server.ts';

/** A server that stands in for a vendor in one test file. */
export interface Double extends FaultyDouble {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** An answer other than 200. */
export class DoubleRefusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`${status}`);
    this.status = status;
    this.body = body;
  }
}

type Answer = (request: SeenRequest, response: ServerResponse) => unknown;

/** Starts a double on 127.0.0.1. `answer` gives what is sent as JSON, or throws a DoubleRefusal; it may set headers. */
export async function startDouble(answer: Answer): Promise<Double> {
  const server = await startJsonServer((request, response) => {
    const replaced = double.fault?.(request, response);
    if (replaced instanceof Promise) return undefined;
    if (replaced !== undefined || response.writableEnded || response.headersSent) return replaced;
    return answerOrRefuse(answer, request, response);
  });
  const double: Double = { url: server.url, seen: server.seen, fault: null };
  return double;
}

function answerOrRefuse(answer: Answer, request: SeenRequest, response: ServerResponse) {
  try {
    return answer(request, response);
  } catch (error) {
    if (!(error instanceof DoubleRefusal)) throw error;
    response.statusCode = error.status;
    return error.body;
  }
}
