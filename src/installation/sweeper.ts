import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { sweepAudit } from '../domains/audit/audit.ts';
import { sweepAuthorizations } from '../domains/authorizations/authorizations.ts';
import { sweepBulkJobs } from '../domains/bulk-jobs/bulk-jobs.ts';
import { readArtifact, sweepExpiredArtifacts } from '../domains/export-jobs/export-jobs.ts';
import { liveFolder, namedLivePages, sweepLivePages } from '../domains/live-pages/live-rows.ts';
import { sweepInvitations } from '../domains/members/invitations.ts';
import { isPictureUsed, pictureFolder } from '../domains/pictures/pictures.ts';
import { sweepPreviews } from '../domains/previews/preview-pages.ts';
import { type Swept, sweepRetention } from '../domains/retention/sweep-retention.ts';
import { TrustedClock } from '../domains/retention/trusted-clock.ts';
import { sweepChallenges } from '../domains/second-factors/challenges.ts';
import { sweepCodeApps } from '../domains/second-factors/code-apps.ts';
import { sweepUsed } from '../domains/single-sign-on/once.ts';
import { sweepIncoming } from '../domains/uploads/receive-file.ts';
import { namedUploads, sweepReplacedUploads, uploadFolder } from '../domains/uploads/uploads.ts';
import { sweepResets } from '../domains/users/password-resets.ts';
import { sweepPendingSignIns } from '../domains/users/pending-sign-ins.ts';
import { sweepSessions } from '../domains/users/sessions.ts';
import { sweepTries } from '../domains/users/sign-in-tries.ts';
import { sweepAttempts, sweepDeliveries } from '../domains/webhooks/deliveries.ts';
import type { Database } from '../platform/database/tables.ts';
import { sweepEvents } from '../platform/events/outbox.ts';
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts';
import type { JobLog } from '../platform/jobs/job-handler.ts';
import { sweepCounts } from '../platform/limits/sweep-counts.ts';
import type { ObjectStore } from '../platform/storage/object-store.ts';
import { sweepCodeCache } from './code-cache.ts';

const tenMinutesMs = 10 * 60_000;
/** One sweep a day looks for orphans: listing the whole store takes time and, on S3, money. */
const sweepsPerDay = (24 * 60 * 60_000) / tenMinutesMs;
/** How long an object may exist before the row that names it. */
const orphanAgeMs = 24 * 60 * 60_000;
const batchKeys = 200;

/** The most batches of one kind in one sweep: any backlog is gone after some sweeps, and no sweep runs forever. */
const mostBatches = 100;
/** Of accounts, or of a hundred reports of one: 10,000 in ten minutes. */
const mostRetentionSteps = 100;

export interface SweepContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** How many days the audit log is kept. */
  readonly auditDays: number;
  /** Where files arrive, if on this machine. */
  readonly incoming?: string;
  /** Where compiled code is kept, if on this machine. */
  readonly codeCache?: string;
  /** Says whether reports may be deleted by the clock; one that knows no look before this one unless given. */
  readonly clock?: TrustedClock;
}

