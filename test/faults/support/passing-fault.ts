import type { Role } from '../../../src/cli/context.ts';
import { eventually } from '../../support/eventually.ts';
import { assertSound, audit } from './audit.ts';
import { type FaultInstallation, givenCustomer } from './installation.ts';
import { Ledger } from './ledger.ts';
import { startMixedLoad } from './mixed-load.ts';
import { seed } from './random.ts';
import type { ServiceProcess } from './service-process.ts';

/** So many signs of the fault, and then so many writes that go through again, make a round. */
const enough = 5;
const changeMs = 60_000;

/** What befalls a service for a while. */
export interface PassingFault {
  come(service: ServiceProcess): unknown;
  go(service: ServiceProcess): unknown;
  /** Grows while the fault is felt. */
  felt(ledger: Ledger): number | Promise<number>;
  /** What the service is killed with in the end; a kill alone when absent. */
  readonly end?: {
    /** Under the load, before the kill. */
    before(service: ServiceProcess): unknown;
    after(): unknown;
  };
}

/** Requests that were not answered, or with 503. */
export const refusals = ({ failedRequests }: Ledger) => failedRequests;

/** Attempts that were given up. */
export function givenUp({ db }: FaultInstallation): () => Promise<number> {
  return async () => {
    const { attempts } = await db
      .selectFrom('jobs')
      .select(({ fn, eb }) => fn.sum<number>(eb('attempt', '-', 1)).as('attempts'))
      .executeTakeFirstOrThrow();
    return Number(attempts ?? 0);
  };
}

/**
 * Lets the fault come and go so many times under a mixed load, then kills the service and holds the next one to every promise.
 * The figures, as one line.
 */
export async function assertBorne(
  installation: FaultInstallation,
  fault: PassingFault,
  times: number,
  role: Role = 'all',
): Promise<string> {
  const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
  const ledger = new Ledger();
  const service = await installation.start(role);
  let url = await service.ready;
  const load = startMixedLoad({ customers, clients: 3, ledger, seed, url: () => url });
  const writesGoOn = async () => {
    const { size } = ledger.acknowledged;
    await eventually(() => ledger.acknowledged.size >= size + enough, changeMs);
  };
  for (let time = 0; time < times; time++) {
    const before = await fault.felt(ledger);
    await fault.come(service);
    await eventually(async () => (await fault.felt(ledger)) >= before + enough, changeMs);
    await fault.go(service);
    await writesGoOn();
  }
  await eventually(async () => (await service.call('GET', '/readyz')).status === 200);
  if (fault.end) {
    await fault.end.before(service);
    await writesGoOn();
    const before = await fault.felt(ledger);
    await eventually(async () => (await fault.felt(ledger)) > before, changeMs);
  }
  await service.kill();
  await fault.end?.after();
  url = await (await installation.start(role)).ready;
  await load.stop();
  const figures = assertSound(await audit(installation, url, ledger, { mayFail: true }));
  return `${times} times, ${figures}; ${ledger.failedRequests} requests sent again (seed ${seed})`;
}
