import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../src/reporting/connectors/context.ts';
import type { ConnectorErrorKind, QueryResult } from '../../src/reporting/connectors/contract.ts';
import { isError } from './connector-conformance.ts';
import type { JsonHandler } from './json-server.ts';

/** A double whose answers can be replaced. */
export interface FaultyDouble {
  /** Answers instead of the double while it is set; undefined as its answer lets the double answer. */
  fault: JsonHandler | null;
}

type WaitMs = number | undefined | ((waitMs: number | undefined) => boolean);

export interface FaultySystem {
  readonly double: FaultyDouble;
  readonly secret: unknown;
  /** What an answer that is not JSON is: a wrong address where people type it, else a passing fault. */
  readonly brokenJson: ConnectorErrorKind;
  /** The wait after a refusal without `Retry-After`, where the system is known to ask for one; or whether one is right. */
  readonly quotaWaitMs?: WaitMs;
  ask(options: Partial<ConnectorContextOptions>): Promise<QueryResult>;
}

const status =
  (code: number, headers: Record<string, string> = {}): JsonHandler =>
  (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    return { error: 'user admin may not see /var/lib', message: 'user admin' };
  };

/** What every hosted system does alike when its vendor fails: all of an answer or nothing, and never its words. */
export function testHostedFaults(name: string, open: () => Promise<FaultySystem>): void {
  const system = open();

  async function under(fault: JsonHandler, options: Partial<ConnectorContextOptions> = {}) {
    const { double, ask, secret } = await system;
    double.fault = fault;
    try {
      return await ask({ secret, ...options });
    } finally {
      double.fault = null;
    }
  }

  async function refused(fault: JsonHandler, kind: ConnectorErrorKind, message: RegExp, waitMs?: WaitMs) {
    const { secret } = await system;
    await assert.rejects(under(fault), (error: Error & { retryAfterMs?: number }) => {
      assert.ok(!/admin|var.lib/.test(error.message), error.message);
      if (typeof waitMs === 'function') assert.ok(waitMs(error.retryAfterMs), `${error.retryAfterMs}`);
      else assert.equal(error.retryAfterMs, waitMs);
      return isError(kind, message, secret)(error);
    });
  }

  test(`${name}: statuses are the kinds that all systems share`, async () => {
    const { quotaWaitMs } = await system;
    await refused(status(401), 'reauth_required', /./);
    await refused(status(403), 'resource_missing', /./);
    await refused(status(404), 'resource_missing', /./);
    await refused(status(429, { 'retry-after': '7200' }), 'transient', /429/, 7_200_000);
    await refused(status(429), 'transient', /429/, quotaWaitMs);
    await refused(status(400), 'invalid_config', /./);
    await refused(
      (_request, response) => void response.writeHead(302, { location: 'https://example.com/' }).end(),
      'invalid_config',
      /another address/,
    );
  });

  test(`${name}: an answer that breaks off, or that is no JSON, is no figure`, async () => {
    const { brokenJson } = await system;
    const half: JsonHandler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"results":[', () => response.destroy());
      return undefined;
    };
    await refused(half, 'transient', /./);
    await refused((_request, response) => void response.end('<html>'), brokenJson, /./);
    await refused(() => ({ strange: true }), brokenJson, /./);
  });

  test(`${name}: a system that fails once answers well; one that stays silent ends with the work`, async () => {
    const { ask, secret, double } = await system;
    const well = await ask({ secret });
    let isFirst = true;
    const once: JsonHandler = (request, response) => {
      if (!isFirst) return undefined;
      isFirst = false;
      double.fault = null;
      return status(500)(request, response);
    };
    assert.deepEqual(await under(once), well);
    await refused(status(503), 'transient', /503/);
    const silent: JsonHandler = () => new Promise(() => {});
    const stopped = under(silent, { deadline: Date.now() + 300 });
    await assert.rejects(stopped, isError('transient', /stopped/));
  });
}
