import type { Role } from '../../../src/cli/context.ts';
import { eventually } from '../../support/eventually.ts';
import { usually } from '../../support/suite.ts';
import { assertSound, audit } from './audit.ts';
import { type FaultInstallation, givenCustomer } from './installation.ts';
import { Ledger } from './ledger.ts';
import { startMixedLoad } from './mixed-load.ts';
import { outageOf } from './outages.ts';
import { seed } from './random.ts';
import type { ServiceProcess } from './service-process.ts';

/** This many signs of the fault, then this many successful writes, make a round. */
const enough = 5;
const changeMs = 60_000;

/** A temporary fault of a service. */
export interface PassingFault {
  come(service: ServiceProcess): unknown;
  go(service: ServiceProcess): unknown;
  /** Grows while the fault is felt. */
  felt(ledger: Ledger, service: ServiceProcess): number | Promise<number>;
  /** How the service is killed in the end; a plain kill when absent. */
  readonly end?: {
    /** Under the load, before the kill. */
    before(service: ServiceProcess): unknown;
    after(): unknown;
  };
}

/** Requests that were not answered, or with 503. */
export const refusals = ({ failedRequests }: Ledger) => failedRequests;

/**
 * Attempts of the process, or else of the service, that a fault has ended. A detected outage counts as enough, since
 * nothing more is tried until it is over.
 */
export function interruptions(process?: ServiceProcess): PassingFault['felt'] {
  return async (_, service) => {
    const [worker, { text }] = [process ?? service, await (process ?? service).call('GET', '/metrics')];
    const counts = text.matchAll(
      /^report_service_job_duration_seconds_count\{.*status="(?:fault|interrupted)".*\} (\d+)$/gm,
    );
    const outages = worker.log().match(/it does not answer/g)?.length ?? 0;
    return [...counts].reduce((sum, [, count]) => sum + Number(count), enough * outages);
  };
}

/** Once the process, or else the service, claims jobs again. */
export async function untilOver(service: ServiceProcess): Promise<void> {
  await eventually(async () => (await outageOf(service, 'objects')) === 0, changeMs);
}

/**
 * Makes the fault come and go the given number of times under a mixed load, then kills the service and checks every
 * promise on the next one. Returns the figures as one line.
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
  const load = startMixedLoad({ customers, clients: usually(3, 1), ledger, seed, url: () => url });
  const writesGoOn = async () => {
    const { size } = ledger.acknowledged;
    await eventually(() => ledger.acknowledged.size >= size + enough, changeMs);
  };
  for (let time = 0; time < times; time++) {
    const before = await fault.felt(ledger, service);
    await fault.come(service);
    await eventually(async () => (await fault.felt(ledger, service)) >= before + enough, changeMs);
    await fault.go(service);
    await writesGoOn();
  }
  await eventually(async () => (await service.call('GET', '/readyz')).status === 200);
  if (fault.end) {
    await fault.end.before(service);
    await writesGoOn();
    const before = await fault.felt(ledger, service);
    await eventually(async () => (await fault.felt(ledger, service)) > before, changeMs);
  }
  await service.kill();
  await fault.end?.after();
  url = await (await installation.start(role)).ready;
  await load.stop();
  const figures = assertSound(await audit(installation, url, ledger, { mayFail: true }));
  return `${times} times, ${figures}; ${ledger.failedRequests} requests sent again (seed ${seed})`;
}
