import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/tables.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { within } from '../../platform/within.ts';
import type { Periods } from '../../reporting/documents/model.ts';
import type { PreviewPool } from '../previews/preview-pool.ts';
import type { LiveSettings } from '../shares/live-settings.ts';
import type { ShareRow } from '../shares/shares.ts';
import { isStillNamed } from './choices.ts';
import {
  claimLiveRow,
  findLiveRow,
  forgetDocument,
  isHeld,
  keepDocument,
  type LiveRow,
  noteAsked,
  noteFailure,
  releaseLiveRow,
  waitAfterFailure,
} from './live-rows.ts';
import type { WantedPage } from './wanted-page.ts';

/** How long a guest waits for a first page, and for newer figures where there are some. */
const longestWaitMs = 8_000;
const longestWaitForNewerMs = 4_000;
const pauseMs = 200;
/** When to ask again for what is being made. */
const soonMs = 2_000;

export interface LiveDocumentsContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** Where documents are made: another one than that of previews, so that guests do not hold up editors. */
  readonly pool: Pick<PreviewPool, 'makeDocument'>;
  readonly log: Pick<JobLog, 'warn'>;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

/** A document as it was made. */
export interface KeptDocument {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  /** UTC ISO 8601. */
  readonly asOf: string;
  readonly periods: Periods;
}

/** Why a document is older than its link allows: newer figures failed, are being fetched, or too many were asked for. */
export type Age = 'failed' | 'waiting' | 'limited';

export type FoundDocument =
  | { readonly state: 'ready'; readonly document: KeptDocument; readonly age: Age | null }
  | { readonly state: Age; readonly waitMs: number };

type Renewal = { readonly state: 'made' | Age };

/**
 * The documents of pages that are always current. Whoever asks gets the kept one while it is new enough; then the first
 * one has it made anew, once for all processes, and the others wait for it. One that fails is not tried again for a while,
 * and the last one is shown, as long as the owner has not changed what it is made of.
 */
export class LiveDocuments implements AsyncDisposable {
  readonly #context: LiveDocumentsContext;
  readonly #clock: () => number;
  readonly #pending = new Map<string, Promise<Renewal>>();
  readonly #making = new Set<Promise<void>>();
  #closed = false;

  constructor(context: LiveDocumentsContext) {
    this.#context = context;
    this.#clock = context.clock ?? Date.now;
  }

