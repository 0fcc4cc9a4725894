import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { givenAccount, givenProject } from './accounts.ts';
import type { Engine } from './databases.ts';
import { givenSignedIn, manage, type SignedInMember } from './manage.ts';
import { AnswerChecker } from './openapi.ts';
import { startTestService, type TestService } from './service.ts';

type Who = Pick<SignedInMember, 'headers'>;

/** A service for the tests of a suite about bulk jobs, each answer of which is checked against the document. */
export function bulkAgency(engine: Engine, environment: Record<string, string> = {}) {
  let service: TestService;
  let checker: AnswerChecker;
  before(async () => {
    service = await startTestService(engine, { environment });
    checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
  });
  after(() => service[Symbol.asyncDispose]());

  const ask = async (who: Who, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await manage(service, who, method, path, { ...(body !== undefined && { body }), headers });
    assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
    return answer;
  };
  return {
    ask,
    service: () => service,
    db: () => service.db,
    /** An account with an editor and projects. */
    async given(projects = 3, names = ['Alpha', 'Beta', 'Gamma']) {
      const account = await givenAccount(service.db);
      const editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      const ids: string[] = [];
      for (let made = 0; made < projects; made++) {
        const project = await givenProject(service.db, account, { name: names[made] ?? `Project ${made}` });
        ids.push(project.id);
      }
      return { account, editor, ids };
    },
    async connect(accountId: string, projectId: string, system = 'file') {
      const own = { accountId, projectId, system, name: 'Shop', status: 'connected' as const };
      const config = { metrics: [{ key: 'revenue' }] };
      return (await insertConnection(service.db, { ...own, config, seal: () => null })).id;
    },
    /** Starts a bulk job and returns its id. */
    async start(who: Who, action: object, projects: object) {
      const answer = await ask(who, 'POST', '/bulk-jobs', { action, projects });
      assert.equal(answer.status, 202, answer.text);
      return answer.body.data.id as string;
    },
    read: async (who: Who, id: string) => (await ask(who, 'GET', `/bulk-jobs/${id}`)).body.data,
    items: async (who: Who, id: string, query = '') =>
      (await ask(who, 'GET', `/bulk-jobs/${id}/items?direction=asc${query}`)).body.data.items,
    /** What the log of changes says of a kind of change, in order. */
    async log(accountId: string, action: string) {
      const rows = await service.db
        .selectFrom('audit_log')
        .select(['action', 'subject', 'actor', 'door', 'details'])
        .where('account_id', '=', accountId)
        .where('action', 'like', action)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
    },
  };
}
