import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AccountFields } from '../../src/domains/accounts/accounts.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };
const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Periods that are refused at once, and the field that the answer names. */
const badPeriods: readonly [what: string, period: unknown, field: string][] = [
  ['no period', null, 'period'],
  ['no current period', {}, 'period.current'],
  ['a current period without an end', { current: { from: '2026-01-01' } }, 'period.current.to'],
  ['a day that is none', { current: { from: '2026-02-29', to: '2026-03-01' } }, 'period.current.from'],
  ['a day in another form', { current: { from: '1/1/2026', to: '2026-01-31' } }, 'period.current.from'],
  ['a time', { current: { from: '2026-01-01T00:00:00Z', to: '2026-01-31' } }, 'period.current.from'],
  ['a number', { current: { from: 20260101, to: '2026-01-31' } }, 'period.current.from'],
  ['an end before the start', { current: { from: '2026-01-31', to: '2026-01-01' } }, 'period.current.to'],
  ['367 days', { current: { from: '2024-01-01', to: '2025-01-01' } }, 'period.current'],
  ['an end after today', { current: { from: '2026-01-01', to: inDays(2) } }, 'period.current.to'],
  ['half a period to compare', { current: january, compare: { from: '2025-01-01' } }, 'period.compare.to'],
  [
    'a compared end before its start',
    { current: january, compare: { from: '2025-02-01', to: '2025-01-01' } },
    'period.compare.to',
  ],
  ['367 compared days', { current: january, compare: { from: '2024-01-01', to: '2025-01-01' } }, 'period.compare'],
  [
    'a compared end after today',
    { current: january, compare: { from: '2026-01-01', to: inDays(2) } },
    'period.compare.to',
  ],
  ['an unknown field', { current: { ...january, zone: 'UTC' } }, 'period.current.zone'],
];

