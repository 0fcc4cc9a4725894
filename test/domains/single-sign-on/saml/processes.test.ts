import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createVault } from '../../../../src/domains/connections/vault.ts';
import { beginFor } from '../../../../src/domains/single-sign-on/begin.ts';
import type { Answered } from '../../../../src/domains/single-sign-on/complete.ts';
import { listSessions } from '../../../../src/domains/users/sessions.ts';
import { findUserByEmail } from '../../../../src/domains/users/users.ts';
import type { Database } from '../../../../src/platform/database/tables.ts';
import { freePort } from '../../../faults/support/free-port.ts';
import { localNetwork } from '../../../support/connector-context.ts';
import { createTestDatabase, engines, withoutPostgres } from '../../../support/databases.ts';
import { givenInstallation, startCommand } from '../../../support/process.ts';
import { answerTo, givenSaml, readRequest, untilRequest } from '../../../support/saml-sign-on.ts';
import { TestBrowser } from '../../../support/sign-in.ts';

// A response counts once, however many processes it comes to at the same time.

const people = 20;
const key = randomBytes(32);
const vault = createVault(key);
const script = fileURLToPath(new URL('../../../support/take-saml-answers-process.ts', import.meta.url));

async function countSessions(db: Database, email: string): Promise<number> {
  const user = await findUserByEmail(db, email);
  return user ? (await listSessions(db, user.id)).length : 0;
}

for (const engine of engines) {
  test(`${engine}: of two processes that take the same responses, one gets each of them`, async () => {
    await using database = await createTestDatabase(engine);
    const { db, location } = database;
    const baseUrl = 'https://reports.example.com';
    const { domain } = await givenSaml({ db, url: baseUrl, vault });
    const emails = Array.from({ length: people }, (_, person) => `person-${person}@${domain}`);
    const answers: Answered[] = [];
    for (const email of emails) {
      const environment = { db, vault, network: localNetwork, baseUrl };
      const begun = await beginFor(environment, email, { kind: 'sign_in', to: '/console' });
      assert.ok(begun);
      const asked = readRequest(begun.address);
      const response = answerTo(asked, `id of ${email}`, { attributes: { mail: email } });
      answers.push({
        ...{ cookie: begun.cookie, state: asked.relayState, answer: { protocol: 'saml', response } },
        ...{ browser: { address: '192.0.2.1', agent: 'Test' }, signedIn: undefined },
      });
    }
    const given = JSON.stringify({ location, key: key.toString('base64'), baseUrl });
    const processes = [1, 2].map(() => {
      const child = spawn(process.execPath, [script, given], { stdio: ['pipe', 'pipe', 'inherit'], timeout: 60_000 });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    const nextLines = () => Promise.all(processes.map(async ({ lines }) => (await lines.next()).value ?? 'null'));
    assert.deepEqual(await nextLines(), ['ready', 'ready']);
    for (const { child } of processes) child.stdin.end(JSON.stringify(answers));
    const [one, other] = (await nextLines()).map((line) => JSON.parse(line));
    for (const [person, email] of emails.entries()) {
      assert.deepEqual([one[person], other[person]].sort(), ['signed_in', 'used'], email);
      assert.equal(await countSessions(db, email), 1);
    }
  });
}

test('postgres: a response posted to two services on one database at once, twice to each, makes one session', {
  skip: withoutPostgres,
}, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: `${port}`, PUBLIC_URL: url, SECRET_KEY: key.toString('base64') };
  await using installation = await givenInstallation('postgres', own);
  const { db, environment } = installation;
  await using first = startCommand(['serve', '--role', 'api'], environment);
  await first.firstLine;
  await using second = startCommand(['serve', '--role', 'api'], { ...environment, PORT: '0' });
  const other = (await second.firstLine).replace('listening on ', '');
  const { domain } = await givenSaml({ db, url, vault });
  for (let person = 0; person < people; person++) {
    const email = `person-${person}@${domain}`;
    const browser = new TestBrowser();
    const asked = await untilRequest(browser, { url }, email);
    const body = new URLSearchParams({
      SAMLResponse: answerTo(asked, `id of ${email}`, { attributes: { mail: email } }),
      RelayState: asked.relayState,
    });
    const headers = { cookie: browser.cookieFor(`${url}/sso/saml/acs`), 'sec-fetch-site': 'cross-site' };
    const answers = await Promise.all(
      [url, other, url, other].map((at) =>
        fetch(`${at}/sso/saml/acs`, { method: 'POST', body, headers, redirect: 'manual' }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403, 403, 403]);
    const given = answers.filter(({ headers: sent }) => sent.getSetCookie().some((line) => /^session=\w/.test(line)));
    assert.equal(given.length, 1);
    assert.equal(await countSessions(db, email), 1);
  }
});
