import { isDeepStrictEqual } from 'node:util';
import type { IdempotencyKind } from '../../../src/platform/http/idempotency.ts';
import type { Answer } from '../../support/service.ts';
import type { Customer } from './installation.ts';

export type WriteKind = IdempotencyKind;

/** One intended write: repeated under its key until it is acknowledged. */
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

/** What the clients were promised, to check the service against after the faults. */
export class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly ends = new Map<string, SeenEnd>();
  /** The expected state of projects, by id. */
  readonly projects = new Map<string, { name: string; status: string }>();
  readonly violations: string[] = [];
  downloads = 0;
  replays = 0;
  failedRequests = 0;

  /** Records a 2xx answer to a write; a second one must promise the same. */
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

  /** Records a job's terminal state; a later check must find the same. */
  seeEnd(customer: Customer, location: string, data: { readonly status: string }): void {
    const before = this.ends.get(location);
    if (before && !isDeepStrictEqual(before.data, data)) this.violations.push(`the end of ${location} has changed`);
    this.ends.set(location, { customer, location, status: data.status, data });
  }

  of(kind: WriteKind): Acknowledged[] {
    return [...this.acknowledged.values()].filter((write) => write.kind === kind);
  }
}
