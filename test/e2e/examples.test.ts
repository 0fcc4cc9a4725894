import assert from 'node:assert/strict';
import { verifyNewConnection } from '../../src/domains/connections/verify-connection.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { createTestDatabase } from '../support/databases.ts';
import { exampleConfig, exampleEnvironment } from '../support/flights.ts';
import { test } from '../support/suite.ts';

for (const example of ['flights', 'weather'] as const) {
  test(`the source of the example "${example}" is found connected, without a warning, as tests that are given it assume`, async () => {
    await using database = await createTestDatabase('sqlite');
    const { db } = database;
    const { id: projectId } = await givenProject(db, await givenAccount(db));
    const fields = { projectId, system: 'file', name: example, config: exampleConfig(example), secret: null };
    const { status, answers, warnings, seal } = await verifyNewConnection(db, exampleEnvironment(db), fields);
    assert.deepEqual({ status, answers, warnings }, { status: 'connected', answers: true, warnings: [] });
    assert.equal(seal('con_1'), null);
  });
}
