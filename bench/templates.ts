import { insertConnection } from '../src/domains/connections/connections.ts';
import { setProjectTemplate } from '../src/domains/projects/project-template.ts';
import { getProject } from '../src/domains/projects/projects.ts';
import { templateSchedules } from '../src/domains/schedules/template-schedules.ts';
import { library } from '../src/domains/templates/library.ts';
import { findChanges } from '../src/domains/templates/publication-changes.ts';
import { changeTemplate, createTemplate, getTemplate, publishTemplate } from '../src/domains/templates/templates.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { createTestDatabase, engines } from '../test/support/databases.ts';
import { median } from './median.ts';

const followers = 1_000;
const reads = 200;
const month = library.find(({ id }) => id === 'marketing-month');

/** Publishing a template that 1,000 projects with three connections each follow, and reading one of them beside a free one, in turns. */
export async function benchTemplates(): Promise<object> {
  const figures: Record<string, object> = {};
  for (const engine of engines) {
    await using database = await createTestDatabase(engine);
    figures[engine] = await measure(database.db);
  }
  return figures;
}

async function measure(db: Database): Promise<object> {
  if (!month) throw new Error('The library has no whole marketing month.');
  const account = await givenAccount(db);
  const { slots, settings } = month;
  const template = await db.transaction().execute(async (transaction) => {
    const made = await createTemplate(transaction, account.id, { name: 'Month', description: null, slots, settings });
    return publishTemplate(transaction, made, 'operator:bench', templateSchedules);
  });
  const ids: string[] = [];
  for (let index = 0; index < followers; index++) ids.push(await followed(db, account, template.id));
  const free = (await givenProject(db, account, { settings: { sections: settings.sections ?? null } as never })).id;
  const [dryRun, publish] = [[] as number[], [] as number[]];
  for (let turn = 0; turn < 5; turn++) {
    const title = `Month ${turn}`;
    await db.transaction().execute(async (transaction) => {
      const before = await getTemplate(transaction, account.id, template.id);
      await changeTemplate(transaction, before, { settings: { ...settings, title } });
    });
    dryRun.push(await timed(async () => findChanges(db, await getTemplate(db, account.id, template.id))));
    publish.push(
      await timed(() =>
        db.transaction().execute(async (transaction) => {
          const before = await getTemplate(transaction, account.id, template.id);
          await publishTemplate(transaction, before, 'operator:bench', templateSchedules);
        }),
      ),
    );
  }
  const [ofFollower, ofFree] = [[] as number[], [] as number[]];
  for (let turn = 0; turn < reads; turn++) {
    ofFollower.push(await timed(() => getProject(db, account.id, ids[turn % followers] ?? '')));
    ofFree.push(await timed(() => getProject(db, account.id, free)));
  }
  return {
    dry_run_ms: median(dryRun),
    publish_ms: median(publish),
    follower_read_ms: median(ofFollower),
    free_read_ms: median(ofFree),
  };
}

async function followed(db: Database, account: Awaited<ReturnType<typeof givenAccount>>, template_id: string) {
  const { id } = await givenProject(db, account);
  await db.transaction().execute(async (transaction) => {
    for (const system of ['google-analytics', 'google-ads', 'shopify']) {
      const owned = { accountId: account.id, projectId: id, system, name: system, status: 'connected' } as const;
      await insertConnection(transaction, { ...owned, config: {}, seal: () => null });
    }
    await setProjectTemplate(transaction, account.id, id, { template_id }, () => {}, templateSchedules);
  });
  return id;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
