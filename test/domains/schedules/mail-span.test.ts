import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/platform/config/config.ts';
import { startTracing } from '../../../src/platform/tracing/start-tracing.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { openSchedules } from '../../support/schedule-runs.ts';
import { soonAsJson, startTraceCollector } from '../../support/trace-collector.ts';

for (const engine of engines) {
  test(`${engine}: a schedule's report, its file and its e-mails are one trace`, async () => {
    const collector = await startTraceCollector();
    await using stack = new AsyncDisposableStack();
    const { db } = stack.use(await createTestDatabase(engine));
    const mail = stack.use(await startMailServer());
    const account = await givenAccount(db);
    const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...soonAsJson });
    const tracing = await startTracing(config.tracing, { warn() {} });
    const schedules = await openSchedules(db, account, mail.url);
    stack.defer(schedules.close);
    mail.refusals.push('550 5.7.1 Not from you, secret-words');
    const { schedule } = await schedules.givenMadeReport({ recipients: ['ann@example.com', 'bob@example.com'] });
    await schedules.completeNext(schedule.project_id);
    await schedules.round();
    await schedules.round();
    await tracing[Symbol.asyncDispose]();
    assert.equal(mail.received.length, 1);
    const spans = collector.spans();
    const [first] = spans.filter(({ name }) => name === 'send generation');
    assert.equal(first?.parentSpanId, '');
    const below = spans.filter(({ parentSpanId }) => parentSpanId === first?.spanId);
    assert.deepEqual(below.map(({ name }) => name).sort(), ['send e-mail', 'send e-mail', 'send export']);
    const sent = below.filter(({ name }) => name === 'send e-mail');
    assert.deepEqual(sent.map(({ attributes }) => attributes['error.type']).sort(), ['address_refused', undefined]);
    const bytes = Buffer.concat(collector.posts.map(({ body }) => body)).toString('utf8');
    for (const hidden of ['ann@', 'bob@', 'secret-words', '127.0.0.1']) assert.ok(!bytes.includes(hidden), hidden);
  });
}
