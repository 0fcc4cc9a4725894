import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { type BulkJobRow, findBulkJob } from '../domains/bulk-jobs/bulk-items.ts';
import { listBulkJobs, retryBulkJob, stopBulkJob } from '../domains/bulk-jobs/bulk-jobs.ts';
import { takeLinks } from '../domains/bulk-jobs/bulk-links.ts';
import type { Installation } from '../installation/open-installation.ts';
import { guestBaseUrl } from '../platform/config/config.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { missing } from '../platform/faults.ts';
import { asOperator, commandLine } from './audit.ts';
import { bulkActionCommands } from './bulk-actions.ts';
import { printBulkJob, rowOf, seerOf, toRow } from './bulk-output.ts';
import type { CommandContext } from './context.ts';
import { print, type Row } from './output.ts';
import { waitForBulkJob } from './wait-for-bulk-job.ts';

interface Json {
  json?: boolean;
}

const mostListed = 100;

export function bulkCommands(program: Command, context: CommandContext): void {
  const bulk = program.command('bulk').description('do the same for many projects');
  bulkActionCommands(bulk, context);

  bulk
    .command('list')
    .description(`list the latest ${mostListed} bulk jobs of an account`)
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: Json & { account: string }) =>
      context.withInstallation(async ({ db }) => {
        const { id } = await getAccount(db, flags.account);
        const page = { page: 1, per_page: mostListed, sort: 'created_at', direction: 'desc' } as const;
        const { items } = await listBulkJobs(db, seerOf(id), page);
        print(
          items.map(({ counts, ...job }) => toRow(job, counts)),
          Boolean(flags.json),
        );
      }),
    );

  const one = (name: string, description: string, run: (installation: Installation, job: BulkJobRow) => Promise<Row>) =>
    bulk
      .command(name)
      .description(description)
      .argument('<id>', 'the bulk job')
      .option('--json', 'print JSON')
      .action((id: string, flags: Json) =>
        context.withInstallation(async (installation) => {
          const row = await run(installation, await getJob(installation.db, id));
          print(row, Boolean(flags.json));
        }),
      );
  bulk
    .command('show')
    .description('print how far a bulk job is, and the faults project by project')
    .argument('<id>', 'the bulk job')
    .option('--wait', 'wait until it has ended')
    .option('--json', 'print JSON')
    .action((id: string, flags: Json & { wait?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const job = await getJob(db, id);
        if (flags.wait) await waitForBulkJob(db, job);
        await printBulkJob(db, job, Boolean(flags.json));
      }),
    );
  one('stop', 'stop what has not begun of a bulk job; what is done stays', async ({ db }, job) => {
    await asOperator(
      db,
      (transaction) => stopBulkJob(transaction, job),
      (stopped) => told('stop', job, { action: job.action, stopped }),
    );
    return rowOf(db, await getJob(db, job.id));
  });
  one('retry', 'do again what has failed of a bulk job', async ({ db }, job) => {
    await asOperator(
      db,
      (transaction) => retryBulkJob(transaction, job, { projectIds: null }, commandLine()),
      (again) => told('retry', job, { action: job.action, again }),
    );
    return rowOf(db, job);
  });
  bulk
    .command('links')
    .description('print the guest links that a bulk job has made; each is shown only this once')
    .argument('<id>', 'the bulk job')
    .option('--json', 'print JSON')
    .action((id: string, flags: Json) =>
      context.withInstallation(async ({ db, config, vaultKeys }) => {
        const job = await getJob(db, id);
        const parts = { linkKey: vaultKeys[0], baseUrl: guestBaseUrl(config, job.account_id) };
        const links = await asOperator(
          db,
          (transaction) => takeLinks(transaction, { projectIds: null }, job.id, parts),
          (taken) => told('links', job, { links: taken.length }),
        );
        print(
          links.map((link) => ({ ...link })),
          Boolean(flags.json),
        );
      }),
    );
}

async function getJob(db: Queryable, id: string): Promise<BulkJobRow> {
  const job = await findBulkJob(db, id);
  if (!job) throw missing('bulk job', id);
  return job;
}

function told(verb: string, { id, account_id }: BulkJobRow, details: Readonly<Record<string, unknown>>) {
  return { action: `bulk_job.${verb}`, accountId: account_id, subject: id, details };
}
