import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';

/** The most of one file: 1 GiB. */
export const mostFileBytes = 2 ** 30;
/** More at a time come only of a program gone wrong, and each takes room before it is counted. */
const mostAtOnce = 4;

/** What an upload adds to an account. */
interface Addition {
  readonly accountId: string;
  /** Of all uploads of the account; null for no bound. */
  readonly maxBytes: number | null;
  readonly addedBytes: number;
  /** The upload in whose place it comes, which then counts no more. */
  readonly replacedId?: string | undefined;
}

/** Throws `payload_too_large` if the account's uploads would be larger than its plan allows. */
export async function checkQuota(db: Queryable, addition: Addition): Promise<void> {
  const { maxBytes, addedBytes } = addition;
  if (maxBytes === null) return;
  const used = await usedBytes(db, addition);
  if (used + addedBytes > maxBytes) throw overQuota(maxBytes, used);
}

/** How much the uploads of an account have together, without the one that is replaced. */
async function usedBytes(
  db: Queryable,
  { accountId, replacedId }: Pick<Addition, 'accountId' | 'replacedId'>,
): Promise<number> {
  const all = db.selectFrom('uploads').select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'));
  const own = all.where('account_id', '=', accountId);
  const counted = replacedId === undefined ? own : own.where('id', '!=', replacedId);
  return Number((await counted.executeTakeFirst())?.bytes ?? 0);
}

/** What is being received for an account, which has no row yet. */
interface UnderWay {
  bytes: number;
}

const underWay = new Map<string, Set<UnderWay>>();

/** What of an upload may still come. Disposing gives the room back: by then it is counted, or gone. */
export interface Allowance extends Disposable {
  /** Takes the room of so many bytes in all; throws `payload_too_large` before there are more than may be. */
  take(bytes: number): void;
}

/**
 * The room for one upload besides those that this process receives at the same time; other processes are counted when
 * they end. Nothing of it outlives the process. Throws `rate_limit_exceeded` beside four others of the account.
 */
export async function openAllowance(
  db: Queryable,
  { accountId, maxBytes, replacedId }: Omit<Addition, 'addedBytes'>,
): Promise<Allowance> {
  const others = underWay.getOrInsertComputed(accountId, () => new Set());
  if (others.size >= mostAtOnce) {
    const message = `This account receives ${mostAtOnce} files already. Wait until one of them is there.`;
    throw new ServiceError('rate_limit_exceeded', { message, headers: { 'retry-after': '10' } });
  }
  const own: UnderWay = { bytes: 0 };
  others.add(own);
  const end = () => {
    others.delete(own);
    if (others.size === 0) underWay.delete(accountId);
  };
  const used = await usedBytes(db, { accountId, replacedId }).catch((error: unknown) => {
    end();
    throw error;
  });
  return {
    take(bytes) {
      if (bytes > mostFileBytes) throw tooLarge('A file may have 1 GiB. Split it, or export it as Parquet.');
      const elsewhere = [...others].reduce((sum, each) => sum + (each === own ? 0 : each.bytes), 0);
      if (maxBytes !== null && used + elsewhere + bytes > maxBytes) throw overQuota(maxBytes, used + elsewhere);
      own.bytes = Math.max(own.bytes, bytes);
    },
    [Symbol.dispose]: end,
  };
}

function overQuota(maxBytes: number, used: number): ServiceError {
  const [most, taken] = [maxBytes, used].map((bytes) => `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`);
  return tooLarge(
    `The plan of this account has ${most} for uploads, of which ${taken} are taken. Remove uploads, or upgrade the plan.`,
  );
}

function tooLarge(message: string): ServiceError {
  return new ServiceError('payload_too_large', { message });
}
