import { type ErrorCode, type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import type { Measure } from '../../platform/jobs/measures.ts';
import type { Draft } from '../generation-jobs/make-document.ts';

/** An answer of a connected system as it is kept. */
export interface KeptAnswer {
  /** By `v8.serialize`. */
  readonly bytes: Uint8Array;
  /** When it was given (UTC ISO 8601). */
  readonly at: string;
}

/** A web page whose style has the nonce, which each answer replaces by one of its own. */
export interface PreviewPage {
  /** In UTF-8. */
  readonly html: Uint8Array;
  readonly nonce: string;
}

/** The document of a draft, as it is stored. */
export interface DraftDocument {
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array;
  /** When its oldest figures were asked for (UTC ISO 8601). */
  readonly asOf: string;
}

/** A ServiceError by value. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export function toRefusal({ code, message, details, headers }: ServiceError): Refusal {
  return { code, message, details, headers };
}

export function toServiceError({ code, message, details, headers }: Refusal): ServiceError {
  return new ServiceError(code, { message, headers, ...(details && { details }) });
}

/** What is made of a draft: its page, or its document, for which what may be back soon counts as a failure unless `isLastTry`. */
export type Wanted = { readonly as: 'page' } | { readonly as: 'document'; readonly isLastTry: boolean };

/** What a thread is told: to get ready, to make a page, to give it up, what was asked for of the kept answers, to end. */
export type ToThread =
  | { readonly type: 'warm' }
  | {
      readonly type: 'make';
      readonly id: number;
      readonly draft: Draft;
      readonly deadline: number;
      readonly wanted: Wanted;
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'found'; readonly call: number; readonly answer: KeptAnswer | undefined }
  | { readonly type: 'stop' };

/** How the making of a page ended; the text of a fault of the service itself is for the log. */
export type Made =
  | { readonly type: 'made'; readonly id: number; readonly page: PreviewPage }
  | { readonly type: 'documented'; readonly id: number; readonly document: DraftDocument }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: Refusal }
  | { readonly type: 'failed'; readonly id: number; readonly error: string };

/** What a thread tells, besides the end of a page: what it looks up and keeps, its child processes, its measures. */
export type FromThread =
  | Made
  | { readonly type: 'find'; readonly call: number; readonly key: string }
  | { readonly type: 'keep'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly type: 'child' | 'child_ended'; readonly pid: number }
  | { readonly type: 'measure'; readonly measure: Measure };
