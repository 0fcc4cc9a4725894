import { isPostgres } from '../../platform/database/engine.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable } from '../../platform/database/tables.ts';

const selectVersion = prepared<{ version: string }, []>(0, (db) => db.selectFrom('auth_version').select('version'));

/** A text that stays the same for as long as nothing changes what any caller may do; empty at first. */
async function readVersion(db: Queryable): Promise<string> {
  return (await selectVersion(db))[0]?.version ?? '';
}

const shared = new WeakMap<Queryable, SharedVersion>();

/**
 * The same, by a statement that begins after this was asked. On PostgreSQL those who ask while one is under way share
 * the next.
 */
export function readAuthVersion(db: Queryable): Promise<string> {
  if (!isPostgres(db)) return readVersion(db);
  const version = shared.get(db) ?? new SharedVersion(() => readVersion(db));
  shared.set(db, version);
  return version.read();
}

/** Reads one version at a time, for all who asked before that read began. */
export class SharedVersion {
  readonly #readNow: () => Promise<string>;
  #underWay: Promise<unknown> | undefined;
  #next: Promise<string> | undefined;

  constructor(readNow: () => Promise<string>) {
    this.#readNow = readNow;
  }

  /** Never what a read found that had begun before: a token may have been revoked since. */
  read(): Promise<string> {
    if (!this.#underWay) return this.#begin();
    this.#next ??= this.#underWay.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<string> {
    this.#next = undefined;
    const reading = this.#readNow();
    const underWay = reading
      .catch(() => {})
      .then(() => {
        if (this.#underWay === underWay) this.#underWay = undefined;
      });
    this.#underWay = underWay;
    return reading;
  }
}
