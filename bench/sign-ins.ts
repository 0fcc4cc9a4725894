import { disableUser } from '../src/domains/users/users.ts';
import { givenMember, givenUser } from '../test/support/people.ts';
import { startSignOnService } from '../test/support/sign-on.ts';
import { median } from './median.ts';

/** Requests of each kind to each page. */
const rounds = 100;

/**
 * Milliseconds at the median until both pages for signing in answer over HTTP, by who has the address, in turns; each request
 * comes from an address of its own, so that no throttle counts. The password is a wrong one.
 */
export async function benchSignIns(): Promise<Record<string, { readonly email: number; readonly password: number }>> {
  await using service = await startSignOnService('sqlite');
  const { db, url } = service;
  const optional = await service.givenSignOn();
  const required = await service.givenSignOn({ mode: 'required' });
  const memberAt = async ({ account, domain }: typeof optional) =>
    (await givenMember(db, account.id, { role: 'viewer' }, { email: `member@${domain}` })).email;
  const disabled = await givenUser(db);
  await db.transaction().execute((transaction) => disableUser(transaction, disabled.id, true));
  const people = {
    'has a password': (await givenUser(db)).email,
    'has none': (await givenUser(db, { hasPassword: false })).email,
    'is disabled': disabled.email,
    'nobody has it': 'nobody.at.all@example.com',
    'optional domain, member': await memberAt(optional),
    'optional domain, nobody': `nobody@${optional.domain}`,
    'required domain, member': await memberAt(required),
    'required domain, nobody': `nobody@${required.domain}`,
  };
  const taken = Object.fromEntries(
    Object.keys(people).map((who) => [who, { email: [] as number[], password: [] as number[] }]),
  );
  let sent = 0;
  const ask = async (fields: Record<string, string>) => {
    sent += 1;
    const from = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`;
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from };
    const before = performance.now();
    const answer = await fetch(`${url}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
    await answer.text();
    if (answer.status === 429) throw new Error('A refusal is no answer to measure.');
    return performance.now() - before;
  };
  for (let round = -5; round < rounds; round++) {
    for (const [who, email] of Object.entries(people)) {
      const times = [await ask({ email }), await ask({ email, password: 'not this password' })] as const;
      if (round < 0) continue;
      taken[who]?.email.push(times[0]);
      taken[who]?.password.push(times[1]);
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([who, { email, password }]) => [
      who,
      { email: median(email), password: median(password) },
    ]),
  );
}
