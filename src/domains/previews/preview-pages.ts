import { createHash } from 'node:crypto';
import { isIdentifier, newIdentifier } from '../../platform/database/identifiers.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { PreviewPage } from './protocol.ts';

const folder = 'previews/';
const lifeMs = 5 * 60_000;
/** So many pages of one session or token live at a time; who edits looks at the last. */
const mostOfAsker = 20;
/** The most that the pages of one process take together; the oldest go first. */
export const mostPageBytes = 256 * 2 ** 20;
const newline = 0x0a;

/** Whose pages they are: the account, and the session or token that asked. */
export interface Viewer {
  readonly accountId: string;
  readonly asker: string;
}

export interface StoredPreview {
  readonly id: string;
  readonly expiresAt: Date;
}

interface StoredPage {
  readonly asker: string;
  readonly key: string;
  readonly expiresAt: number;
  readonly bytes: number;
}

/** The line before the page. */
interface Head {
  readonly expires_at: number;
  readonly nonce: string;
}

/** The pages of previews, which lie in the object store so that every process has them. */
export class PreviewPages {
  readonly #objects: ObjectStore;
  readonly #mostBytes: number;
  /** Those that this process has stored, newest first, while they live. */
  #stored: readonly StoredPage[] = [];

  constructor(objects: ObjectStore, mostBytes = mostPageBytes) {
    this.#objects = objects;
    this.#mostBytes = mostBytes;
  }

  async store(viewer: Viewer, { html, nonce }: PreviewPage): Promise<StoredPreview> {
    const id = newIdentifier('prv');
    const expiresAt = Date.now() + lifeMs;
    const head: Head = { expires_at: expiresAt, nonce };
    const key = keyOf(viewer, id);
    await this.#objects.put(key, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), html]));
    await this.#makeRoom({ asker: viewer.asker, key, expiresAt, bytes: html.byteLength });
    return { id, expiresAt: new Date(expiresAt) };
  }

  /** The page with this nonce in its style; undefined for another's and after its time. */
  async find(viewer: Viewer, id: string, nonce: string): Promise<string | undefined> {
    const bytes = isIdentifier(id) ? await this.#objects.get(keyOf(viewer, id)) : undefined;
    if (!bytes) return undefined;
    const end = bytes.indexOf(newline);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const head: Head = JSON.parse(text.toString('utf8', 0, end));
    if (head.expires_at <= Date.now()) return undefined;
    return text.toString('utf8', end + 1).replaceAll(head.nonce, nonce);
  }

  async #makeRoom(page: StoredPage): Promise<void> {
    const now = Date.now();
    const kept: StoredPage[] = [];
    const gone: StoredPage[] = [];
    let [ofAsker, bytes] = [0, 0];
    for (const each of [page, ...this.#stored]) {
      if (each.asker === page.asker) ofAsker++;
      const isBeyond = each.asker === page.asker && ofAsker > mostOfAsker;
      const lives = each === page || (each.expiresAt > now && !isBeyond && bytes + each.bytes <= this.#mostBytes);
      if (lives) bytes += each.bytes;
      (lives ? kept : gone).push(each);
    }
    this.#stored = kept;
    await Promise.all(gone.map(({ key }) => this.#objects.remove(key)));
  }
}

/** Removes the pages that have had their time, those of processes that are gone too; returns how many. */
export async function sweepPreviews(objects: ObjectStore, stop?: AbortSignal): Promise<number> {
  const before = Date.now() - lifeMs;
  let removed = 0;
  for await (const { key, modifiedAt } of objects.list(folder)) {
    if (stop?.aborted) break;
    if (modifiedAt.getTime() > before) continue;
    await objects.remove(key);
    removed++;
  }
  return removed;
}

/** Another asker's key is another one, so that nobody finds the page of somebody else. */
function keyOf({ accountId, asker }: Viewer, id: string): string {
  return `${folder}${accountId}-${id}-${createHash('sha256').update(asker).digest('hex').slice(0, 32)}`;
}
