import { isDeepStrictEqual } from 'node:util';
import type { IdempotencyKind } from '../../../src/http/idempotency.ts';
import type { Answer } from '../../support/service.ts';
import type { Customer } from './installation.ts';

export type WriteKind = IdempotencyKind;

/** One intended write: sent under its key again and again until it is acknowledged. */
export interface Write {
  readonly customer: Customer;
  readonly kind: WriteKind;
  readonly key: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
}

export interface Acknowledged extends Write {
  /** What the service promised: the answer's status, `data` and `Location`. */
  readonly promise: {
    readonly status: number;
    readonly data: { readonly id: string };
    readonly location: string | null;
  };
}

/** A job's end as a client saw it. */
export interface SeenEnd {
  readonly customer: Customer;
  readonly location: string;
  readonly status: string;
  readonly data: unknown;
}

/** What the clients were told, to hold the service to it after the faults. */
export class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly ends = new Map<string, SeenEnd>();
  /** What a project must look like, by its id. */
  readonly projects = new Map<string, { name: string; status: string }>();
  readonly violations: string[] = [];
  downloads = 0;
  replays = 0;
  failedRequests = 0;

  /** Notes a 2xx answer to a write; a second one must promise the same. */
  acknowledge(write: Write, { status, body, headers }: Answer): Acknowledged {
    const entry = { ...write, promise: { status, data: body.data, location: headers.get('location') } };
    const id = [write.customer.account.id, write.kind, write.key].join(' ');
    const before = this.acknowledged.get(id);
    if (before) {
      this.replays++;
      if (!isDeepStrictEqual(before.promise, entry.promise)) this.violations.push(`two answers to ${id}`);
      if (headers.get('idempotent-replayed') !== 'true') this.violations.push(`run twice: ${id}`);
    }
    this.acknowledged.set(id, entry);
    return entry;
  }

  /** Notes a job's terminal state; a later look must find the same. */
  seeEnd(customer: Customer, location: string, data: { readonly status: string }): void {
    const before = this.ends.get(location);
    if (before && !isDeepStrictEqual(before.data, data)) this.violations.push(`the end of ${location} has changed`);
    this.ends.set(location, { customer, location, status: data.status, data });
  }

  of(kind: WriteKind): Acknowledged[] {
    return [...this.acknowledged.values()].filter((write) => write.kind === kind);
  }
}
