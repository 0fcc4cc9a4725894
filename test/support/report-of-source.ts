import { insertConnection } from '../../src/domains/connections/connections.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { makeDocument } from '../../src/domains/generation-jobs/make-document.ts';
import type { ProjectRow } from '../../src/domains/projects/projects.ts';
import type { Settings } from '../../src/domains/projects/schema.ts';
import type { SectionsSettings } from '../../src/reporting/documents/section-settings.ts';
import { givenAccount, givenProject } from './accounts.ts';
import { localNetwork, noObjects } from './connector-context.ts';
import { createTestDatabase } from './databases.ts';
import { silentLog } from './silent-log.ts';

const periods = {
  current: { from: '2026-02-27', to: '2026-03-05' },
  compare: { from: '2026-02-20', to: '2026-02-26' },
};

interface GivenSource {
  readonly system: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secret: unknown;
  /** Where its double is. */
  readonly url: string;
}

/** A project with one connection and these sections, whose report can be made without a service. */
export async function givenReport(
  { system, config, secret, url }: GivenSource,
  sections: ((connectionId: string) => SectionsSettings) | null,
) {
  const database = await createTestDatabase('sqlite');
  const { db } = database;
  const vault = createVault(Buffer.alloc(32));
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const connection = { accountId: account.id, projectId, system, name: 'Ads', config };
  const { id: connectionId } = await insertConnection(db, {
    ...{ ...connection, status: 'connected' },
    seal: (own) => vault.seal(own, secret),
  });
  const project = (await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()) as unknown as ProjectRow;
  const systemAddresses = { ...localNetwork.systemAddresses, [system]: url };
  // What connections may reach has nothing to do with pictures.
  const network = { ...localNetwork, systemAddresses };
  const context = { db, objects: noObjects, vault, dataRoots: [], network };
  const { signal } = new AbortController();
  const steps = { takeMeasure() {}, progress() {}, isLastTry: true };
  const run = { signal, deadline: Date.now() + 60_000, log: silentLog, ...steps };
  const settings = (sections ? { sections: sections(connectionId) } : {}) as Settings;
  const make = async (open?: Parameters<typeof makeDocument>[3]) =>
    (await makeDocument(context, { project, settings, periods }, run, open)).document;
  return { make, connectionId, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}
