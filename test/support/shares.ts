import type { Account } from '../../src/domains/accounts/accounts.ts';
import { createShare, listShares, type ShareRow } from '../../src/domains/shares/shares.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import type { ReportDocument } from '../../src/reporting/documents/model.ts';
import { givenAccount, givenProject } from './accounts.ts';
import { givenReport } from './outcomes.ts';
import type { Answer, TestService } from './service.ts';

export const password = 'correct horse battery';
/** In the form of a link's token, but of no link. */
export const unknownToken = 'x'.repeat(43);

export interface SharedReport {
  readonly account: Account;
  readonly projectId: string;
  readonly reportId: string;
  readonly objects: ObjectStore;
  readonly share: ShareRow;
  readonly token: string;
  /** Where a guest finds the report. */
  readonly path: string;
}

/** A report and a link to it. */
export async function givenSharedReport(
  { db, dataDir }: Pick<TestService, 'db' | 'dataDir'>,
  options: { password?: string; expiresInMs?: number; figures?: boolean; document?: ReportDocument } = {},
): Promise<SharedReport> {
  const objects = await openFileStore(`${dataDir}/objects`);
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const { reportId } = await givenReport(db, objects, account, projectId, options);
  const { token, share } = await createShare(db, reportId, {
    password: options.password ?? null,
    expiresInMs: options.expiresInMs ?? null,
    figures: options.figures ?? false,
  });
  return { account, projectId, reportId, objects, share, token, path: `/shared/${token}` };
}

export interface GuestLinks {
  get(path: string): Promise<Answer>;
  given(options?: Parameters<typeof givenSharedReport>[1]): Promise<SharedReport>;
  /** The first link to a report. */
  shareOf(reportId: string): Promise<ShareRow | undefined>;
}

/** The links of one service, as a guest opens them and their owner makes and reads them. */
export function guestLinks(service: TestService): GuestLinks {
  return {
    get: (path) => service.call('GET', path),
    given: (options) => givenSharedReport(service, options),
    shareOf: async (reportId) => (await listShares(service.db, 'report', reportId))[0],
  };
}

/** What the form of a password page sends. */
export function enterPassword(url: string, text: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ password: text });
  return fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
}

/** The `name=value` of a cookie that an answer sets; empty for none. */
export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}