/** Removes expired rows and files every ten minutes, and once a day objects without a row. */
export function startSweeper(context: SweepContext, log: JobLog, everyMs = tenMinutesMs): AsyncDisposable {
  const stop = new AbortController();
  const clock = new TrustedClock(context.db);
  const ended = run({ clock, ...context }, log, everyMs, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function run(context: SweepContext, log: JobLog, everyMs: number, stop: AbortSignal): Promise<void> {
  for (let round = 0; !stop.aborted; round++) {
    await delay(everyMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    try {
      const due = round % sweepsPerDay === 0 ? sweep : sweepExpired;
      log.info(await due(context, stop), 'swept');
    } catch (error) {
      log.error({ err: error }, 'the sweep failed');
    }
  }
}

/**
 * One sweep of what accounts keep for no longer, idempotency keys, exported files, audit entries, links, sessions, sign-ins and factors that were left, tries to sign in, answers of providers that count once, counts of past requests, pages of previews, last pages of links that are always current, objects without a row and old
 * compiled code; returns how many of each were removed. `stop` ends it after the current batch.
 */
export async function sweep(context: SweepContext, stop?: AbortSignal): Promise<Record<string, number>> {
  const { codeCache } = context;
  return {
    ...(await sweepExpired(context, stop)),
    orphans: await sweepOrphans(context, stop),
    compiled_code: codeCache === undefined ? 0 : await sweepCodeCache(codeCache),
  };
}

async function sweepExpired(context: SweepContext, stop?: AbortSignal) {
  const { db, objects, auditDays, incoming } = context;
  return {
    idempotency_keys: await inBatches(() => sweepIdempotencyKeys(db), stop),
    artifacts: await inBatches(() => sweepExpiredArtifacts(db, objects), stop),
    audit_entries: await inBatches(() => sweepAudit(db, auditDays), stop),
    authorizations: await inBatches(() => sweepAuthorizations(db), stop),
    sessions: await inBatches(() => sweepSessions(db), stop),
    invitations: await inBatches(() => sweepInvitations(db), stop),
    replaced_uploads: await inBatches(() => sweepReplacedUploads(db, objects), stop),
    incoming_files: incoming === undefined ? 0 : await sweepIncoming(incoming),
    password_resets: await inBatches(() => sweepResets(db), stop),
    sso_used: await inBatches(() => sweepUsed(db), stop),
    second_factors: await inBatches(() => sweepCodeApps(db), stop),
    used_challenges: await inBatches(() => sweepChallenges(db), stop),
    pending_sign_ins: await inBatches(() => sweepPendingSignIns(db), stop),
    sign_in_tries: await inBatches(() => sweepTries(db), stop),
    request_counts: await inBatches(() => sweepCounts(db), stop),
    webhook_attempts: await inBatches(() => sweepAttempts(db), stop),
    webhook_deliveries: await inBatches(() => sweepDeliveries(db), stop),
    events: await inBatches(() => sweepEvents(db), stop),
    live_pages: await inBatches(() => sweepLivePages(db, objects), stop),
    bulk_jobs: await inBatches(() => sweepBulkJobs(db), stop),
    previews: await sweepPreviews(objects, stop),
    ...(await sweepKept(context, stop)),
  };
}

/** What accounts keep for no longer, and what they are told of it; nothing while the clock cannot be believed. */
async function sweepKept({ db, objects, clock = new TrustedClock(db) }: SweepContext, stop?: AbortSignal) {
  const { now, isTrusted } = await clock.look();
  const total = { old_reports: 0, old_jobs: 0, unused_uploads: 0 };
  if (!isTrusted) return { ...total, clock_doubted: 1 };
  for (let step = 0; step < mostRetentionSteps && !stop?.aborted; step++) {
    const swept: Swept | undefined = await sweepRetention(db, objects, now);
    if (swept === undefined) break;
    total.old_reports += swept.reports;
    total.old_jobs += swept.jobs;
    total.unused_uploads += swept.uploads;
    await nextTurn();
  }
  return total;
}

/** Each batch is a short transaction, so that the service can work in between. */
async function inBatches(sweepBatch: () => Promise<number>, stop?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < mostBatches && !stop?.aborted; batch++) {
    const count = await sweepBatch();
    if (count === 0) break;
    removed += count;
    // SQLite answers on this thread, so without a pause all batches would block requests like a single long one.
    await nextTurn();
  }
  return removed;
}

async function sweepOrphans({ db, objects }: SweepContext, stop?: AbortSignal): Promise<number> {
  // The key of a bucket need not allow it, and all else is swept nevertheless.
  const unfinished = objects.removeUnfinished?.(new Date(Date.now() - orphanAgeMs)).catch(() => 0);
  let removed = (await unfinished) ?? 0;
  for await (const key of findOrphans(db, objects, orphanAgeMs)) {
    if (stop?.aborted) break;
    await objects.remove(key);
    removed++;
  }
  return removed;
}

/** The objects stored at least `ageMs` ago that no row names, among the first `most` of each kind. */
export async function* findOrphans(
  db: Database,
  objects: ObjectStore,
  ageMs: number,
  most = Number.POSITIVE_INFINITY,
): AsyncIterable<string> {
  for (const [prefix, findNamed] of [
    ['documents/', namedDocuments],
    ['artifacts/', namedArtifacts],
    [uploadFolder, namedUploads],
    [liveFolder, namedLivePages],
    [pictureFolder, namedPictures],
  ] as const) {
    for await (const keys of batches(oldKeys(objects, prefix, ageMs, most))) {
      const named = await findNamed(db, keys);
      yield* keys.filter((each) => !named.has(each));
    }
  }
}

async function* oldKeys(objects: ObjectStore, prefix: string, ageMs: number, most: number): AsyncIterable<string> {
  const before = Date.now() - ageMs;
  let listed = 0;
  for await (const { key, modifiedAt } of objects.list(prefix)) {
    if (++listed > most) return;
    if (modifiedAt.getTime() <= before) yield key;
  }
}

/** One query for many objects: a store has as many as there are reports. */
async function* batches(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    if (batch.push(key) < batchKeys) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** An object's name starts with the id of its job (`newJobKey`), so the job's row shows whether it is used. */
const jobIdOf = (key: string) => /\/([a-z]+_[0-9a-z]+)-/.exec(key)?.[1] ?? '';

async function namedDocuments(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const jobIds = keys.map(jobIdOf);
  const reports = await db
    .selectFrom('reports')
    .select('document_key')
    .where('generation_job_id', 'in', jobIds)
    .execute();
  return new Set(reports.map(({ document_key }) => document_key));
}

async function namedArtifacts(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const jobIds = keys.map(jobIdOf);
  const jobs = await db.selectFrom('jobs').selectAll().where('id', 'in', jobIds).where('live', '=', 1).execute();
  return new Set(jobs.flatMap((job) => readArtifact(job)?.key ?? []));
}

/** Each by itself: the settings of an account's projects together may be larger than memory. */
async function namedPictures(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const key of keys) if (await isPictureUsed(db, key)) named.add(key);
  return named;
}
