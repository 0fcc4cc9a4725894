import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { givenConnection } from '../support/flights.ts';
import type { StartedService } from '../support/started-service.ts';

export const period = {
  current: { from: '2001-05-01', to: '2001-05-31' },
  compare: { from: '2001-04-01', to: '2001-04-30' },
};

export async function givenFlights(db: Database): Promise<{ account: Account; token: string; projectId: string }> {
  const account = await givenAccount(db, { perMinute: 10_000, perDay: 100_000 });
  const { id: projectId } = await givenProject(db, account, { name: 'Flüge 航班' });
  await givenConnection(db, projectId);
  return { account, token: await givenToken(db, account.id), projectId };
}

export async function finished(service: StartedService, token: string, location: string) {
  return eventually(async () => {
    const { body } = await service.call('GET', location, { token });
    return ['completed', 'blocked', 'failed'].includes(body.data.status) && body.data;
  }, 60_000);
}
