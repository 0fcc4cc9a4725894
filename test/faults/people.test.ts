import assert from 'node:assert/strict';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenMember, password, sendForm, signInAt } from '../support/people.ts';
import { spawnCommand } from '../support/process.ts';
import { rounds, test } from '../support/suite.ts';
import { type FaultInstallation, givenFaultInstallation } from './support/installation.ts';

const wrong = 'not this password';

async function given(installation: FaultInstallation) {
  const account = await givenAccount(installation.db);
  // An owner who stays.
  await givenMember(installation.db, account.id);
  const user = await givenMember(installation.db, account.id);
  return { account, user };
}

async function startAll(installation: FaultInstallation, count: number): Promise<string[]> {
  const services = await Promise.all(Array.from({ length: count }, () => installation.start('api')));
  return Promise.all(services.map(({ ready }) => ready));
}

for (const engine of engines) {
  /** The embedded database has one process for the API, and commands beside it. */
  const processes = engine === 'postgres' ? 2 : 1;

  test(`${engine}: what a command ends is over with the next request in each of ${processes} serving`, async () => {
    await using installation = await givenFaultInstallation(engine);
    const urls = await startAll(installation, processes);
    const [first = assert.fail()] = urls;
    for (let round = 0; round < rounds(2); round++) {
      const { account, user } = await given(installation);
      for (const line of [
        `sessions end --user ${user.id}`,
        `members update ${user.id} --account ${account.id} --role admin`,
        `users disable ${user.id}`,
      ]) {
        const cookie = await signInAt(first, user.email);
        const statuses = async () =>
          Promise.all(
            urls.map(async (url) => {
              const headers = { cookie, 'sec-fetch-site': 'same-origin' };
              const answer = await fetch(`${url}/manage/v1/session`, { headers });
              return answer.status;
            }),
          );
        assert.deepEqual(await statuses(), Array(processes).fill(200));
        const { code, stderr } = await spawnCommand(line.split(' '), installation.environment);
        assert.deepEqual([code, stderr], [0, '']);
        assert.deepEqual(await statuses(), Array(processes).fill(401), line);
      }
    }
  });

  test(`${engine}: ${processes} serving count the wrong tries of an address together`, async () => {
    await using installation = await givenFaultInstallation(engine, { TRUST_PROXY: 'on' });
    const urls = await startAll(installation, processes);
    const { user } = await given(installation);
    const tries = Array.from({ length: 16 }, (_, index) => {
      const url = urls[index % processes] ?? assert.fail();
      const fields = { email: user.email, password: wrong };
      return sendForm(`${url}/console/sign-in`, fields, { 'x-forwarded-for': '198.51.100.1' });
    });
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 403).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 6);
    for (const url of urls) {
      const own = await sendForm(
        `${url}/console/sign-in`,
        { email: user.email, password },
        { 'x-forwarded-for': '198.51.100.2' },
      );
      assert.equal(own.status, 303, 'the owner, from elsewhere');
    }
  });
}
