import { setTimeout as delay } from 'node:timers/promises';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { rounds, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { seed, seededRandom } from './support/random.ts';
import type { ServiceProcess } from './support/service-process.ts';

const kills = rounds(2);
/** After the service is ready; some processes are killed before that. */
const longestLifeMs = 2_000;

for (const engine of engines) {
  test(`${engine}: kill -9 at any moment loses nothing acknowledged, and duplicates nothing [C-IDEM-10]`, async (t) => {
    await using installation = await givenFaultInstallation(engine, { LOG_LEVEL: 'error' });
    const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
    const ledger = new Ledger();
    const random = seededRandom(seed);
    let service: ServiceProcess = await installation.start();
    let url = await service.ready;
    const load = startMixedLoad({ customers, clients: 4, ledger, seed, url: () => url });
    // From then on the clients have files to download in between.
    await eventually(() => ledger.downloads > 0, 60_000);
    for (let kill = 0; kill < kills; kill++) {
      const diesEarly = random() < 0.1;
      if (!diesEarly) url = await service.ready;
      await delay(random() * (diesEarly ? 500 : longestLifeMs));
      await service.kill();
      service = installation.launch();
    }
    url = await service.ready;
    await load.stop();
    const figures = assertSound(await audit(installation, url, ledger));
    const { replays, downloads, failedRequests } = ledger;
    t.diagnostic(
      `${engine}: ${kills} kills, ${figures}; ${replays} replays, ${downloads} downloads, ${failedRequests} requests sent again (seed ${seed})`,
    );
  });
}