  /** The document of a link's page. With `mayMake` false nothing is made, and nobody waits. */
  async find(
    share: ShareRow,
    live: Pick<LiveSettings, 'keep_minutes'>,
    wanted: WantedPage,
    mayMake = true,
  ): Promise<FoundDocument> {
    const { db } = this.#context;
    const row = await findLiveRow(db, share.id, wanted.key);
    if (row) await noteAsked(db, row, this.#clock());
    const kept = row && keptOf(row, wanted);
    if (kept && this.#isNew(kept, live, wanted)) return { state: 'ready', document: kept, age: null };
    const renewal = mayMake ? await this.#renew(share, wanted, row, kept !== undefined) : 'waiting';
    const after = await findLiveRow(db, share.id, wanted.key);
    const newest = after && keptOf(after, wanted);
    if (newest) return { state: 'ready', document: newest, age: renewal === 'made' ? null : renewal };
    // Its figures were lost right after they were made.
    if (renewal === 'made') return { state: 'waiting', waitMs: soonMs };
    const failedMs = after ? waitAfterFailure(after, this.#clock()) : 0;
    return { state: renewal, waitMs: renewal === 'failed' ? Math.max(failedMs, soonMs) : soonMs };
  }

  /** The bytes of a document: JSON in UTF-8; undefined when they are lost, which is noted, so that it is made anew. */
  async load({ key, size, sha256 }: KeptDocument): Promise<Uint8Array | undefined> {
    const bytes = await this.#context.objects.get(key);
    const isWhole = bytes?.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;
    if (isWhole) return bytes;
    await forgetDocument(this.#context.db, key);
    return undefined;
  }

  #isNew({ asOf, periods }: KeptDocument, { keep_minutes }: Pick<LiveSettings, 'keep_minutes'>, wanted: WantedPage) {
    const isOfToday = JSON.stringify(periods) === JSON.stringify(wanted.draft.periods);
    return isOfToday && Date.parse(asOf) + keep_minutes * 60_000 > this.#clock();
  }

  async #renew(share: ShareRow, wanted: WantedPage, row: LiveRow | undefined, hasOne: boolean): Promise<'made' | Age> {
    if (wanted.isRefused || this.#closed) return 'failed';
    if (row && waitAfterFailure(row, this.#clock()) > 0) return 'failed';
    const id = `${share.id} ${wanted.key} ${wanted.version}`;
    let renewal = this.#pending.get(id);
    if (!renewal) {
      renewal = this.#claim(share, wanted, hasOne).finally(() => this.#pending.delete(id));
      this.#pending.set(id, renewal);
      // Whoever waits hears of it; it must not end the process where nobody does any more.
      renewal.catch(() => {});
    }
    const { state } = await within(hasOne ? longestWaitForNewerMs : longestWaitMs, renewal, () => ({
      state: 'waiting' as const,
    }));
    return state;
  }

  async #claim(share: ShareRow, wanted: WantedPage, hasOne: boolean): Promise<Renewal> {
    const claim = await claimLiveRow(this.#context.db, share, wanted.key, this.#clock());
    if (claim.state === 'limited') return { state: 'limited' };
    if (claim.state === 'busy') return { state: 'waiting' };
    if (claim.state === 'held') return this.#awaitOther(share, wanted);
    const making = Promise.withResolvers<void>();
    this.#making.add(making.promise);
    try {
      return { state: await this.#make(share, wanted, claim, hasOne) };
    } finally {
      this.#making.delete(making.promise);
      making.resolve();
    }
  }

  async #make(
    share: ShareRow,
    { draft, version, key }: WantedPage,
    claim: { readonly id: string; readonly lease: string },
    hasOne: boolean,
  ): Promise<'made' | 'failed'> {
    const { db, objects, pool, log } = this.#context;
    const { account_id: accountId } = share;
    try {
      // Without a last page a report is better that says which system it lacks.
      const made = await pool.makeDocument({ accountId, asker: claim.lease, draft }, !hasOne);
      await keepDocument({ db, objects }, claim, accountId, { ...made, version, periods: draft.periods });
      return 'made';
    } catch (error) {
      if (this.#closed) await releaseLiveRow(db, claim);
      else await noteFailure(db, claim, this.#clock());
      log.warn({ err: error, share: share.id, choice: key }, 'a page that is always current was not renewed');
      return 'failed';
    }
  }

  /** Another process makes it. */
  async #awaitOther(share: ShareRow, { key }: WantedPage): Promise<Renewal> {
    const until = performance.now() + longestWaitMs;
    while (performance.now() < until && !this.#closed) {
      await pause(pauseMs);
      const row = await findLiveRow(this.#context.db, share.id, key);
      if (!row || isHeld(row, this.#clock())) continue;
      return { state: row.tried_at === null && row.document_key !== null ? 'made' : 'failed' };
    }
    return { state: 'waiting' };
  }

  /** To be called before the pool ends. */
  close(): void {
    this.#closed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
    await Promise.all(this.#making);
  }
}

/** The row's document, if it may still be shown for what is wanted. */
function keptOf(row: LiveRow, wanted: WantedPage): KeptDocument | undefined {
  const { document_key: key, document_size: size, document_sha256: sha256, as_of: asOf } = row;
  if (key === null || sha256 === null || asOf === null || row.periods === null) return undefined;
  if (row.version !== wanted.version) return undefined;
  const periods: Periods = JSON.parse(row.periods);
  if (!isStillNamed(wanted.choice, periods, wanted.draft.periods)) return undefined;
  return { key, size, sha256, asOf, periods };
}