for (const engine of engines) {
  describe(`${engine}: generation jobs`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async (fields: AccountFields = {}) => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000, ...fields });
      const project = await givenProject(service.db, account);
      return { account, project, projectId: project.id, token: await givenToken(service.db, account.id) };
    };
    const connect = async (accountId: string, projectId: string) => {
      const now = new Date().toISOString();
      const row = {
        system: 'file',
        name: 'n',
        status: 'connected',
        config: '{}',
        secret: null,
        checked_at: now,
      } as const;
      const id = newIdentifier('con');
      const owner = { account_id: accountId, project_id: projectId };
      await service.db
        .insertInto('connections')
        .values({ id, ...owner, ...row, created_at: now, updated_at: now })
        .execute();
    };
    const generate = (token: string, projectId: string, period: unknown = { current: january }) =>
      service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, { token, body: { period } });

    test('a generation start is 202 with the job, Location and Retry-After [C-ENVELOPE-7, C-HTTP-6, C-GENERATION-1, C-GENERATION-3, C-GENERATION-4, C-POLL-1]', async () => {
      const { account, token, projectId } = await given();
      await connect(account.id, projectId);
      const { status, headers, body } = await generate(token, projectId, { current: january, compare: null });
      const { id, created_at, updated_at, ...rest } = body.data;
      assert.equal(status, 202);
      assert.match(id, /^gen_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.ok(created_at && updated_at);
      assert.equal(headers.get('location'), `/api/v1/generation-jobs/${id}`);
      assert.equal(headers.get('retry-after'), '1');
      assert.deepEqual(rest, {
        project_id: projectId,
        status: 'queued',
        period: { current: january, compare: null },
        source: 'api',
        progress: { stage: 'queued', completed: 0, total: 0 },
        attempt: 1,
        max_attempts: 3,
        blocked: null,
        failure: null,
        result: null,
        started_at: null,
        completed_at: null,
      });
      const poll = await service.call('GET', `/api/v1/generation-jobs/${id}`, { token });
      assert.deepEqual(poll.body.data, body.data);
      assert.equal(poll.headers.get('retry-after'), '1');
    });

    for (const [what, period, field] of badPeriods) {
      test(`${what} is invalid_request and names ${field} [C-PERIOD-1, C-PERIOD-2, C-PERIOD-3, C-PERIOD-4, C-PERIOD-5, C-PERIOD-6]`, async () => {
        const { token, projectId } = await given();
        const { status, body } = await generate(token, projectId, period);
        assert.equal(status, 400);
        assert.equal(body.error.code, 'invalid_request');
        assert.deepEqual([...new Set(body.error.details.map((detail: { field: string }) => detail.field))], [field]);
      });
    }

    test('the error for a day in another format names the right one [C-TIME-2, C-PERIOD-3]', async () => {
      const { token, projectId } = await given();
      for (const to of ['02/28/2026', '2026-02-30', '2026-02-28T00:00:00Z']) {
        const { body } = await generate(token, projectId, { current: { from: '2026-02-01', to } });
        const message = 'must be a real calendar day in the form YYYY-MM-DD';
        assert.deepEqual(body.error.details, [{ field: 'period.current.to', rule: 'format', message }]);
      }
    });

    test('leap days, 366 days and today are periods [C-PERIOD-3, C-PERIOD-5, C-PERIOD-6]', async () => {
      const { account, token, projectId } = await given();
      await connect(account.id, projectId);
      for (const current of [
        { from: '2024-02-29', to: '2024-02-29' },
        { from: '2024-01-01', to: '2024-12-31' },
        { from: today, to: today },
      ]) {
        assert.equal((await generate(token, projectId, { current })).status, 202);
      }
    });

    test('today is in the project’s zone: tomorrow in UTC is not allowed in Honolulu [C-PERIOD-6]', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account, { time_zone: 'Pacific/Kiritimati' });
      await connect(account.id, id);
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format();
      assert.equal((await generate(token, id, { current: { from: local, to: local } })).status, 202);
      const west = await givenProject(service.db, account, { time_zone: 'Pacific/Honolulu' });
      const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Honolulu' }).format();
      const next = new Date(Date.parse(there) + 86_400_000).toISOString().slice(0, 10);
      assert.equal((await generate(token, west.id, { current: { from: next, to: next } })).status, 400);
    });

    test('what the domain refuses becomes a blocked job with its reason [C-JOB-8, C-REASON-1, C-REASON-2, C-GENERATION-2]', async () => {
      const { account, token, projectId } = await given();
      const reasonOf = async (id = projectId) => {
        const { status, body } = await generate(token, id);
        assert.equal(status, 202);
        assert.equal(body.data.status, 'blocked');
        assert.deepEqual(body.data.progress, { stage: 'blocked', completed: 0, total: 0 });
        assert.ok(body.data.completed_at);
        assert.equal(typeof body.data.blocked.message, 'string');
        assert.equal(typeof body.data.blocked.action, 'string');
        return body.data.blocked.reason;
      };
      assert.equal(await reasonOf(), 'no_connected_systems');
      await connect(account.id, projectId);
      await service.call('POST', `/api/v1/projects/${projectId}/archive`, { token });
      assert.equal(await reasonOf(), 'project_archived');
    });

    test('more connections than the plan allows is tariff_restricted [C-PLAN-5, C-REASON-3]', async () => {
      const { account, token, projectId } = await given({ plan: 'free', addOns: ['api'] });
      for (let index = 0; index < 3; index++) await connect(account.id, projectId);
      const { body } = await generate(token, projectId);
      assert.equal(body.data.blocked.reason, 'tariff_restricted');
      assert.deepEqual(body.data.blocked.details, { bound: 'connections', plan: 'free', limit: 2, used: 3 });
    });

    test('a month has exactly as many generations as the plan allows, also with parallel starts [C-PLAN-6, C-REASON-3]', async () => {
      const { account, token, projectId } = await given({ plan: 'free', addOns: ['api'] });
      await connect(account.id, projectId);
      const answers = await Promise.all(Array.from({ length: 30 }, () => generate(token, projectId)));
      assert.equal(answers.filter(({ body }) => body.data.status === 'queued').length, 20);
      const blocked = answers.filter(({ body }) => body.data.blocked?.reason === 'tariff_restricted');
      assert.equal(blocked.length, 10);
      const { body } = await service.call('GET', '/api/v1/me', { token });
      assert.deepEqual(body.data.usage.generations_this_month, { used: 20, limit: 20 });
    });

    test('a try_it token marks what it starts [C-TOKEN-10, C-JOB-9]', async () => {
      const { account, projectId } = await given();
      await connect(account.id, projectId);
      const token = await givenToken(service.db, account.id, { kind: 'try_it' });
      assert.equal((await generate(token, projectId)).body.data.source, 'try_it');
    });
  });
}
